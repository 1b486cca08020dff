import { sql } from "kysely";
import { INN_LENGTHS } from "../../../contract/values";
import type { Db } from "../../platform/services";
import { listLaterReports } from "./later-reports";
import type { Matches } from "./match-counted";
import type { ParsedRow } from "./parse-report";
import type { ReportToCount } from "./report-to-count";
import type { Period, WholePeriod } from "./whole-period";

/** The longer INN is a sole trader's, the shorter one a company's. */
const [, SOLE_TRADER_DIGITS] = INN_LENGTHS;

/** A counted sale or return of the period. */
export interface CountedInPeriod {
  readonly id: number;
  readonly managerId: number;
  readonly sellDate: string;
  readonly inn: string;
  /** Whether the INN isn't that of the sale any more: an erasure has rewritten a sole trader's. */
  readonly isInnErased: boolean;
  readonly articleCode: string;
  readonly count: number;
  readonly points: number;
  readonly fingerprint: Buffer;
}

/** The counted sales of a period that no row of its file is. */
export interface GoneSales {
  readonly gone: readonly CountedInPeriod[];
  /** Those that stay whatever is said: a slip isn't a reason to take points away. */
  readonly unsure: readonly CountedInPeriod[];
  /** Why all of them stay, in words for the curator. Null: each of them may be a refused row, as far as that can be read. */
  readonly whyUnsure: string | null;
}

/**
 * Finds what earlier reports of the curator have counted in the period and the file doesn't have. Claimed sales aren't looked for:
 * they count because reports don't have them. Where rows of the file may be unread, or a later report has counted since, nothing is
 * known to be missing.
 */
export async function findGone(db: Db, report: ReportToCount, { repeated, corrections }: Matches): Promise<GoneSales> {
  const { fileId, curatorId, rows, period } = report;
  if (!period) return { gone: [], unsure: [], whyUnsure: null };
  const { rows: counted } = await sql<CountedInPeriod>`
    select deals.id, deals.manager_id as "managerId", sell_date as "sellDate", companies.inn,
      length(companies.inn) = ${SOLE_TRADER_DIGITS} and owner.erased_at is not null as "isInnErased",
      article_code as "articleCode", sell_count as count, manager_points + member_points as points, fingerprint
    from ${selectPeriod({ curatorId, period })} deals join companies on companies.id = deals.company_id
      join users owner on owner.id = companies.owner_id
    where file_id < ${fileId} and not exists (select from sale_claims where deal_id = deals.id)
    order by sell_date, deals.id
  `.execute(db);
  const isPaired = new Set<number | string>([
    ...[...repeated.values()].map((fingerprint) => fingerprint.toString("hex")),
    ...[...corrections.values()].map(({ id }) => id),
  ]);
  const missing = counted.filter(
    ({ id, fingerprint }) => !isPaired.has(id) && !isPaired.has(fingerprint.toString("hex")),
  );
  const whyUnsure = missing.length > 0 ? await findDoubt(db, report) : null;
  if (whyUnsure !== null) return { gone: [], unsure: missing, whyUnsure };
  const isRefused = compareWithRefused(rows);
  // No file has a rewritten INN.
  const mayBeRefused = (sale: CountedInPeriod) => sale.isInnErased || isRefused(sale);
  return { gone: missing.filter((sale) => !mayBeRefused(sale)), unsure: missing.filter(mayBeRefused), whyUnsure };
}

/** Why no sale can be said to be missing, in words for the curator; null when all of the file is known and it is the latest report. */
async function findDoubt(db: Db, report: ReportToCount): Promise<string | null> {
  if (report.hasUnreadRows) {
    return "Остальные продажи периода могут быть в строках, которые не прочитаны: на других и скрытых листах или выше названий столбцов. Поэтому клуб ничего не отзывает. Оставьте в книге один лист с одной таблицей и загрузите её ещё раз.";
  }
  if (await hasTwoDistributors(db, report.curatorId)) {
    return "У вас не один дистрибьютор, и клуб не знает, о продажах которого этот файл. Поэтому он ничего не отзывает: напишите в поддержку клуба, какие продажи лишние.";
  }
  if ((await listLaterReports(db, report)).length === 0) return null;
  return "После этого отчёта засчитан другой, загруженный позже, поэтому клуб ничего не отозвал. Если продаж периода не было, загрузите его ещё раз.";
}

/** The deals of a curator's managers that count in a period; those of managers who have gone elsewhere aren't among them. */
export function selectPeriod({ curatorId, period }: { curatorId: number; period: Period }) {
  return sql`(
    select counted.*
    from users manager cross join lateral (
      select * from deals
      where manager_id = manager.id and sell_date between ${period.from} and ${period.to}
        and deals.curator_id = ${curatorId} and recalled_at is null
      -- Planned by itself, which is by the index of managers and days.
      offset 0
    ) counted
    where manager.role = 'manager' and manager.curator_id = ${curatorId}
  )`;
}

/** Compares sales with refused rows by what can be read of each of these. */
function compareWithRefused(rows: readonly ParsedRow[]): (sale: CountedInPeriod) => boolean {
  const byFields = new Map<string, { fields: Field[]; keys: Set<string> }>();
  for (const row of rows) {
    if ("deal" in row) continue;
    const { read } = row;
    const fields = FIELDS.filter((field) => read[field] !== null);
    const group = byFields.get(fields.join()) ?? { fields, keys: new Set<string>() };
    group.keys.add(JSON.stringify(fields.map((field) => read[field])));
    byFields.set(fields.join(), group);
  }
  const groups = [...byFields.values()];
  return (sale) => groups.some(({ fields, keys }) => keys.has(JSON.stringify(fields.map((field) => sale[field]))));
}

const FIELDS = ["sellDate", "managerId", "inn", "articleCode"] as const;
type Field = (typeof FIELDS)[number];

/** The ids of those that are recalled: what the curator has seen, if anything was shown. */
export function listToRecall(period: WholePeriod | null, { gone }: GoneSales): number[] {
  if (period?.gone !== "recall") return [];
  const seen = period.seen && new Set(period.seen);
  return gone.flatMap(({ id, fingerprint }) => (!seen || seen.has(fingerprint.toString("hex")) ? [id] : []));
}

async function hasTwoDistributors(db: Db, curatorId: number): Promise<boolean> {
  const companies = await db
    .selectFrom("companies")
    .select("id")
    .where("owner_id", "=", curatorId)
    .where("kind", "=", "distributor")
    .limit(2)
    .execute();
  return companies.length > 1;
}
