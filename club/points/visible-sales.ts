import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../platform/http/endpoint";

type Viewer = Pick<Actor, "id" | "participant">;

/**
 * Which rows of `deals` a participant may see (§6.4). Every query of sales that answers a participant passes through here: who
 * a sale belongs to is said by its row, not by the people in it, since a shop buys from several distributors and managers
 * change theirs.
 *
 * - A shop sees all of its own purchases, from whatever distributor.
 * - A manager sees the own sales, and all of the distributor that has confirmed the manager.
 * - A curator sees the sales of the own distributor.
 * - A system manager sees every sale.
 *
 * @param deal the name of the table of deals in the statement
 */
export function seesDeal({ id, participant }: Viewer, deal = "deals"): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${deal}.${name}`);
  switch (participant) {
    case "system-manager":
      return sql`true`;
    case "manager":
      return sql`(${column("manager_id")} = ${id} or ${column("curator_id")} = ${confirmedDistributor(id)})`;
    case "curator":
      return sql`${column("curator_id")} = ${id}`;
    case "member":
      return sql`${column("member_id")} = ${id}`;
    default:
      return sql`false`;
  }
}

/**
 * Which rows of `sale_claims` a participant may see: a curator those of the own distributor, others those that they made.
 * @param claim the name of the table in the statement
 */
export function seesClaim({ id, participant }: Viewer, claim = "sale_claims"): RawBuilder<boolean> {
  return sql`${sql.ref(`${claim}.${participant === "curator" ? "curator_id" : "user_id"}`)} = ${id}`;
}

/** Which rows of `report_files` a participant may see: those of the own distributor. */
export function seesReport({ id }: Viewer): RawBuilder<boolean> {
  return sql`report_files.curator_id = ${id}`;
}

/** The curator of a manager's distributor, once the choice of it is confirmed; null before. */
export function confirmedDistributor(managerId: number): RawBuilder<number | null> {
  return sql`(select curator_id from users as searcher where searcher.id = ${managerId} and searcher.distributor_confirmed_at is not null)`;
}
