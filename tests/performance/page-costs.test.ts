import { afterAll, beforeAll, expect, test } from "vitest";
import { listPrizes } from "../../contract/prizes";
import { SCREENS } from "../../scripts/screens";
import { openTestClub, type TestClub } from "../setup/club";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { isWithin, measurePage, type PageCost } from "./page-cost";

/** The most that a page may cost. */
const LIMIT: PageCost = { calls: 4, inSequence: 2, statements: 6 };

let club: TestClub;
let portal: TestPortal;
const cookies = new Map<string, string>();

beforeAll(async () => {
  club = await openTestClub({ seed: true, work: false });
  portal = await openTestPortal(club, { extensions: true });
  for (const [role, { phone }] of Object.entries(SCREENS)) {
    const session = phone ? await portal.logIn(phone) : "";
    cookies.set(role, role === "member-cart" ? `${session}; ${await fillCart(session, phone ?? "")}` : session);
  }
});
afterAll(async () => {
  await portal.close();
  await club.close();
});

/** Longer and longer, because the machine may be slow. */
const PAUSES_MS = [15, 100, 500];

const pages = Object.entries(SCREENS).flatMap(([role, { paths }]) =>
  paths.filter((path) => !path.endsWith(".html")).map((path) => [role, path] as const),
);

test.each(pages)("architecture: %s %s keeps to its calls and statements", async (role, path) => {
  const page = { path: encodeURI(path), cookie: cookies.get(role) ?? "" };
  let cost = { calls: Infinity, inSequence: Infinity, statements: Infinity };
  for (const pause of PAUSES_MS) {
    cost = await measurePage(portal, club, page, pause);
    if (isWithin(cost, LIMIT)) return;
  }
  expect(cost).toEqual(LIMIT);
});

/** Puts two certificates into the cart. @returns the cookies of the cart */
async function fillCart(session: string, phone: string): Promise<string> {
  const { certificates } = await club.ask(listPrizes, {}, { token: await club.logIn(phone) });
  let cart = "";
  for (const { id } of certificates.slice(0, 2)) {
    const body = new URLSearchParams({ prize_id: id, cartCount: "1" });
    const headers = { Cookie: `${session}; ${cart}` };
    const { headers: sent } = await portal.ask("/dashboard/gifts/giftery", { method: "POST", headers, body });
    cart = sent
      .getSetCookie()
      .map((line) => line.split(";", 1)[0])
      .join("; ");
  }
  return cart;
}
