import { formatMoment } from "../../../platform/acts/format";
import { defineList, LIST_ROWS, pageOf } from "../../../platform/acts/view";
import type { Services } from "../../../platform/services";
import { fullName } from "../../accounts/person";

/** Documents that wait for a decision (§8.5), oldest first. */
export const documents = defineList({
  name: "documents",
  group: "documents",
  title: "Документы ждут решения",
  summary: "Personal documents that wait for a decision, oldest first.",
  roles: ["support", "fulfilment"],
  filters: {},
  columns: [{ title: "Отправлены" }, { title: "Участник" }, { title: "Телефон" }],
  today: [
    {
      title: "Документы ждут решения",
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
    const waiting = await selectWaiting(services)
      .innerJoin("users", "users.id", "user_id")
      .select(["documents.id", "documents.created_at", "user_id", "phone", "last_name", "first_name", "sur_name"])
      .where("documents.id", ">", after ?? 0)
      .orderBy("documents.id")
      .limit(LIST_ROWS + 1)
      .execute();
    return pageOf(waiting, (row) => ({
      cells: [formatMoment(row.created_at), fullName(row), row.phone],
      link: { card: "person", id: String(row.user_id) },
    }));
  },
});

function selectWaiting({ db }: Services) {
  return db.selectFrom("documents").where("documents.status", "=", "pending");
}
