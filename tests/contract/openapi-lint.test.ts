import path from "node:path";
import { lint, loadConfig } from "@redocly/openapi-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../architecture/sources";
import { openTestClub, type TestClub } from "../setup/club";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub();
});
afterAll(() => club?.close());

test("§7.1 the API's description has nothing that redocly's recommended rules object to", async () => {
  const config = await loadConfig({ configPath: path.join(ROOT, "tests/contract/redocly.yaml") });
  const problems = await lint({ ref: `${club.origin}/api/openapi.json`, config });
  const found = problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
  expect(found).toEqual([]);
});
