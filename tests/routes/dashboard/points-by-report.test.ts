import { afterAll, beforeAll, expect, test } from "vitest";
import { listPoints } from "../../../contract/deals";
import { listPrizes } from "../../../contract/prizes";
import { openTestClub, type TestClub } from "../../setup/club";
import { phones } from "../../setup/demo";
import { openTestPortal, type TestPortal } from "../../setup/portal";
import { openBrowser } from "../../setup/portal-browser";

let club: TestClub;
let portal: TestPortal;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  club = await openTestClub({ seed: true, work: false });
  portal = await openTestPortal(club, { extensions: true });
}, 240_000);
afterAll(async () => {
  await portal?.close();
  await club?.close();
});

/** With ordinary spaces in place of no-break ones. */
const plain = (node: Element | null | undefined) => (node?.textContent ?? "").replace(/\s+/g, " ").trim();

test("§3.10 accruals are folded by report: the rows of a report, their points, and the purchases of these days", async () => {
  const token = await club.logIn(phones.member);
  const { added } = await club.ask(listPoints, { page: 1, per_page: 50 }, { token });
  const [newest] = added.items.filter(({ report_id }) => report_id);
  const ofReport = added.items.filter(({ report_id }) => report_id === newest?.report_id);
  expect(ofReport.length).toBeGreaterThan(1);
  const browser = openBrowser(portal, await portal.logIn(phones.member));
  const { document } = await browser.open("/dashboard/points");
  const fold = document.querySelector("#added details");
  expect(fold?.hasAttribute("open")).toBe(false);
  expect([...(fold?.querySelectorAll("li") ?? [])].map(plain)).toEqual(
    ofReport.map(({ action, sumAdd }) => `${action}: +${sumAdd}`),
  );
  const row = fold?.closest("tr")?.previousElementSibling;
  expect(plain(row?.lastElementChild)).toBe(`+${ofReport.reduce((sum, { sumAdd = 0 }) => sum + sumAdd, 0)}`);
  const link = fold?.querySelector("a");
  expect(plain(link)).toBe("Покупки за эти дни");
  const purchases = await browser.open(link?.getAttribute("href") ?? "");
  expect(purchases.document.querySelectorAll("main tbody tr").length).toBeGreaterThan(0);
});

test("§3.10 §6.2 the points page says how much is missing for the next gift", async () => {
  const token = await club.logIn(phones.member);
  const { items } = await club.ask(listPrizes, {}, { token });
  const browser = openBrowser(portal, await portal.logIn(phones.member));
  const { document } = await browser.open("/dashboard/points");
  const points = Number(
    plain(document.querySelector("main .card"))
      .match(/[\d ]+(?= балл)/)?.[0]
      .replace(/\D/g, ""),
  );
  const dearer = items.filter(({ price }) => price > points).sort((a, b) => a.price - b.price);
  expect(plain(document.querySelector("main .gauge output")).replace(/\D/g, "")).toBe(
    String((dearer[0]?.price ?? 0) - points),
  );
});
