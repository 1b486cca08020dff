import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findNextSlice } from "../../../club/points/checkpoints";
import { openTestClub, type TestClub } from "../../setup/club";
import { addPerson } from "../club-people";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

const START = { entryId: 0, dealId: 0, exchangeId: 0 };

test("architecture: a slice is empty only where entries, sales and orders all end at the checkpoint", async () => {
  const { db } = club.club.services;
  expect(await findNextSlice(db, undefined, START)).toBeUndefined();
  for (const table of ["entryId", "dealId", "exchangeId"] as const) {
    const horizon = { ...START, [table]: 7 };
    expect(await findNextSlice(db, undefined, horizon), table).toEqual({ after: START, upTo: horizon });
  }
});

test("architecture: a slice has ten thousand orders at most, and the next one begins after its last", async () => {
  const { db } = club.club.services;
  const { id } = await addPerson(club);
  const { id: prizeId } = await club.db.selectFrom("prizes").select("id").limit(1).executeTakeFirstOrThrow();
  await sql`
    insert into exchanges (user_id, prize_id, price, basket_uuid)
    select ${id}, ${prizeId}, 1, 'basket' from generate_series(1, 10001)
  `.execute(club.db);
  const { rows } = await sql<{ id: number }>`select id from exchanges order by id`.execute(club.db);
  const last = rows.at(-1)?.id ?? 0;
  const slice = await findNextSlice(db, undefined, { ...START, exchangeId: last });
  expect(slice?.upTo.exchangeId).toBe(rows[9_999]?.id);
});
