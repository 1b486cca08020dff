import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type ReportColumn, reportColumns, type TableAnswers } from "../../../contract/columns";
import { INN_LENGTH_MESSAGE, innChecksumHolds } from "../../../contract/fields";
import { foldLookAlikes } from "../../../contract/normalise-text";
import { toRussianDate } from "../../../contract/russian-date";
import { quote } from "../../../contract/russian-quotes";
import { fieldMessages } from "../../../contract/values";
import { moscowDate } from "../../platform/moscow-date";
import type { Services } from "../../platform/services";
import type { Cell } from "../../platform/spreadsheets/cell";
import type { TableNote } from "../../platform/spreadsheets/table-shape";
import { readTitledTable, type TitledRow, type TitledTable } from "../../platform/spreadsheets/titled-table";
import type { ColumnNames } from "./column-names";
import { type DatedArticle, rateOn } from "./dated-articles";
import { LONGEST_DOCUMENT_NUMBER, readDocumentNumber } from "./document-number";
import {
  isShortened,
  type RowReading,
  readArticleCode,
  readContact,
  readCount,
  readInn,
  readSellDate,
} from "./read-report-row";
import { reportTable } from "./report-columns";
import { loadReferenceData, type ReferenceData } from "./report-references";
import type { Period } from "./whole-period";

/**
 * The sale of a row, with the ids, the points and the fingerprint that its deal needs. A returned sale has pieces and points
 * below zero; its points are foreseen, those of the sales that it returns count.
 */
export interface ParsedDeal {
  readonly managerId: number;
  readonly memberId: number;
  readonly companyId: number;
  readonly sellDate: string;
  readonly articleCode: string;
  readonly articleName: string;
  readonly count: number;
  /** As it stands in the row; empty without one. */
  readonly documentNumber: string;
  readonly managerPoints: number;
  readonly memberPoints: number;
  readonly fingerprint: Buffer;
}

export interface RowError {
  /** The title of the column, so that the curator finds it in the file. */
  readonly field: string;
  readonly message: string;
}

/** A row of a report that has a deal. */
export interface SaleRow {
  readonly number: number;
  readonly deal: ParsedDeal;
  /** The article's code as it stands in the row, when it only looks like the article's own. */
  readonly lookAlike?: string;
}

/** What can be read of a refused row; null what can't. */
export interface ReadOfRefused {
  readonly sellDate: string | null;
  readonly managerId: number | null;
  readonly inn: string | null;
  readonly articleCode: string | null;
  readonly isReturn: boolean;
}

/** One row of a report: its deal, or what is wrong with it. */
export type ParsedRow =
  | SaleRow
  | { readonly number: number; readonly errors: readonly RowError[]; readonly read: ReadOfRefused };

export interface ReportFile {
  readonly curatorId: number;
  readonly content: Buffer;
  /** Headers that stand for columns besides the usual ones; none by default. */
  readonly columnNames?: ColumnNames;
  /** How it is read where that has two meanings; as texts are read in Russian by default. */
  readonly answers?: TableAnswers;
  /** The days of which it has all sales: a row of another day is refused. Null by default. */
  readonly period?: Period | null;
}

/** In place of a column, for what is wrong with all of a row. */
const WHOLE_ROW = "Вся строка";
/** Parsing as many takes a few milliseconds. */
const ROWS_BETWEEN_YIELDS = 250;

/**
 * Parses a report file and looks up manager, shop and article of each row; returned sales come last. Writes nothing. Others have
 * their turn in between.
 * @throws UnreadableTableError when the file as a whole can't be read
 */
export async function parseReport(services: Services, file: ReportFile): Promise<ParsedReport> {
  const table = await readTitledTable(file.content, titleReport(services, file));
  const reference = await loadReferenceData(services, file, await readInns(table.rows));
  const { reading, countsFrom1904 } = table;
  const rowReading = { ...reading, countsFrom1904, dayOf: reference.dayOf };
  const rows: ParsedRow[] = [];
  for (const row of table.rows) {
    if (rows.length % ROWS_BETWEEN_YIELDS === ROWS_BETWEEN_YIELDS - 1) await yieldToEventLoop();
    rows.push(parseRow(row, reference, rowReading));
  }
  return { ...table, rows: putReturnsLast(rows), notes: [...table.notes, ...noteLookAlikes(rows)] };
}

/** What the INNs of the rows are read as, each once: a report has many rows of a shop. Others have their turn in between. */
async function readInns(rows: readonly TitledRow<ReportColumn>[]): Promise<Map<Cell, string | null>> {
  const inns = new Map<Cell, string | null>();
  for (const row of rows) {
    const cell = row.cell("inn");
    if (inns.has(cell)) continue;
    if (inns.size % ROWS_BETWEEN_YIELDS === ROWS_BETWEEN_YIELDS - 1) await yieldToEventLoop();
    inns.set(cell, readInn(cell));
  }
  return inns;
}

export type ParsedReport = TitledTable<ReportColumn, ParsedRow>;

/** The table of a report, as its distributor names its columns and reads its values. */
export function titleReport(
  { now }: Pick<Services, "now">,
  { columnNames, answers }: Omit<ReportFile, "content" | "curatorId">,
) {
  return {
    ...reportTable,
    ownNames: columnNames ?? {},
    answers: answers ?? {},
    year: Number(moscowDate(now()).slice(0, 4)),
  };
}

/** Tells of codes that were read as those of articles with other letters. */
function noteLookAlikes(rows: readonly ParsedRow[]): TableNote[] {
  const alike = rows.flatMap((row) => ("deal" in row && row.lookAlike !== undefined ? [row] : []));
  const [first] = alike;
  if (!first) return [];
  const message = `Русские буквы вместо латинских или не тот дефис, строк: ${alike.length}, первая — № ${first.number}. Клуб прочитал ${quote(first.lookAlike?.slice(0, 60) ?? "")} как ${quote(first.deal.articleCode)}.`;
  return [{ place: reportColumns.article_code.title, message }];
}

/** A returned sale may return one that the same file has further down. */
function putReturnsLast(rows: readonly ParsedRow[]): ParsedRow[] {
  return [...rows.filter((row) => !isReturn(row)), ...rows.filter(isReturn)];
}

/** Whether a row returns pieces, as its own number says: who or what it names may be known later only, and its place stays. */
export function isReturn(row: ParsedRow): boolean {
  return "deal" in row ? row.deal.count < 0 : row.read.isReturn;
}

/** The article of this code, else the only one whose code looks the same. */
function findArticle(code: Cell, { articles, articlesByLook }: ReferenceData): DatedArticle | undefined {
  if (code === null) return undefined;
  return articles.get(readArticleCode(code)) ?? articlesByLook.get(foldLookAlikes(String(code))) ?? undefined;
}

function parseRow(row: TitledRow<ReportColumn>, reference: ReferenceData, reading: RowReading): ParsedRow {
  const { number, problem } = row;
  if (problem !== undefined) return { number, errors: [{ field: WHOLE_ROW, message: problem }], read: NOTHING_READ };
  const sellDate = readDay(row.cell("sell_date"), reference, reading);
  const contact = row.cell("manager");
  const managerId = contact === null ? undefined : reference.managers.get(readContact(contact));
  const inn = reference.inns.get(row.cell("inn")) ?? null;
  const company = inn === null ? undefined : reference.shops.get(inn);
  const code = row.cell("article_code");
  const article = findArticle(code, reference);
  const rate = article && sellDate !== null ? rateOn(article, sellDate) : undefined;
  const count = readCount(row.cell("sell_count"), reading);
  const documentNumber = readDocumentNumber(row.cell("document_number"));
  const isWrongDay = sellDate !== null && (sellDate > reference.today || isOutside(sellDate, reference));
  if (
    documentNumber.length > LONGEST_DOCUMENT_NUMBER ||
    isShortened(documentNumber) ||
    sellDate === null ||
    isWrongDay ||
    managerId === undefined ||
    inn === null ||
    !company ||
    !article ||
    !rate ||
    count === null
  ) {
    const read = { sellDate, managerId, inn, company, article, rate, count, documentNumber };
    // A day that is refused may be a slip of any other.
    const named = nameRead(row, { ...read, sellDate: isWrongDay ? null : sellDate });
    return { number, errors: findErrors(row, reference, read), read: named };
  }
  const { curatorId, fingerprintOf } = reference;
  const sale = { curatorId, sellDate, managerId, inn, articleCode: article.code, count, documentNumber };
  const isLookAlike = readArticleCode(code) !== readArticleCode(article.code);
  return {
    number,
    ...(isLookAlike && { lookAlike: String(code) }),
    deal: {
      managerId,
      memberId: company.owner_id,
      companyId: company.id,
      sellDate,
      articleCode: article.code,
      articleName: article.name,
      count,
      documentNumber,
      managerPoints: rate.managerPoints * count,
      memberPoints: rate.memberPoints * count,
      fingerprint: fingerprintOf(sale),
    },
  };
}

function readDay(cell: Cell, { days }: ReferenceData, reading: RowReading): string | null {
  const key = cell instanceof Date ? cell.getTime() : cell;
  if (key === null || typeof cell === "number") return readSellDate(cell, reading);
  const known = days.get(key);
  if (known !== undefined) return known;
  const day = readSellDate(cell, reading);
  days.set(key, day);
  return day;
}

/** What was read of a row; null or undefined what couldn't be, or isn't in the club. */
interface ReadRow {
  readonly sellDate: string | null;
  readonly managerId: number | undefined;
  readonly inn: string | null;
  readonly company: object | undefined;
  readonly article: DatedArticle | undefined;
  readonly rate: object | undefined;
  readonly count: number | null;
  readonly documentNumber: string;
}

const NOTHING_READ = { sellDate: null, managerId: null, inn: null, articleCode: null, isReturn: false };

/** What is known of a row that is refused. An INN with right digits and a code are known even if nobody in the club has them. */
function nameRead(
  row: TitledRow<ReportColumn>,
  { sellDate, managerId, inn, company, article, count }: ReadRow,
): ReadOfRefused {
  const code = row.cell("article_code");
  return {
    sellDate,
    managerId: managerId ?? null,
    inn: inn !== null && (company || innChecksumHolds(inn)) ? inn : null,
    articleCode: article?.code ?? (code === null ? null : readArticleCode(code)),
    isReturn: count !== null && count < 0,
  };
}

function isOutside(sellDate: string, { period }: Pick<ReferenceData, "period">): boolean {
  return period !== null && (sellDate < period.from || sellDate > period.to);
}

function findErrors(row: TitledRow<ReportColumn>, reference: ReferenceData, read: ReadRow): RowError[] {
  const { today, period } = reference;
  const { sellDate, managerId, inn, company, article, rate, count, documentNumber } = read;
  const errors: RowError[] = [];
  const addError = (column: ReportColumn, message: string) =>
    errors.push({ field: reportColumns[column].title, message });
  const shown = (column: ReportColumn) => quote(String(row.cell(column) ?? "").slice(0, 60));

  if (sellDate === null) {
    addError(
      "sell_date",
      row.cell("sell_date") === null
        ? fieldMessages.sellDate
        : `Дата ${shown("sell_date")} не читается: нужен вид ДД.ММ.ГГГГ.`,
    );
  } else if (sellDate > today) addError("sell_date", "Дата продажи ещё не наступила.");
  else if (period && isOutside(sellDate, reference)) {
    const days = `${toRussianDate(period.from)}–${toRussianDate(period.to)}`;
    addError("sell_date", `Эта дата не из периода ${days}, за который этот отчёт.`);
  }

  if (row.cell("manager") === null) addError("manager", "Укажите телефон или e-mail менеджера.");
  else if (managerId === undefined) addError("manager", `Менеджер ${shown("manager")} не найден среди ваших.`);

  if (inn === null) {
    addError("inn", isShortened(row.cell("inn")) ? tellShortened("ИНН", shown("inn")) : INN_LENGTH_MESSAGE);
  } else if (!company) {
    addError(
      "inn",
      innChecksumHolds(inn)
        ? `Торговая точка с ИНН ${inn} не участвует в клубе.`
        : `В ИНН ${inn} опечатка: у настоящего ИНН последние цифры другие.`,
    );
  }

  if (row.cell("article_code") === null) addError("article_code", fieldMessages.article);
  else if (!article) addError("article_code", `Артикул ${shown("article_code")} не участвует в программе.`);
  else if (sellDate !== null && !rate) {
    addError("article_code", `Артикул ${shown("article_code")} в день продажи ещё не участвовал в программе.`);
  }

  if (count === null) addError("sell_count", "Количество — целое число больше нуля, а у возврата — меньше.");
  if (documentNumber.length > LONGEST_DOCUMENT_NUMBER) {
    addError("document_number", `Номер документа длиннее ${LONGEST_DOCUMENT_NUMBER} знаков.`);
  } else if (isShortened(documentNumber)) {
    addError("document_number", tellShortened("Номер документа", shown("document_number")));
  }
  return errors;
}

function tellShortened(what: string, shown: string): string {
  return `${what} записан как ${shown}: таблица потеряла его цифры. Сделайте ячейки текстовыми.`;
}
