import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../../../club/operators/cli/run";
import { moscowDate } from "../../../club/platform/moscow-date";
import { MOVED } from "../../../club/points/day-limits";
import { verifyLedgerJob } from "../../../club/points/jobs";
import { creditPoints } from "../../../club/points/ledger";
import { readLedgerCheck } from "../../../club/points/ledger-check";
import { verifyCheckpoints, verifyLedger } from "../../../club/points/verify-ledger";
import { verifyNewEntries } from "../../../club/points/verify-new-entries";
import { createMetrics } from "../../../server/metrics";
import { openTestClub, type TestClub } from "../../setup/club";
import { addPerson, credit, givePoints } from "./people";

const DAY_MS = 24 * 60 * 60 * 1000;
/** It isn't the turn of any of the first checkpoints. */
const QUIET_DAY = new Date(28 * 700 * DAY_MS + 20 * DAY_MS);
const turnOf = (checkpointId: number) => new Date((28 * 700 + checkpointId) * DAY_MS);

let club: TestClub;
beforeEach(async () => {
  club = await openTestClub({ seed: true, work: false });
});
afterEach(() => club.close());

const verify = (now = QUIET_DAY, patienceMs = 30_000) => {
  const { db, seal } = club.club.services;
  return verifyNewEntries(db, { seal, now, patienceMs });
};

/** Does what only the owner of the tables could. */
async function asOwner(statements: string) {
  await sql
    .raw(`
      alter table ledger_entries disable trigger user; alter table ledger_checkpoints disable trigger user;
      ${statements};
      alter table ledger_entries enable trigger user; alter table ledger_checkpoints enable trigger user;
    `)
    .execute(club.db);
}

const findExchange = async () => {
  const entries = club.db.selectFrom("ledger_entries").selectAll().where("reason", "=", "exchange").orderBy("id");
  const entry = await entries.executeTakeFirstOrThrow();
  return { ...entry, exchangeId: entry.reference.replace("exchange:", "") };
};

describe("the nightly check of the ledger", () => {
  test("architecture: it seals all entries the first time, and then only what is new", async () => {
    expect(await verify()).toMatchObject({ count: 0, newSlices: 1, repeatedSlices: 0 });
    expect(await verify()).toMatchObject({ count: 0, newSlices: 0 });
    const { id } = await addPerson(club, { role: "member" });
    await givePoints(club, id, 10);
    const { id: lastId } = await club.db
      .selectFrom("ledger_entries")
      .select((entry) => entry.fn.max("id").as("id"))
      .executeTakeFirstOrThrow();
    expect(await verify(turnOf(1))).toMatchObject({
      count: 0,
      newSlices: 1,
      repeatedSlices: 1,
      sealedUpTo: { entryId: lastId, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(await verifyCheckpoints(club.db, club.club.services.seal)).toEqual([]);
  });

  test("§1.3 entry, source and balances that were forged together after they were sealed are found", async () => {
    await verify();
    const { id, user_id, exchangeId } = await findExchange();
    await asOwner(`
      update ledger_entries set amount = amount + 1 where id = ${id};
      update ledger_entries set balance_after = balance_after + 1 where user_id = ${user_id} and id >= ${id};
      update balances set points = points + 1 where user_id = ${user_id};
      update exchanges set price = price - 1 where id = ${exchangeId};
      update ledger_entries set amount = amount - 1, balance_after = balance_after - 1
        where reason = 'refund' and reference = 'exchange:${exchangeId}'
    `);
    expect(await verifyLedger(club.db)).toEqual([]);
    const changed = { kind: "checkpoint", checkpointId: 1, isForged: false };
    expect(await verifyCheckpoints(club.db, club.club.services.seal)).toMatchObject([changed]);
    expect((await verify(turnOf(1))).differences).toMatchObject([changed]);
  });

  test("§1.3 a checkpoint that somebody without the key rewrote, or one before a removed one, is found every night", async () => {
    for (const amount of [1, 2, 3]) {
      const { id } = await addPerson(club, { role: "member" });
      await givePoints(club, id, amount);
      expect((await verify()).count).toBe(0);
    }
    await asOwner("update ledger_checkpoints set digest = sha256('') where id = 3");
    expect((await verify()).differences).toMatchObject([{ kind: "checkpoint", checkpointId: 3, isForged: true }]);
    await asOwner("delete from ledger_checkpoints where id = 2");
    expect((await verify()).differences).toMatchObject([{ kind: "checkpoint", checkpointId: 3, isForged: true }]);
  });

  test("§1.3 an entry without a source and an order that nobody paid are found, and not forgotten the next night", async () => {
    await verify();
    const { id } = await addPerson(club, { role: "member" });
    await credit(club, [{ userId: id, amount: 500, reason: "deal", reference: "deal:999999999", action: "Покупка" }]);
    const prize = await club.db.selectFrom("prizes").select("id").limit(1).executeTakeFirstOrThrow();
    const order = { user_id: id, prize_id: prize.id, price: 300, basket_uuid: "forged" };
    const unpaid = await club.db.insertInto("exchanges").values(order).returning("id").executeTakeFirstOrThrow();
    const expected = {
      count: 2,
      differences: [
        { userId: id, reference: "deal:999999999", recorded: 500, expected: null },
        { userId: id, reference: `exchange:${unpaid.id}`, entryId: null, expected: -300 },
      ],
    };
    expect(await verify()).toMatchObject({ ...expected, newSlices: 1 });
    expect(await verify()).toMatchObject({ ...expected, newSlices: 0, repeatedSlices: 1 });
  });

  test("§1.3 a balance that was raised by hand and an entry that doesn't continue the last one are found", async () => {
    const { id } = await addPerson(club, { role: "member" });
    await givePoints(club, id, 10);
    await verify();
    await club.db.updateTable("balances").set({ points: 1_000_010 }).where("user_id", "=", id).execute();
    const raised = { kind: "balance", userId: id, balance: 1_000_010, sum: 10, brokenEntryId: null };
    expect((await verify()).differences).toEqual([raised]);
    await givePoints(club, id, 5);
    expect((await verify()).differences).toMatchObject([
      { kind: "balance", userId: id, balance: 1_000_015, sum: 15, brokenEntryId: expect.any(Number) },
    ]);
  });

  test("architecture: entries are sealed when no transaction can add one before them any more", async () => {
    await verify();
    const { id: early } = await addPerson(club, { role: "member" });
    const { id: late } = await addPerson(club, { role: "member" });
    const correction = { amount: 7, reason: "correction" as const, reference: "any", action: "Тест" };
    await club.db.transaction().execute(async (trx) => {
      await creditPoints(trx, MOVED, [{ ...correction, userId: early }]);
      await givePoints(club, late, 10);
      await expect(verify(QUIET_DAY, 200)).rejects.toThrow("open for too long");
    });
    expect(await verify()).toMatchObject({ count: 0, newSlices: 1 });
    expect(await verifyCheckpoints(club.db, club.club.services.seal)).toEqual([]);
  });

  test("§5.6 a deal is compared with the rate that its article had on the day of sale", async () => {
    await verify();
    const deal = await club.db.selectFrom("deals").selectAll().orderBy("id").limit(1).executeTakeFirstOrThrow();
    const today = { sell_date: moscowDate(new Date()), created_at: new Date() };
    const { id: _, ...values } = { ...deal, ...today, fingerprint: Buffer.from("another sale") };
    await sql`update articles set manager_points = manager_points + 5, member_points = member_points + 5`.execute(
      club.db,
    );
    expect(await verifyLedger(club.db)).toEqual([]);
    const add = async (by: number, fingerprint: string, sellDate = today.sell_date) => {
      const managerPoints = deal.manager_points + by * deal.sell_count;
      const memberPoints = deal.member_points + by * deal.sell_count;
      const counted = { ...values, sell_date: sellDate, manager_points: managerPoints, member_points: memberPoints };
      const { id } = await club.db
        .insertInto("deals")
        .values({ ...counted, fingerprint: Buffer.from(fingerprint) })
        .returning("id")
        .executeTakeFirstOrThrow();
      const common = { reason: "deal" as const, reference: `deal:${id}`, action: "Сделка" };
      await credit(club, [
        { ...common, userId: deal.manager_id, amount: managerPoints },
        { ...common, userId: deal.member_id, amount: memberPoints },
      ]);
      return id;
    };
    await add(5, "as the new rate says");
    expect((await verify()).differences).toEqual([]);
    const forged = await add(6, "as no rate says");
    const found = { kind: "rate", dealId: forged, pieces: deal.sell_count };
    expect((await verify()).differences).toMatchObject([found]);
    expect(await verifyLedger(club.db)).toMatchObject([found]);
    const late = await add(5, "sold before the new rate", deal.sell_date);
    expect(await verifyLedger(club.db)).toMatchObject([found, { ...found, dealId: late }]);
    await expect(sql`update article_rates set manager_points = 1`.execute(club.db)).rejects.toThrow("never changed");
  });

  test("architecture: the job logs what differs as an error, and the metrics tell time, result and number on every node", async () => {
    const logged: { level: string; fields: object }[] = [];
    const note = (level: string) => (fields: object) => void logged.push({ level, fields });
    const services = { ...club.club.services, log: { info: note("info"), warn: note("warn"), error: note("error") } };
    const metrics = createMetrics();
    metrics.watchClub(club.club);
    const server = await metrics.listen(0, "127.0.0.1", (_req, _res, next) => next());
    const address = server.address();
    const scrape = async () => {
      const port = typeof address === "object" ? address?.port : 0;
      return (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).match(/^club_ledger_\w+ .*$/gm);
    };
    expect(await scrape()).toBeNull();
    await verifyLedgerJob.handle({}, services);
    expect(logged).toMatchObject([{ level: "info", fields: { newSlices: 1 } }]);
    expect(await scrape()).toEqual([
      expect.stringMatching(/^club_ledger_verified_timestamp_seconds 1\.?\d+/),
      "club_ledger_holds 1",
      "club_ledger_differences 0",
    ]);
    const { id } = await addPerson(club, { role: "member" });
    await credit(club, [
      { userId: id, amount: 500, reason: "promo_code", reference: "promo_code:SECRET", action: "Промокод" },
    ]);
    await verifyLedgerJob.handle({}, services);
    expect(logged.at(-1)).toMatchObject({ level: "error", fields: { count: 1, first: [{ userId: id }] } });
    expect(JSON.stringify(logged)).not.toContain("SECRET");
    expect(await scrape()).toEqual([expect.anything(), "club_ledger_holds 0", "club_ledger_differences 1"]);
    await new Promise((done) => server.close(done));
  });

  test("architecture: the operator's command verifies everything, or with --new what the night would", async () => {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const run = (...argv: string[]) => runCommand(argv, { print, printError: print }, club.environment);
    expect(await run("verify-ledger", "--new")).toBe(0);
    expect(lines).toEqual([
      "New slices: 1; slices verified again: 0.",
      expect.stringMatching(/^Sealed up to entry \d+, digest [0-9a-f]{64}\.$/),
      "The ledger holds.",
    ]);
    await asOwner("update ledger_checkpoints set entry_count = entry_count + 1");
    expect(await readLedgerCheck(club.db)).toMatchObject({ differences: 0 });
    expect(await run("verify-ledger")).toBe(1);
    expect(lines).toContainEqual(expect.stringMatching(/^Checkpoint 1, up to entry \d+, wasn't written by this club$/));
    // The metrics tell it of the last look, whoever has looked.
    expect(lines.at(-1)).toBe("Differences: 2.");
    expect(await readLedgerCheck(club.db)).toMatchObject({ differences: 2 });
  });

  test("architecture: a checkpoint is final but for its seal, which is renewed when the key is rotated", async () => {
    await verify();
    const change = (column: string) =>
      sql`update ledger_checkpoints set ${sql.ref(column)} = ${sql.ref(column)}`.execute(club.db);
    await change("signature_sealed");
    await expect(change("differences")).rejects.toThrow("never changed");
    await expect(sql`delete from ledger_checkpoints`.execute(club.db)).rejects.toThrow("never changed");
  });
});
