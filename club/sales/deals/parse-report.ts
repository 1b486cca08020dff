import { sql } from "kysely";
import { type ReportColumn, reportColumns } from "../../../contract/columns";
import { quote } from "../../../contract/russian-quotes";
import { moscowDate } from "../../platform/moscow-date";
import type { Services } from "../../platform/services";
import type { Cell } from "../../platform/spreadsheets/cell";
import { readTitledRows, type TitledRow, type TitledTable } from "../../platform/spreadsheets/titled-table";
import type { ColumnNames } from "./column-names";
import { type DatedArticle, listDatedArticles, rateOn } from "./dated-articles";
import { readArticleCode, readContact, readCount, readInn, readSellDate } from "./read-report-row";
import { reportTable } from "./report-columns";
import { createFingerprinter, type Sale } from "./sale-fingerprint";

/**
 * The sale of a row, with the ids, the points and the fingerprint that its deal needs. A returned sale has pieces and points
 * below zero; its points are foreseen, those of the sales that it returns count.
 */
export interface ParsedDeal {
  readonly managerId: number;
  readonly memberId: number;
  readonly companyId: number;
  readonly companyName: string;
  readonly sellDate: string;
  readonly articleCode: string;
  readonly articleName: string;
  readonly count: number;
  readonly managerPoints: number;
  readonly memberPoints: number;
  readonly fingerprint: Buffer;
}

export interface RowError {
  /** The title of the column, so that the curator finds it in the file. */
  readonly field: string;
  readonly message: string;
}

/** One row of a report: its deal, or what is wrong with it. */
export type ParsedRow =
  | { readonly number: number; readonly deal: ParsedDeal }
  | { readonly number: number; readonly errors: readonly RowError[] };

export interface ReportFile {
  readonly curatorId: number;
  readonly content: Buffer;
  /** Headers that stand for columns besides the usual ones; none by default. */
  readonly columnNames?: ColumnNames;
}

/** What the rows of a report refer to: managers by phone and e-mail, companies by INN, articles by code. */
interface ReferenceData {
  readonly curatorId: number;
  readonly managers: ReadonlyMap<string, number>;
  readonly companies: ReadonlyMap<string, { id: number; owner_id: number; actual_name_organization: string }>;
  readonly articles: ReadonlyMap<string, DatedArticle>;
  readonly today: string;
  readonly fingerprintOf: (sale: Sale) => Buffer;
  /** The days of the texts and dates that were read, of which a report has few. */
  readonly days: Map<Cell, string | null>;
}

/**
 * Parses a report file row by row and looks up manager, company and article of each; returned sales come last. Writes nothing.
 * @throws UnreadableTableError when the file as a whole can't be read
 */
export async function parseReport(
  services: Services,
  file: ReportFile,
): Promise<{ rows: ParsedRow[] } & Pick<TitledTable<ReportColumn>, "notes" | "headers" | "found">> {
  const reference = await loadReferenceData(services, file.curatorId);
  const titled = { ...reportTable, ownNames: file.columnNames ?? {} };
  const { rows, notes, headers, found } = await readTitledRows(file.content, titled, (row, { countsFrom1904 }) =>
    parseRow(row, reference, countsFrom1904),
  );
  return { rows: putReturnsLast(rows), notes, headers, found };
}

/** A returned sale may return one that the same file has further down. */
function putReturnsLast(rows: readonly ParsedRow[]): ParsedRow[] {
  return [...rows.filter((row) => !isReturn(row)), ...rows.filter(isReturn)];
}

export function isReturn(row: ParsedRow): row is Extract<ParsedRow, { deal: ParsedDeal }> {
  return "deal" in row && row.deal.count < 0;
}

async function loadReferenceData({ db, now }: Services, curatorId: number): Promise<ReferenceData> {
  const [managers, companies, articles] = await Promise.all([
    db
      .selectFrom("users")
      .select(["id", "phone", sql<string>`lower(email)`.as("email")])
      .where("role", "=", "manager")
      .where("curator_id", "=", curatorId)
      .where("is_disabled", "=", false)
      .execute(),
    db
      .selectFrom("companies")
      .innerJoin("users", "users.id", "companies.owner_id")
      .select(["companies.id", "companies.owner_id", "companies.inn", "companies.actual_name_organization"])
      .where("companies.kind", "=", "retail")
      .where("users.role", "=", "member")
      .where("users.is_disabled", "=", false)
      .execute(),
    listDatedArticles(db),
  ]);
  return {
    curatorId,
    managers: new Map(managers.flatMap(({ id, phone, email }) => [[phone, id] as const, [email, id] as const])),
    companies: new Map(companies.map((company) => [company.inn, company])),
    articles: new Map(articles.map((article) => [readArticleCode(article.code), article])),
    today: moscowDate(now()),
    fingerprintOf: createFingerprinter(),
    days: new Map(),
  };
}

function parseRow(row: TitledRow<ReportColumn>, reference: ReferenceData, countsFrom1904: boolean): ParsedRow {
  const { number } = row;
  const sellDate = readDay(row.cell("sell_date"), reference, countsFrom1904);
  const contact = row.cell("manager");
  const managerId = contact === null ? undefined : reference.managers.get(readContact(contact));
  const inn = readInn(row.cell("inn"));
  const company = inn === null ? undefined : reference.companies.get(inn);
  const code = row.cell("article_code");
  const article = code === null ? undefined : reference.articles.get(readArticleCode(code));
  const rate = article && sellDate !== null ? rateOn(article, sellDate) : undefined;
  const count = readCount(row.cell("sell_count"));
  if (
    sellDate === null ||
    sellDate > reference.today ||
    managerId === undefined ||
    inn === null ||
    !company ||
    !article ||
    !rate ||
    count === null
  ) {
    return { number, errors: findErrors(row, reference, { sellDate, managerId, inn, company, article, rate, count }) };
  }
  const { curatorId, fingerprintOf } = reference;
  return {
    number,
    deal: {
      managerId,
      memberId: company.owner_id,
      companyId: company.id,
      companyName: company.actual_name_organization,
      sellDate,
      articleCode: article.code,
      articleName: article.name,
      count,
      managerPoints: rate.managerPoints * count,
      memberPoints: rate.memberPoints * count,
      fingerprint: fingerprintOf({ curatorId, sellDate, managerId, inn, articleCode: article.code, count }),
    },
  };
}

function readDay(cell: Cell, { days }: ReferenceData, countsFrom1904: boolean): string | null {
  const key = cell instanceof Date ? cell.getTime() : cell;
  if (key === null || typeof cell === "number") return readSellDate(cell, countsFrom1904);
  const known = days.get(key);
  if (known !== undefined) return known;
  const day = readSellDate(cell, countsFrom1904);
  days.set(key, day);
  return day;
}

/** What was read of a row; null or undefined what couldn't be, or isn't in the club. */
interface ReadRow {
  readonly sellDate: string | null;
  readonly managerId: number | undefined;
  readonly inn: string | null;
  readonly company: object | undefined;
  readonly article: object | undefined;
  readonly rate: object | undefined;
  readonly count: number | null;
}

function findErrors(row: TitledRow<ReportColumn>, { today }: ReferenceData, read: ReadRow): RowError[] {
  const { sellDate, managerId, inn, company, article, rate, count } = read;
  const errors: RowError[] = [];
  const addError = (column: ReportColumn, message: string) =>
    errors.push({ field: reportColumns[column].title, message });
  const shown = (column: ReportColumn) => quote(String(row.cell(column) ?? "").slice(0, 60));

  if (sellDate === null) {
    addError(
      "sell_date",
      row.cell("sell_date") === null
        ? "Укажите дату продажи."
        : `Дата ${shown("sell_date")} не читается: нужен вид ДД.ММ.ГГГГ.`,
    );
  } else if (sellDate > today) addError("sell_date", "Дата продажи ещё не наступила.");

  if (row.cell("manager") === null) addError("manager", "Укажите телефон или e-mail менеджера.");
  else if (managerId === undefined) addError("manager", `Менеджер ${shown("manager")} не найден среди ваших.`);

  if (inn === null) addError("inn", "ИНН состоит из 10 цифр у компании и из 12 у предпринимателя.");
  else if (!company) addError("inn", `Торговая точка с ИНН ${inn} не участвует в клубе.`);

  if (row.cell("article_code") === null) addError("article_code", "Укажите артикул.");
  else if (!article) addError("article_code", `Артикул ${shown("article_code")} не участвует в программе.`);
  else if (sellDate !== null && !rate) {
    addError("article_code", `Артикул ${shown("article_code")} в день продажи ещё не участвовал в программе.`);
  }

  if (count === null) addError("sell_count", "Количество — целое число больше нуля, а у возврата — меньше.");
  return errors;
}
