import type { Cell } from "../spreadsheets/cell";
import { readTitledTable, type TitledRow } from "../spreadsheets/titled-table";
import { UnreadableTable } from "../spreadsheets/unreadable";

/** The columns of a sales report. */
const columns = {
  sell_date: {
    title: "Дата продажи",
    names: ["датапродажи", "дата", "датаотгрузки", "датареализации", "датасделки", "деньпродажи"],
  },
  manager: {
    title: "Сейлз",
    names: [
      "сейлз",
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
  },
  shop: {
    title: "Торговая точка",
    names: ["торговаяточка", "наименованиеторговойточки", "магазин", "точка", "клиент", "покупатель", "контрагент"],
  },
  inn: {
    title: "ИНН",
    names: ["инн", "иннторговойточки", "иннклиента", "иннпокупателя", "иннконтрагента", "иннмагазина", "inn"],
  },
  article_code: {
    title: "Артикул",
    names: ["артикул", "артикултовара", "кодартикула", "кодтовара", "код", "article", "sku"],
  },
  article_name: {
    title: "Наименование",
    names: ["наименование", "наименованиетовара", "наименованиеартикула", "номенклатура", "товар", "название"],
  },
  sell_count: {
    title: "Количество",
    names: ["количество", "колво", "количествошт", "количествоштук", "колвошт", "кол", "штук", "шт", "qty"],
  },
} as const;

export type ReportColumn = keyof typeof columns;

/** The columns without which nothing can be counted; shop and name are there for people, the club has its own. */
const required = ["sell_date", "manager", "inn", "article_code", "sell_count"] as const satisfies ReportColumn[];

export interface ReportTable {
  /** Data rows that aren't empty, with their number in the spreadsheet. */
  readonly rows: readonly TitledRow<ReportColumn>[];
}

export function columnTitle(column: ReportColumn): string {
  return columns[column].title;
}

/**
 * Finds the report's table.
 * @throws UnreadableTable that names the missing columns
 */
export function readReportTable(sheets: readonly (readonly (readonly Cell[])[])[]): ReportTable {
  const table = readTitledTable<ReportColumn>(sheets, columns, required);
  if ("missing" in table) {
    const names = table.missing.map((column) => `«${columnTitle(column)}»`).join(", ");
    throw new UnreadableTable(`В отчёте не хватает ${table.missing.length === 1 ? "столбца" : "столбцов"} ${names}.`);
  }
  if (table.rows.length === 0) throw new UnreadableTable("В отчёте нет ни одной строки с продажами.");
  return table;
}
