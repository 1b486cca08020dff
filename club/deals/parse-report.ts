import { setImmediate as letOthersRun } from "node:timers/promises";
import { sql } from "kysely";
import { type ReportColumn, reportColumns } from "../../contract/columns";
import { moscowDate } from "../moscow-date";
import type { Services } from "../services";
import { readTable } from "../spreadsheets/read-table";
import { readArticleCode, readContact, readCount, readInn, readSellDate } from "./read-report-row";
import { readReportTable } from "./report-columns";
import { createFingerprinter } from "./sale-fingerprint";

/** A sale that a row tells of, with everything found that it needs. */
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
  /** The column's title, since the error is read beside the file. */
  readonly field: string;
  readonly message: string;
}

/** One row of a report as it will be counted. */
export type ParsedRow =
  | { readonly number: number; readonly deal: ParsedDeal }
  | { readonly number: number; readonly errors: readonly RowError[] };

/** The same process answers requests: a long report lets them through between stretches of rows. */
const ROWS_AT_A_STRETCH = 1000;

interface Directory {
  readonly managers: ReadonlyMap<string, number>;
  readonly companies: ReadonlyMap<string, { id: number; owner_id: number; actual_name_organization: string }>;
  readonly articles: ReadonlyMap<string, { code: string; name: string; manager_points: number; member_points: number }>;
  readonly today: string;
}

/**
 * Reads a report file row by row: what each sells, to whom, by whom, or what is wrong with it. Writes nothing.
 * @throws UnreadableTableError when the file as a whole can't be read
 */
export async function parseReport(
  services: Services,
  file: { curatorId: number; content: Buffer },
): Promise<ParsedRow[]> {
  const table = readReportTable(await readTable(file.content));
  const directory = await loadDirectory(services, file.curatorId);
  const fingerprintOf = createFingerprinter();
  const plan: ParsedRow[] = [];
  for (const row of table.rows) {
    if (plan.length % ROWS_AT_A_STRETCH === ROWS_AT_A_STRETCH - 1) await letOthersRun();
    const read = readRow(row, directory);
    if ("errors" in read) {
      plan.push({ number: row.number, errors: read.errors });
      continue;
    }
    const { deal } = read;
    const fingerprint = fingerprintOf({ ...deal, curatorId: file.curatorId, inn: read.inn });
    plan.push({ number: row.number, deal: { ...deal, fingerprint } });
  }
  return plan;
}

async function loadDirectory({ db, now }: Services, curatorId: number): Promise<Directory> {
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
    db.selectFrom("articles").selectAll().execute(),
  ]);
  return {
    managers: new Map(managers.flatMap(({ id, phone, email }) => [[phone, id] as const, [email, id] as const])),
    companies: new Map(companies.map((company) => [company.inn, company])),
    articles: new Map(articles.map((article) => [readArticleCode(article.code), article])),
    today: moscowDate(now()),
  };
}

type ReadRow = { errors: readonly RowError[] } | { deal: Omit<ParsedDeal, "fingerprint">; inn: string };

function readRow(
  row: { cell(column: ReportColumn): string | number | boolean | Date | null },
  known: Directory,
): ReadRow {
  const errors: RowError[] = [];
  const addError = (column: ReportColumn, message: string) =>
    errors.push({ field: reportColumns[column].title, message });
  const shown = (column: ReportColumn) => `«${String(row.cell(column) ?? "").slice(0, 60)}»`;

  const sellDate = readSellDate(row.cell("sell_date"));
  if (sellDate === null) {
    addError(
      "sell_date",
      row.cell("sell_date") === null
        ? "Укажите дату продажи."
        : `Дата ${shown("sell_date")} не читается: нужен вид ДД.ММ.ГГГГ.`,
    );
  } else if (sellDate > known.today) addError("sell_date", "Дата продажи ещё не наступила.");

  const managerId = known.managers.get(readContact(row.cell("manager")));
  if (row.cell("manager") === null) addError("manager", "Укажите телефон или e-mail менеджера.");
  else if (managerId === undefined) addError("manager", `Менеджер ${shown("manager")} не найден среди ваших.`);

  const inn = readInn(row.cell("inn"));
  const company = inn === null ? undefined : known.companies.get(inn);
  if (inn === null) addError("inn", "ИНН состоит из 10 цифр у компании и из 12 у предпринимателя.");
  else if (!company) addError("inn", `Торговая точка с ИНН ${inn} не участвует в клубе.`);

  const article = known.articles.get(readArticleCode(row.cell("article_code")));
  if (row.cell("article_code") === null) addError("article_code", "Укажите артикул.");
  else if (!article) addError("article_code", `Артикул ${shown("article_code")} не участвует в программе.`);

  const count = readCount(row.cell("sell_count"));
  if (count === null) addError("sell_count", "Количество — целое число больше нуля.");

  if (
    errors.length > 0 ||
    sellDate === null ||
    managerId === undefined ||
    inn === null ||
    !company ||
    !article ||
    !count
  )
    return { errors };
  return {
    inn,
    deal: {
      managerId,
      memberId: company.owner_id,
      companyId: company.id,
      companyName: company.actual_name_organization,
      sellDate,
      articleCode: article.code,
      articleName: article.name,
      count,
      managerPoints: article.manager_points * count,
      memberPoints: article.member_points * count,
    },
  };
}
