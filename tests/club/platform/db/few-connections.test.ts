import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nameNode, requireConnections, TooFewConnectionsError } from "../../../../club/platform/db/connection-limit";
import { type OpenedDatabase, openDatabase } from "../../../../club/platform/db/open";
import { openTestDatabase, type TestDatabase } from "../../../setup/database";

const LIMIT = 3;
const quiet = { info: () => undefined, warn: () => undefined };
const role = `few_${randomBytes(4).toString("hex")}`;
const password = randomBytes(12).toString("hex");
let database: TestDatabase;
let limited: OpenedDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await sql.raw(`create role ${role} login password '${password}' connection limit ${LIMIT}`).execute(database.db);
  const url = new URL(database.connectionString);
  url.username = role;
  url.password = password;
  limited = await openDatabase({
    databaseUrl: url.href,
    dataDir: "",
    log: quiet,
  });
});
afterAll(async () => {
  await limited.close();
  await sql.raw(`drop role ${role}`).execute(database.db);
  await database.close();
});

test("architecture: a query waits while PostgreSQL allows no more connections", async () => {
  const queries = Array.from({ length: 30 }, () => sql`select pg_sleep(0.05)`.execute(limited.db));
  const results = await Promise.allSettled(queries);
  expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
});

test("architecture: too few connections are told at the start, with what to change", async () => {
  const refused = requireConnections(limited.db, nameNode(LIMIT + 1));
  await expect(refused).rejects.toThrow(TooFewConnectionsError);
  await expect(refused).rejects.toThrow(
    `PostgreSQL allows ${LIMIT} connections, and this process needs ${LIMIT + 1}: lower DATABASE_POOL`,
  );
  await requireConnections(limited.db, nameNode(LIMIT));
});

test("architecture: the start counts the processes that already run on the database, and not itself", async () => {
  await sql.raw(`alter role ${role} connection limit ${2 * LIMIT}`).execute(database.db);
  const name = nameNode(LIMIT + 1);
  const databaseUrl = limited.connectionString;
  const first = await openDatabase({ databaseUrl, dataDir: "", log: quiet, name, poolSize: 1 });
  await requireConnections(first.db, name);
  await requireConnections(limited.db, nameNode(LIMIT - 1));
  await expect(requireConnections(limited.db, nameNode(LIMIT))).rejects.toThrow(
    `allows ${2 * LIMIT} connections, and this process needs ${LIMIT} beside the ${LIMIT + 1} of 1 that already run`,
  );
  await first.close();
});
