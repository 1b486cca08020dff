import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../../setup/database";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const read = async (number: string) =>
  (await sql<{ value: number }>`select ${sql.raw(number)} as value`.execute(database.db)).rows[0]?.value;

test("architecture: points of the database are exact numbers, or an error where JavaScript would round them", async () => {
  expect(await read("9007199254740991::bigint")).toBe(9_007_199_254_740_991);
  expect(await read("-3663000000::numeric")).toBe(-3_663_000_000);
  for (const type of ["bigint", "numeric"]) {
    await expect(read(`9007199254740993::${type}`)).rejects.toThrow("too large");
    await expect(read(`-9007199254740993::${type}`)).rejects.toThrow("too large");
  }
  await expect(read("array[9007199254740993]::bigint[]")).rejects.toThrow("too large");
});
