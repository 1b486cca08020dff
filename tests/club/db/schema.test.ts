import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { generateSchema, SCHEMA_FILE } from "../../../scripts/generate-schema";
import { openTestDatabase } from "../../setup/database";

test("architecture: the committed schema is the one of the migrations; after a new migration run `npm run schema`", async () => {
  const database = await openTestDatabase();
  try {
    expect(readFileSync(SCHEMA_FILE, "utf8")).toBe(await generateSchema(database.db));
  } finally {
    await database.close();
  }
});
