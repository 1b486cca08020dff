import type { Kysely } from "kysely";
import writeXlsxFile, { type SheetData } from "write-excel-file/node";
import type { Database } from "../../club/platform/db/schema";
import { packArchive } from "./archives";
import { makeWorkbook, makeWorkbookParts } from "./workbooks";

/** Who and what sales can be about: the participants that one curator's report may name. */
export interface ReportDirectory {
  readonly managers: readonly { readonly phone: string; readonly email: string }[];
  readonly shops: readonly { readonly inn: string; readonly name: string }[];
  readonly articles: readonly { readonly code: string; readonly name: string }[];
}

/** One row of a report, as people write it; the date is "YYYY-MM-DD". */
export interface Sale {
  readonly date: string;
  readonly manager: string;
  readonly shop: string;
  readonly inn: string;
  readonly articleCode: string;
  readonly articleName: string;
  readonly count: string;
  /** Stands in files that have a header for it. */
  readonly document?: string;
}

/** The template's headers, in its order; most files have no documents. */
export const HEADERS: Record<Exclude<keyof Sale, "document">, string> = {
  date: "Дата продажи",
  manager: "Сейлз",
  shop: "Торговая точка",
  inn: "ИНН",
  articleCode: "Артикул",
  articleName: "Наименование",
  count: "Количество",
};

/** The same columns as other people call them, in another order and other capitals, with one nobody asked for. */
export const SHUFFLED_HEADERS: Partial<Record<keyof Sale | "extra", string>> = {
  count: "Кол-во ",
  articleName: "НАИМЕНОВАНИЕ  товара",
  extra: "Комментарий",
  inn: "инн",
  manager: "Менеджер",
  articleCode: "АРТИКУЛ",
  shop: "торговая  Точка",
  date: "Дата",
};

export interface FileShape {
  /** Columns in their order; the template's when left out. */
  readonly headers?: Partial<Record<keyof Sale | "extra", string>>;
  /** Rows left empty above the header. */
  readonly emptyRowsAbove?: number;
  /** How a date stands in the file. */
  readonly dates?: "cells" | "dd.mm.yyyy" | "dd.mm.yy" | "iso";
  /** INN as a number, which loses a leading zero as spreadsheets do. */
  readonly numericInn?: boolean;
}

/** The people and articles that a curator's report may name, from any database. */
export async function readReportDirectory(db: Kysely<Database>, curatorId: number): Promise<ReportDirectory> {
  const managers = await db
    .selectFrom("users")
    .select(["phone", "email"])
    .where("role", "=", "manager")
    .where("curator_id", "=", curatorId)
    .where("is_disabled", "=", false)
    .orderBy("id")
    .execute();
  const shops = await db
    .selectFrom("companies")
    .select(["inn", "actual_name_organization as name"])
    .where("kind", "=", "retail")
    .orderBy("id")
    .execute();
  const articles = await db.selectFrom("articles").select(["code", "name"]).orderBy("code").execute();
  return { managers, shops, articles };
}

/** Sales that differ from one another, going back day by day from `lastDate`; the same for the same arguments. */
export function makeSales(directory: ReportDirectory, count: number, lastDate: string): Sale[] {
  const pick = <Item>(items: readonly Item[], index: number): Item => {
    const item = items[index % items.length];
    if (item === undefined) throw new Error("a report needs at least one manager, shop and article");
    return item;
  };
  const { managers, shops, articles } = directory;
  return Array.from({ length: count }, (_, index) => {
    const manager = pick(managers, index);
    const shop = pick(shops, Math.floor(index / managers.length));
    const article = pick(articles, Math.floor(index / (managers.length * shops.length)));
    const round = Math.floor(index / (managers.length * shops.length * articles.length));
    const day = new Date(Date.parse(lastDate) - (round % 300) * 24 * 60 * 60 * 1000);
    return {
      date: day.toISOString().slice(0, 10),
      manager: index % 2 === 0 ? manager.phone : manager.email,
      shop: shop.name,
      inn: shop.inn,
      articleCode: article.code,
      articleName: article.name,
      count: String(1 + (Math.floor(round / 300) % 50)),
    };
  });
}

/** Rows that a report must refuse one by one, each for one reason. */
export function spoilSales(sale: Sale): Record<string, Sale> {
  return {
    unknownShop: { ...sale, inn: "7707083893" },
    brokenInn: { ...sale, inn: "12345" },
    unknownManager: { ...sale, manager: "79990000000" },
    unknownArticle: { ...sale, articleCode: "НЕТ-ТАКОГО" },
    impossibleDate: { ...sale, date: "2026-02-31" },
    futureDate: { ...sale, date: "2999-01-01" },
    zeroCount: { ...sale, count: "0" },
    brokenCount: { ...sale, count: "2,5" },
  };
}

export async function makeXlsx(sales: readonly Sale[], shape: FileShape = {}): Promise<Buffer> {
  const rows = tableOf(sales, { dates: "cells", ...shape });
  return writeXlsxFile(rows as SheetData, { dateFormat: "dd.mm.yyyy" }).toBuffer();
}

export function makeCsv(
  sales: readonly Sale[],
  shape: FileShape & { encoding?: "utf-8" | "utf-8-bom" | "windows-1251"; delimiter?: ";" | "," | "\t" } = {},
): Buffer {
  const { delimiter = ";", encoding = "utf-8-bom" } = shape;
  const quote = (value: string) => (/[;,\t"\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const text = tableOf(sales, { ...shape, dates: shape.dates === "cells" ? "dd.mm.yyyy" : shape.dates })
    .map((row) => row.map((value) => quote(String(value ?? ""))).join(delimiter))
    .join("\r\n");
  if (encoding === "windows-1251") return encodeWindows1251(text);
  return Buffer.from(encoding === "utf-8-bom" ? `\ufeff${text}` : text, "utf8");
}

function tableOf(sales: readonly Sale[], shape: FileShape): (string | number | Date | null)[][] {
  const headers: NonNullable<FileShape["headers"]> = shape.headers ?? HEADERS;
  const columns = Object.keys(headers) as (keyof typeof headers)[];
  const above = Array.from({ length: shape.emptyRowsAbove ?? 0 }, () => columns.map(() => null));
  const header = columns.map((column) => headers[column] ?? "");
  const rows = sales.map((sale) =>
    columns.map((column) => {
      if (column === "extra") return "не читается";
      if (column === "date") return writeDate(sale.date, shape.dates ?? "dd.mm.yyyy");
      if (column === "inn" && shape.numericInn) return Number(sale.inn);
      return sale[column] ?? null;
    }),
  );
  return [...above, header, ...rows];
}

function writeDate(date: string, form: NonNullable<FileShape["dates"]>): string | Date {
  const [year = "", month = "", day = ""] = date.split("-");
  if (form === "iso") return date;
  if (form === "dd.mm.yy") return `${day}.${month}.${year.slice(2)}`;
  const cell = new Date(`${date}T00:00:00Z`);
  const exists = !Number.isNaN(cell.getTime()) && cell.toISOString().startsWith(date);
  return form === "cells" && exists ? cell : `${day}.${month}.${year}`;
}

const windows1251 = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder("windows-1251").decode(Uint8Array.of(byte)), byte]),
);

export function encodeWindows1251(text: string): Buffer {
  return Buffer.from([...text].map((character) => windows1251.get(character) ?? 0x3f));
}

/** A picture that somebody renamed to .xlsx: a PNG of one dot. */
export const pictureAsXlsx = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** The beginning of an old .xls, of which the rest is missing. */
export const oldXls = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(1024)]);

/** A zip archive that is no workbook. */
export const otherZip = packArchive({ "readme.txt": "нет таблицы" });

/**
 * A workbook of a few hundred kilobytes whose sheet inflates to hundreds of megabytes. An honest one declares it; a lying one
 * declares a few bytes.
 */
export function makeZipBomb(declares: "honest" | "lying"): Buffer {
  const inflated = Buffer.alloc(300 * 1024 * 1024, " ");
  const parts = makeWorkbookParts({ sheets: [{ name: "Лист1", data: "" }] });
  return packArchive({ ...parts, [BOMB_PART]: inflated }, (name, size) =>
    declares === "lying" && name === BOMB_PART ? 1000 : size,
  );
}

const BOMB_PART = "xl/worksheets/sheet1.xml";

/** A workbook of a few hundred bytes with one cell at the far end of a sheet. */
export function makeFarCell(address: string): Buffer {
  const data = `<row r="1"><c r="${address}" t="inlineStr"><is><t>ИНН</t></is></c></row>`;
  return makeWorkbook({ sheets: [{ name: "Лист1", data }] });
}
