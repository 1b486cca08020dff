import type { Cell } from "../spreadsheets/read-table";
import { UnreadableTable } from "../spreadsheets/unreadable";

/** A column of a sales report: what the club's own template calls it, and what else people call it (small letters, no signs). */
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

/** The rows from the top among which the header is looked for. */
const HEADER_WITHIN = 30;
/** As many known names make a row the header, so that a title above the table isn't taken for one. */
const HEADER_NAMES = 2;

export interface ReportTable {
  /** Data rows that aren't empty, with their number in the spreadsheet. */
  readonly rows: readonly { readonly number: number; cell(column: ReportColumn): Cell }[];
}

export function columnTitle(column: ReportColumn): string {
  return columns[column].title;
}

/**
 * Finds the header, matched loosely (order, capitals, spaces, ё and е, usual other names), in the first sheet that has one.
 * @throws UnreadableTable that names the missing columns
 */
export function readReportTable(sheets: readonly (readonly (readonly Cell[])[])[]): ReportTable {
  let missing: readonly ReportColumn[] = required;
  for (const sheet of sheets) {
    const found = findHeader(sheet);
    if (!found) continue;
    missing = required.filter((column) => found.places[column] === undefined);
    if (missing.length > 0) continue;
    const rows = sheet
      .map((cells, index) => ({ cells, number: index + 1 }))
      .slice(found.index + 1)
      .filter(({ cells }) => cells.some((cell) => cell !== null && cell !== ""))
      .map(({ cells, number }) => ({
        number,
        cell(column: ReportColumn): Cell {
          const place = found.places[column];
          return place === undefined ? null : (cells[place] ?? null);
        },
      }));
    if (rows.length === 0) throw new UnreadableTable("В отчёте нет ни одной строки с продажами.");
    return { rows };
  }
  const names = missing.map((column) => `«${columnTitle(column)}»`).join(", ");
  throw new UnreadableTable(`В отчёте не хватает ${missing.length === 1 ? "столбца" : "столбцов"} ${names}.`);
}

function findHeader(sheet: readonly (readonly Cell[])[]) {
  let best: { index: number; places: Partial<Record<ReportColumn, number>>; count: number } | undefined;
  for (const [index, cells] of sheet.slice(0, HEADER_WITHIN).entries()) {
    const names = cells.map((cell) => (typeof cell === "string" ? simplify(cell) : ""));
    const places: Partial<Record<ReportColumn, number>> = {};
    for (const column of Object.keys(columns) as ReportColumn[]) {
      const place = columns[column].names.map((name) => names.indexOf(name)).find((at) => at >= 0);
      if (place !== undefined) places[column] = place;
    }
    const count = Object.keys(places).length;
    if (count >= HEADER_NAMES && count > (best?.count ?? 0)) best = { index, places, count };
  }
  return best;
}

function simplify(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/[^a-zа-я0-9]/g, "");
}
