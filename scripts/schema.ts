// Writes the list of the migrations and, from them, club/platform/db/schema.ts: `npm run schema`, after adding a migration.
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase } from "../club/platform/db/open";
import { generateMigrationList, generateSchema, MIGRATIONS_FILE, SCHEMA_FILE } from "./generate-schema";

writeFileSync(MIGRATIONS_FILE, generateMigrationList());
// Only now, since it imports the list.
const { migrateDatabase } = await import("../club/platform/db/migrate");
const dataDir = await mkdtemp(path.join(tmpdir(), "club-schema-"));
const database = await openDatabase({ dataDir, log: { info: () => undefined, warn: console.warn } });
try {
  await migrateDatabase(database.db);
  writeFileSync(SCHEMA_FILE, await generateSchema(database.db));
  console.log(`${MIGRATIONS_FILE} and ${SCHEMA_FILE} are up to date.`);
} finally {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
}
