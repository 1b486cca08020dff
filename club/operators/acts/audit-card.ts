import { formatMoment } from "../../platform/acts/format";
import type { Card } from "../../platform/acts/view";
import { parseId } from "../../platform/http/parse-id";

/** @param titleOf an act's or event's title by its name */
export function defineAuditCard(titleOf: (act: string) => string): Card {
  return {
    name: "audit-entry",
    summary: "One entry of the audit log, with the values before and after.",
    roles: [],
    async read({ db }, text) {
      const id = parseId(text);
      const row = id && (await db.selectFrom("audit_log").selectAll().where("id", "=", id).executeTakeFirst());
      if (!row) return null;
      const subject = row.subject_kind ? `${row.subject_kind}:${row.subject_id}` : "";
      return {
        title: titleOf(row.act),
        sections: [
          {
            title: "Запись журнала",
            facts: [
              { label: "Когда", value: formatMoment(row.at) },
              { label: "Кто", value: row.actor },
              ...(row.approved_by ? [{ label: "Согласие", value: row.approved_by }] : []),
              { label: "Действие", value: row.act },
              ...(subject ? [{ label: "О чём", value: subject, link: { list: "audit", filters: { subject } } }] : []),
              ...(row.points ? [{ label: "Баллы", value: String(row.points) }] : []),
              ...(row.request_id ? [{ label: "Номер запроса", value: row.request_id }] : []),
            ],
          },
          ...[
            { title: "Что указано", values: row.input },
            { title: "Было", values: row.before },
            { title: "Стало", values: row.after },
          ].flatMap(({ title, values }) => {
            const facts = listValues(values);
            return facts.length > 0 ? [{ title, facts }] : [];
          }),
        ],
        acts: [],
      };
    },
  };
}

function listValues(values: unknown) {
  if (typeof values !== "object" || values === null) return [];
  return Object.entries(values).map(([label, value]) => ({
    label,
    value: typeof value === "string" ? value : JSON.stringify(value),
  }));
}
