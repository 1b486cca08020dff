import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestClub, type TestClub } from "../../setup/club";
import { openTestPortal, type TestPortal } from "../../setup/portal";

let club: TestClub;
let portal: TestPortal;
const before = process.env.COMING_SOON;

beforeAll(async () => {
  process.env.COMING_SOON = "on";
  club = await openTestClub();
  portal = await openTestPortal(club);
});
afterAll(async () => {
  if (before === undefined) delete process.env.COMING_SOON;
  else process.env.COMING_SOON = before;
  await portal?.close();
  await club?.close();
});

test("§2.3.5 one setting replaces every page by the placeholder", async () => {
  for (const path of ["/", "/promo/", "/login"]) {
    const html = (await (await portal.ask(path)).text()).replace(/<script[\s\S]*?<\/script>/g, "");
    expect([path, html.includes("Скоро открытие"), html.includes('<form method="post" action="/login')]).toEqual([
      path,
      true,
      false,
    ]);
  }
});
