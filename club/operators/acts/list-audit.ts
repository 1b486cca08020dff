import { optionalText } from "../../platform/acts/field";
import { formatMoment } from "../../platform/acts/format";
import { defineList, LIST_ROWS, type List, pageOf } from "../../platform/acts/view";

/** @param titleOf an act's or event's title by its name */
export function defineAuditList(titleOf: (act: string) => string): List {
  return defineList({
    name: "audit",
    group: "operators",
    title: "Журнал действий",
    summary: "What operators have done, the newest first.",
    roles: [],
    filters: {
      act: optionalText({ label: "Действие", hint: "Его имя, например disable-person", help: "name of an act" }),
      actor: optionalText({ label: "Кто", hint: "Логин, или shell:имя", help: "login, or shell:user" }),
      subject: optionalText({ label: "О чём", hint: "Например person:15", help: "such as person:15" }),
    },
    columns: [
      { title: "Когда" },
      { title: "Кто" },
      { title: "Действие" },
      { title: "О чём" },
      { title: "Баллы", isNumber: true },
    ],
    async read({ db }, { act, actor, subject }, after) {
      const [kind, id] = (subject ?? "").split(":");
      const rows = await db
        .selectFrom("audit_log")
        .select(["id", "at", "act", "actor", "approved_by", "subject_kind", "subject_id", "points"])
        .$if(after !== undefined, (query) => query.where("id", "<", after ?? 0))
        .$if(act !== undefined, (query) => query.where("act", "=", act ?? ""))
        .$if(actor !== undefined, (query) => query.where("actor", "=", actor ?? ""))
        .$if(Boolean(kind), (query) => query.where("subject_kind", "=", kind ?? ""))
        .$if(Boolean(id), (query) => query.where("subject_id", "=", id ?? ""))
        .orderBy("id", "desc")
        .limit(LIST_ROWS + 1)
        .execute();
      return pageOf(rows, (row) => ({
        cells: [
          formatMoment(row.at),
          row.approved_by ? `${row.actor}, согласие ${row.approved_by}` : row.actor,
          titleOf(row.act),
          row.subject_kind ? `${row.subject_kind}:${row.subject_id}` : "",
          row.points ? String(row.points) : "",
        ],
        link: { card: "audit-entry", id: String(row.id) },
      }));
    },
  });
}
