import type { Insertable } from "kysely";
import { listCells, type ReportColumn, reportColumns } from "../../../contract/columns";
import { toRussianDate } from "../../../contract/russian-date";
import type { Deals } from "../../platform/db/schema";
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
  document_number: [
    "номердокумента",
    "документа",
    "документпродажи",
    "документреализации",
    "документотгрузки",
    "накладная",
    "номернакладной",
    "накладной",
    "товарнаянакладная",
    "счет",
    "номерсчета",
    "счетфактура",
    "упд",
    "номерупд",
    "реализациятоваровиуслуг",
    "регистратор",
    "номерреализации",
    "document",
    "invoice",
  ],
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

/** A counted sale, and what a file says of it that stands in other tables. */
export type SaleInFile = Pick<
  Insertable<Deals>,
  "sell_date" | "article_code" | "article_name" | "sell_count" | "document_number"
> & {
  readonly manager: string;
  readonly shop: string;
  readonly inn: string;
};

/** The cells of a counted sale in a file that the club writes, in the order of the columns. */
export function listSaleCells(sale: SaleInFile): (string | number)[] {
  return listCells<ReportColumn, string | number>(reportColumns, {
    sell_date: toRussianDate(sale.sell_date),
    manager: sale.manager,
    shop: sale.shop,
    inn: sale.inn,
    article_code: sale.article_code,
    article_name: sale.article_name,
    sell_count: sale.sell_count,
    document_number: sale.document_number ?? "",
  });
}
