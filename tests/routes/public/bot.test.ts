import { afterAll, beforeAll, expect, test } from "vitest";
import { participants } from "../../../contract/values";
import { openTestClub, type TestClub } from "../../setup/club";
import { openTestPortal, type TestPortal } from "../../setup/portal";

let club: TestClub;
let portal: TestPortal;

beforeAll(async () => {
  club = await openTestClub({ seed: true });
  portal = await openTestPortal(club);
});
afterAll(async () => {
  await portal?.close();
  await club?.close();
});

test("§1.10 §6.2 only a member gets the button to the authenticity bot", async () => {
  const seen: string[] = [];
  for (const [index, visitor] of ["guest", ...participants].entries()) {
    const headers = { Cookie: visitor === "guest" ? "" : await portal.logIn(`7900000000${index}`) };
    const html = await (await portal.ask("/q&a/", { headers })).text();
    if (/<a[^>]*href="https:[^"]*"[^>]*>Проверить подлинность/.test(html)) seen.push(visitor);
  }
  expect(seen).toEqual(["member"]);
});
