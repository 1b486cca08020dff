import { operatorRoles } from "../../../contract/operator/roles";
import { formatMoment } from "../../platform/acts/format";
import { defineList, LIST_ROWS, type List, pageOf } from "../../platform/acts/view";
import type { Services } from "../../platform/services";

/** Acts that wait for a second operator, oldest first. @param titleOf an act's title by its name */
export function defineActRequestList(titleOf: (act: string) => string): List {
  return defineList({
    name: "act-requests",
    group: "operators",
    title: "Ждут второго оператора",
    summary: "Acts that wait for a second operator, oldest first.",
    roles: operatorRoles,
    filters: {},
    columns: [{ title: "Действие" }, { title: "Просит" }, { title: "Когда" }, { title: "Баллы", isNumber: true }],
    today: [
      {
        title: "Действия ждут второго оператора",
        filters: {},
        async count(services) {
          const { count } = await selectWaiting(services)
            .select(({ fn }) => fn.countAll<number>().as("count"))
            .executeTakeFirstOrThrow();
          return count;
        },
      },
    ],
    async read(services, _filters, after) {
      const requests = await selectWaiting(services)
        .select(["id", "key", "act", "asked_by", "asked_at", "points"])
        .where("id", ">", after ?? 0)
        .orderBy("id")
        .limit(LIST_ROWS + 1)
        .execute();
      return pageOf(requests, (request) => ({
        cells: [titleOf(request.act), request.asked_by, formatMoment(request.asked_at), String(request.points)],
        link: { request: request.key },
      }));
    },
  });
}

function selectWaiting({ db, now }: Services) {
  return db.selectFrom("act_requests").where("state", "=", "waiting").where("expires_at", ">", now());
}
