import { sql } from "kysely";
import type { TestClub } from "../../setup/club";

/**
 * The points that have ever been credited, whoever has them now and whether or not the person is active. They are read off the
 * rows themselves and not off the club's own counts of a day. Points that were only moved or given back aren't among them.
 */
export async function readCreditedPoints({ db }: TestClub): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select (
      select coalesce(sum(amount), 0) from ledger_entries
      where amount > 0 and reason not in ('refund', 'reversal') and reference not like 'merge:%'
    ) + (
      select coalesce(sum(amount), 0) from pending_credits where not waits_for_room
    ) as points
  `.execute(db);
  return Number(rows[0]?.points);
}

/**
 * The same with those that operators have promised: promo codes that nobody has redeemed, and what promotions may still add, a
 * million millions without a budget.
 */
export async function readMadePoints(club: TestClub): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select (
      select coalesce(sum(points), 0) from promo_codes where used_by_id is null
    ) + (
      select coalesce(sum(case when budget is null then 1000000000000 else budget - bonus_spent end), 0)
      from promotions where num_nonnulls(bonus_points, bonus_factor) > 0
    ) as points
  `.execute(club.db);
  return (await readCreditedPoints(club)) + Number(rows[0]?.points);
}

/** The number of the audit log's last row. */
export async function readLastEvent({ db }: TestClub): Promise<number> {
  const row = await db.selectFrom("audit_log").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

/** The events of an operator after a row of the audit log, without those that a day without an answer has brought. */
export async function readEvents({ db }: TestClub, operatorId: number, after: number): Promise<string[]> {
  const rows = await db
    .selectFrom("audit_log")
    .select("act")
    .where("id", ">", after)
    .where("operator_id", "=", operatorId)
    .where((where) => where.or([where("approved_by", "is", null), where("approved_by", "!=", "day:elapsed")]))
    .execute();
  return rows.map(({ act }) => act).sort();
}
