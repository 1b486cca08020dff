// Writes club/db/schema.ts from the migrations: `npm run schema`, after adding a migration.
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { migrateDatabase } from "../club/db/migrate";
import { openDatabase } from "../club/db/open";
import { generateSchema, SCHEMA_FILE } from "./generate-schema";

const dataDir = await mkdtemp(path.join(tmpdir(), "club-schema-"));
const database = await openDatabase({ dataDir, log: { info: () => undefined, warn: console.warn } });
try {
  await migrateDatabase(database.db);
  writeFileSync(SCHEMA_FILE, await generateSchema(database.db));
  console.log(`${SCHEMA_FILE} is up to date.`);
} finally {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
}
