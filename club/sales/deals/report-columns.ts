import { type ReportColumn, reportColumns } from "../../../contract/columns";
import type { TitledColumns } from "../../platform/spreadsheets/titled-table";

/** Other headers that people use for a column: lower case, letters and digits only, е for ё. */
const otherNames: Readonly<Record<ReportColumn, readonly string[]>> = {
  sell_date: ["дата", "датаотгрузки", "датареализации", "датасделки", "деньпродажи"],
  manager: [
    "сейлс",
    "менеджер",
    "менеджерпопродажам",
    "торговыйпредставитель",
    "телефонсейлза",
    "телефонменеджера",
    "emailменеджера",
    "контактменеджера",
    "продавец",
    "sales",
    "manager",
  ],
  shop: ["наименованиеторговойточки", "магазин", "точка", "клиент", "покупатель", "контрагент"],
  inn: ["иннторговойточки", "иннклиента", "иннпокупателя", "иннконтрагента", "иннмагазина", "inn"],
  article_code: ["артикултовара", "кодартикула", "кодтовара", "код", "article", "sku"],
  article_name: ["наименованиетовара", "наименованиеартикула", "номенклатура", "товар", "название"],
  sell_count: ["колво", "количествошт", "количествоштук", "колвошт", "кол", "штук", "шт", "qty"],
};

/** What a sales report (§3.10) has in its file. */
export const reportTable: TitledColumns<ReportColumn> = {
  columns: reportColumns,
  otherNames,
  kinds: { sell_date: "day", sell_count: "count" },
  inFile: "В отчёте",
  noRowsMessage: "В отчёте нет ни одной строки с продажами.",
  maxRows: 110_000,
};
