import { sql } from "kysely";
import type { UserRow } from "../../platform/db/types";
import type { Trx } from "../../platform/services";
import { lockReportsOf } from "./lock-reports";
import { createFingerprinter } from "./sale-fingerprint";

/**
 * Gives the reports of one curator, and the sales in them, to the next one of the same distributor, who goes on with them: what
 * was counted isn't counted again, and can be corrected and returned.
 * @returns how many were given
 */
export async function moveReports(trx: Trx, from: UserRow, to: UserRow): Promise<{ reports: number; deals: number }> {
  // As many as were ever counted.
  await sql`set local statement_timeout = 0`.execute(trx);
  for (const id of [from.id, to.id].sort((one, other) => one - other)) await lockReportsOf(trx, id);
  const { numUpdatedRows } = await trx
    .updateTable("report_files")
    .set({ curator_id: to.id })
    .where("curator_id", "=", from.id)
    .executeTakeFirst();
  return { reports: Number(numUpdatedRows), deals: await moveDeals(trx, from, to) };
}

/**
 * Gives the deals of one manager or curator to another. Their fingerprints name both, so they are made anew: a report that
 * names the other one counts none of these sales again. Recalled deals keep what a recall has made of theirs: the sale may be
 * reported again.
 * @returns how many deals were moved
 */
export async function moveDeals(trx: Trx, from: UserRow, to: UserRow): Promise<number> {
  const [column, partner] =
    from.role === "curator" ? (["curator_id", "manager_id"] as const) : (["manager_id", "curator_id"] as const);
  const partners = await trx
    .selectFrom("deals")
    .select((deal) => deal.ref(partner).as("id"))
    .distinct()
    .where(column, "=", from.id)
    .execute();
  let moved = 0;
  // Some at a time: a distributor may have millions.
  for (const { id } of partners) moved += await moveShared(trx, from, to, { column, partner, partnerId: id });
  return moved;
}

interface Sides {
  /** Which of both the deals are taken from. */
  readonly column: "curator_id" | "manager_id";
  readonly partner: "curator_id" | "manager_id";
  readonly partnerId: number;
}

/** Gives the deals that somebody shares with one manager or curator. */
async function moveShared(
  trx: Trx,
  from: UserRow,
  to: UserRow,
  { column, partner, partnerId }: Sides,
): Promise<number> {
  const deals = await trx
    .selectFrom("deals")
    .innerJoin("companies", "companies.id", "deals.company_id")
    .select([
      "deals.id",
      "deals.curator_id as curatorId",
      "deals.manager_id as managerId",
      "deals.sell_date as sellDate",
    ])
    .select(["companies.inn", "deals.article_code as articleCode", "deals.sell_count as count"])
    .select(["deals.document_number as documentNumber", "deals.fingerprint", "deals.recalled_at"])
    .where(`deals.${partner}`, "=", partnerId)
    .where(`deals.${column}`, "in", [from.id, to.id])
    .orderBy(sql`deals.${sql.ref(column)} = ${from.id}`)
    .orderBy("deals.id")
    .execute();
  const fingerprint = createFingerprinter();
  const taken = new Set(deals.map((deal) => deal.fingerprint.toString("hex")));
  const moved: { id: number; fingerprint: Buffer }[] = [];
  for (const deal of deals) {
    const isMoved = (column === "curator_id" ? deal.curatorId : deal.managerId) === from.id;
    const sale = { ...deal, [column === "curator_id" ? "curatorId" : "managerId"]: to.id };
    let next = deal.recalled_at ? deal.fingerprint : fingerprint(sale);
    // Equal sales are numbered; those of the other one have the first numbers.
    while (isMoved && !deal.recalled_at && taken.has(next.toString("hex"))) next = fingerprint(sale);
    if (!isMoved) continue;
    taken.add(next.toString("hex"));
    moved.push({ id: deal.id, fingerprint: next });
  }
  if (moved.length > 0) {
    await sql`
      update deals set ${sql.ref(column)} = ${to.id}, fingerprint = renewed.fingerprint
      from unnest(${moved.map(({ id }) => id)}::int[], ${moved.map((deal) => deal.fingerprint)}::bytea[])
        as renewed (id, fingerprint)
      where deals.id = renewed.id
    `.execute(trx);
  }
  return moved.length;
}
