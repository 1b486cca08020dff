import { findPerson } from "../../../people/accounts/find-person";
import { optionalCount, optionalDate, optionalText } from "../../../platform/acts/field";
import { defineList, LIST_ROWS, pageOf } from "../../../platform/acts/view";
import { dealColumns, readDealRows, viewDeal } from "./deal-rows";

/** Sales and returned sales of everybody. */
export const deals = defineList({
  name: "deals",
  group: "reports",
  title: "Продажи",
  summary: "Deals by report, participant, article and date of the sale, the newest first.",
  roles: ["support", "finance"],
  filters: {
    person: optionalText({
      label: "Участник",
      hint: "Телефон, e-mail или номер участника",
      help: "phone, e-mail or id of the manager or member",
      isPrivate: true,
    }),
    report: optionalCount({ label: "Отчёт", hint: "Номер отчёта", help: "id of the report" }),
    article: optionalText({ label: "Артикул", help: "code of the article" }),
    date_from: optionalDate({ label: "Продано с", help: "first day of the sale, YYYY-MM-DD" }),
    date_to: optionalDate({ label: "по", help: "last day of the sale, YYYY-MM-DD" }),
  },
  columns: dealColumns,
  async read(services, { person, report, article, date_from, date_to }, after) {
    const userId = person === undefined ? undefined : (await findPerson(services, person)).id;
    const filters = { userId, fileId: report, articleCode: article, dateFrom: date_from, dateTo: date_to };
    return pageOf(await readDealRows(services, filters, LIST_ROWS + 1, after), viewDeal);
  },
});
