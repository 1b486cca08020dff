import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileOnce } from "../../../../club/platform/db/compile-once";
import { openTestClub, type TestClub } from "../../../setup/club";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

test("architecture: a statement that is compiled once gets the values of each run", async () => {
  let built = 0;
  const readSegments = compileOnce((db, { from, limit }: { from: number; limit: number }) => {
    built += 1;
    return db.selectFrom("segments").select("id").where("id", ">=", from).orderBy("id").limit(limit);
  });
  const { db } = club;
  const all = (await db.selectFrom("segments").select("id").orderBy("id").execute()).map(({ id }) => id);
  const [, second = 0, third = 0] = all;
  expect((await readSegments(db, { from: second, limit: 1 })).map(({ id }) => id)).toEqual([second]);
  expect((await readSegments(db, { from: third, limit: 2 })).map(({ id }) => id)).toEqual(all.slice(2, 4));
  expect(built).toBe(1);
});

test("architecture: a raw statement may be compiled once too, and gives a value to all its places", async () => {
  const add = compileOnce(
    (_db, { number }: { number: number }) => sql<{ sum: number }>`select ${number}::int + ${number}::int as sum`,
  );
  expect(await add(club.db, { number: 2 })).toEqual([{ sum: 4 }]);
  expect(await add(club.db, { number: 5 })).toEqual([{ sum: 10 }]);
});
