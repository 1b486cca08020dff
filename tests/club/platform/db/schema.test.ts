import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  generateMigrationList,
  generateSchema,
  MIGRATIONS_FILE,
  SCHEMA_FILE,
} from "../../../../scripts/generate-schema";
import { openTestDatabase } from "../../../setup/database";

test("architecture: the committed schema is the one of the migrations; after a new migration run `npm run schema`", async () => {
  const database = await openTestDatabase();
  try {
    expect(readFileSync(SCHEMA_FILE, "utf8")).toBe(await generateSchema(database.db));
  } finally {
    await database.close();
  }
});

test("architecture: the committed list of migrations has every file; after a new migration run `npm run schema`", () => {
  expect(readFileSync(MIGRATIONS_FILE, "utf8")).toBe(generateMigrationList());
});
