import { sql } from "kysely";
import type { Db } from "../services";

export interface StatementEntry {
  readonly id: number;
  readonly at: Date;
  readonly action: string;
  /** Above zero: added. Below: spent. */
  readonly amount: number;
  readonly balance: number;
}

/** What happened on a person's account in a period, between what was there before and after. */
export interface Statement {
  readonly opening: number;
  readonly closing: number;
  readonly added: number;
  readonly spent: number;
  readonly entries: readonly StatementEntry[];
}

/** Reads a person's entries of a period, oldest first. @param until the moment that isn't in it any more */
export async function readStatement(db: Db, userId: number, from: Date, until: Date): Promise<Statement> {
  const { opening } = await db
    .selectFrom("ledger_entries")
    .select(sql<number>`coalesce(sum(amount), 0)`.as("opening"))
    .where("user_id", "=", userId)
    .where("created_at", "<", from)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("ledger_entries")
    .select(["id", "created_at", "action", "amount"])
    .where("user_id", "=", userId)
    .where("created_at", ">=", from)
    .where("created_at", "<", until)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  let balance = opening;
  const entries = rows.map(({ id, created_at, action, amount }): StatementEntry => {
    balance += amount;
    return { id, at: created_at, action, amount, balance };
  });
  const sum = (sign: number) =>
    entries.reduce((total, { amount }) => total + (Math.sign(amount) === sign ? Math.abs(amount) : 0), 0);
  return { opening, closing: balance, added: sum(1), spent: sum(-1), entries };
}
