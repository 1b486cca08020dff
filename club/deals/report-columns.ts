import { type ReportColumn, reportColumns } from "../../contract/columns";
import type { Cell } from "../spreadsheets/cell";
import { readTitledTable, type TitledRow } from "../spreadsheets/titled-table";
import { UnreadableTableError } from "../spreadsheets/unreadable-table-error";

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

export interface ReportTable {
  /** Data rows that aren't empty, with their number in the spreadsheet. */
  readonly rows: readonly TitledRow<ReportColumn>[];
}

/**
 * Finds the report's table.
 * @throws UnreadableTableError that names the missing columns
 */
export function readReportTable(sheets: readonly (readonly (readonly Cell[])[])[]): ReportTable {
  const table = readTitledTable(sheets, reportColumns, otherNames);
  if ("missing" in table) {
    const names = table.missing.map((column) => `«${reportColumns[column].title}»`).join(", ");
    throw new UnreadableTableError(
      `В отчёте не хватает ${table.missing.length === 1 ? "столбца" : "столбцов"} ${names}.`,
    );
  }
  if (table.rows.length === 0) throw new UnreadableTableError("В отчёте нет ни одной строки с продажами.");
  return table;
}
