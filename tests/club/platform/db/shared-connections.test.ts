import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { SHARED_CONNECTIONS } from "../../../../club/platform/db/shared-connections";
import { openTestClub, type TestClub } from "../../../setup/club";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

const shared = () => club.club.services.sharedDb;
const ask = async <Value>(text: string, ...values: unknown[]): Promise<Value> => {
  const [start = "", ...rest] = text.split("?");
  const parts = Object.assign([start, ...rest], { raw: [start, ...rest] });
  const { rows } = await sql<{ value: Value }>(parts as unknown as TemplateStringsArray, ...values).execute(shared());
  return (rows[0] as { value: Value }).value;
};
const pid = () => ask<number>("select pg_backend_pid() as value");

describe("connections that short statements share", () => {
  test("architecture: many statements at once run on few connections, and each gets its own answer", async () => {
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    expect(await Promise.all(numbers.map((number) => ask<number>("select ?::int as value", number)))).toEqual(numbers);
    const pids = new Set(await Promise.all(numbers.map(pid)));
    expect(pids.size).toBeLessThanOrEqual(SHARED_CONNECTIONS);
  });

  test("architecture: a statement that fails leaves those beside it alone", async () => {
    const answers = await Promise.allSettled([
      ask("select 1 as value"),
      ask("select 1 / 0 as value"),
      ask("select * from nothing"),
      ask("select 2 as value"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
  });

  test("architecture: while something slow runs, short statements go elsewhere", async () => {
    const gate = 77_001;
    const slow: Promise<unknown>[] = [];
    await club.db.connection().execute(async (db) => {
      await sql`select pg_advisory_lock(${gate})`.execute(db);
      for (let index = 0; index < SHARED_CONNECTIONS; index++) {
        slow.push(ask("select pg_advisory_xact_lock_shared(?) is null as value", gate));
      }
      const waiting = sql`select from pg_locks where locktype = 'advisory' and objid = ${gate} and not granted`;
      await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(slow.length);
      const later = performance.now() + 60_000;
      vi.spyOn(performance, "now").mockReturnValue(later);
      expect(await ask<number>("select 7 as value")).toBe(7);
      await sql`select pg_advisory_unlock(${gate})`.execute(db);
    });
    await Promise.all(slow);
  });

  test("architecture: after a lost connection the next statement gets a new one", async () => {
    const lost = await pid();
    await sql`select pg_terminate_backend(${lost})`.execute(club.db);
    await vi.waitFor(async () => expect(await pid()).not.toBe(lost), { timeout: 60_000 });
    expect(await ask<number>("select 3 as value")).toBe(3);
  });
});
