import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../../../club/operators/cli/run";
import type { LedgerDifference } from "../../../club/points/ledger-differences";
import { verifyLedger } from "../../../club/points/verify-ledger";
import { openTestClub, type TestClub } from "../../setup/club";
import { forgeEntry } from "./forge-entry";
import { addPerson, credit, givePoints } from "./people";

/** The demo has entries of every source: deals, invitations, promo codes, exchanges and refunds. */
let club: TestClub;
let known: string[];
beforeAll(async () => {
  club = await openTestClub({ seed: true, work: false });
  expect(await verifyLedger(club.db)).toEqual([]);
});
afterAll(() => club.close());
beforeEach(async () => {
  known = (await verifyLedger(club.db)).map((difference) => JSON.stringify(difference));
});

/** The differences that weren't there before the test. */
async function findNew(): Promise<LedgerDifference[]> {
  return (await verifyLedger(club.db)).filter((difference) => !known.includes(JSON.stringify(difference)));
}

const findEntry = (reason: "deal" | "invite" | "promo_code" | "exchange" | "refund") =>
  club.db
    .selectFrom("ledger_entries")
    .selectAll()
    .where("reason", "=", reason)
    .orderBy("id")
    .limit(1)
    .executeTakeFirstOrThrow();

const exchangeId = (reference: string) => Number(reference.replace("exchange:", ""));

describe("the check of the ledger", () => {
  test("architecture: it finds a balance that was changed by hand", async () => {
    const { id } = await addPerson(club, { role: "member" });
    await givePoints(club, id, 10);
    await club.db.updateTable("balances").set({ points: 11 }).where("user_id", "=", id).execute();
    expect(await findNew()).toMatchObject([{ kind: "balance", userId: id, balance: 11, sum: 10 }]);
    await club.db.updateTable("balances").set({ points: 10, added_count: 2 }).where("user_id", "=", id).execute();
    expect(await findNew()).toMatchObject([{ userId: id }]);
    await club.db.updateTable("balances").set({ added_count: 1 }).where("user_id", "=", id).execute();
    expect(await findNew()).toEqual([]);
  });

  test("architecture: it finds an entry whose number, by which pages of the history are read, isn't the next one", async () => {
    const { id } = await addPerson(club, { role: "member" });
    await givePoints(club, id, 10);
    await givePoints(club, id, 20);
    const renumber = (from: number, to: number) =>
      sql`
        alter table ledger_entries disable trigger user;
        update ledger_entries set number = ${sql.lit(to)} where user_id = ${sql.lit(id)} and number = ${sql.lit(from)};
        alter table ledger_entries enable trigger user;
      `.execute(club.db);
    await renumber(2, 3);
    expect(await findNew()).toMatchObject([{ kind: "balance", userId: id, brokenEntryId: expect.any(Number) }]);
    await renumber(3, 2);
    expect(await findNew()).toEqual([]);
  });

  test.each(["deal", "invite", "promo_code", "exchange", "refund"] as const)(
    "§1.3 it finds a forged entry (%s) although balance and running balances were forged with it",
    async (reason) => {
      const entry = await findEntry(reason);
      await forgeEntry(club, entry, 1_000_000);
      const found = {
        kind: "source",
        userId: entry.user_id,
        reason,
        reference: entry.reference,
        entryId: entry.id,
        isPending: false,
        recorded: entry.amount + 1_000_000,
        expected: entry.amount,
      };
      const differences = await findNew();
      // A spending that became a gain is also counted on the wrong side.
      expect(differences.filter(({ kind }) => kind === "source")).toEqual([found]);
      await forgeEntry(club, { ...entry }, -1_000_000);
      expect(await findNew()).toEqual([]);
    },
  );

  test("§1.3 it finds entries whose deal, invitation or rejected exchange doesn't exist", async () => {
    const invite = await findEntry("invite");
    await club.db.updateTable("invites").set({ status: "sent" }).where("id", "=", invite.reference).execute();
    const refund = await findEntry("refund");
    await club.db
      .updateTable("exchanges")
      .set({ status: "completed" })
      .where("id", "=", exchangeId(refund.reference))
      .execute();
    const { id } = await addPerson(club, { role: "member" });
    await credit(club, [
      { userId: id, amount: 500, reason: "deal", reference: "deal:999999999", action: "Покупка" },
      { userId: id, amount: 300, reason: "promotion", reference: "any", action: "Акция" },
    ]);
    const differences = await findNew();
    expect(differences).toHaveLength(4);
    expect(differences).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ entryId: invite.id, recorded: 100, expected: null }),
        expect.objectContaining({ entryId: refund.id, recorded: refund.amount, expected: null }),
        expect.objectContaining({ userId: id, reference: "deal:999999999", recorded: 500, expected: null }),
        expect.objectContaining({ userId: id, reason: "promotion", recorded: 300, expected: null }),
      ]),
    );
  });

  test("§1.5 it finds sources without an entry, also of somebody else, and a pending credit that was raised", async () => {
    const { id } = await addPerson(club, { role: "member" });
    const entry = await findEntry("promo_code");
    const code = entry.reference.replace("promo_code:", "");
    await club.db.updateTable("promo_codes").set({ used_by_id: id }).where("code", "=", code).execute();
    const pending = await club.db.selectFrom("pending_credits").selectAll().limit(1).executeTakeFirstOrThrow();
    await club.db.updateTable("pending_credits").set({ amount: 9_999 }).where("id", "=", pending.id).execute();
    const differences = await findNew();
    expect(differences).toHaveLength(3);
    expect(differences).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ userId: id, reference: entry.reference, entryId: null, expected: entry.amount }),
        expect.objectContaining({ userId: entry.user_id, entryId: entry.id, expected: null }),
        expect.objectContaining({ entryId: pending.id, isPending: true, recorded: 9_999, expected: pending.amount }),
      ]),
    );
  });

  test("§3.10 it finds a debt that its payments don't explain, and payments of a debt that isn't there", async () => {
    const { id } = await addPerson(club, { role: "member" });
    const debts = async () => (await findNew()).filter(({ kind }) => kind === "debt");
    const debt = {
      user_id: id,
      reason: "return",
      reference: "deal:0",
      action: "Возврат",
      created_at: new Date(),
    } as const;
    await club.db
      .insertInto("debts")
      .values({ ...debt, amount: 30, amount_left: 30 })
      .execute();
    await givePoints(club, id, 20);
    expect(await debts()).toEqual([]);
    await club.db.updateTable("debts").set({ amount_left: 9 }).where("user_id", "=", id).execute();
    const differs = { kind: "debt", userId: id, amount: 30, left: 9, paid: 20 };
    expect(await debts()).toEqual([{ ...differs, debtId: expect.any(Number) }]);
    await club.db.deleteFrom("debts").where("user_id", "=", id).execute();
    expect(await debts()).toEqual([{ ...differs, debtId: null, amount: 0, left: 0 }]);
  });

  test("architecture: the operator's command lists each difference and ends with 1", async () => {
    const entry = await findEntry("deal");
    await forgeEntry(club, entry, 7);
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const environment = { ...process.env, ...club.environment };
    expect(await runCommand(["verify-ledger"], { print, printError: print }, environment)).toBe(1);
    expect(lines).toContain(
      `User ${entry.user_id}: entry ${entry.id} of ${entry.amount + 7}, but deal ${entry.reference} gives ${entry.amount}`,
    );
    await forgeEntry(club, entry, -7);
  });
});

test("§1.3 an entry is never changed, deleted or emptied away; only its text may be", async () => {
  const { id, amount } = await findEntry("deal");
  const changes = [
    sql`update ledger_entries set amount = ${amount + 1} where id = ${id}`,
    sql`update ledger_entries set balance_after = 0`,
    sql`delete from ledger_entries where id = ${id}`,
    sql`truncate ledger_entries`,
  ];
  for (const change of changes) await expect(change.execute(club.db)).rejects.toThrow("never changed");
  await club.db.updateTable("ledger_entries").set({ action: "Покупка" }).where("id", "=", id).execute();
  expect(await findNew()).toEqual([]);
});
