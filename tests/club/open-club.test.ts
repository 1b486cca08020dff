import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestClub, type TestClub } from "../setup/club";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub();
});
afterAll(() => club.close());

describe("openClub", () => {
  test("§7.2 answers under /api, on its port and without one", async () => {
    const { origin } = club;
    expect((await fetch(`${origin}/api/health`)).status).toBe(200);
    expect((await club.club.fetch(new Request(`${origin}/api/health`))).status).toBe(200);
    expect((await club.club.fetch(new Request(`${origin}/api/no-such-call`))).status).toBe(404);
  });
});
