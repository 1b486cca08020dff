import { JSDOM } from "jsdom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listDeals, listPoints } from "../../../contract/deals";
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
});
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

test("§3.10 a purchase's points lead to the entry that added them, among those of its report, and back", async () => {
  const browser = openBrowser(portal, await portal.logIn(phones.member));
  const { document: purchases } = await browser.open("/dashboard/sales/");
  const row = purchases.querySelector("main tbody tr:has(a[href*='/reports/'])");
  const link = row?.querySelector("a[href*='/reports/']");
  const [path = "", anchor = ""] = link?.getAttribute("href")?.split("#") ?? [];
  expect(link?.getAttribute("aria-label")).toBe(`${plain(link)}: начисление`);
  const { document, status } = await browser.open(path);
  expect([status, document.querySelectorAll(`[id="${anchor}"]`).length]).toEqual([200, 1]);
  const entry = document.getElementById(anchor);
  expect(plain(entry?.lastElementChild)).toBe(plain(link));
  expect(plain(entry)).toContain(plain(row?.querySelector("code")));
  expect(plain(document.querySelector("main .lead"))).toMatch(/^Отчёт от \d\d\.\d\d\.\d\d: \d+ стро/);
  const links = [...document.querySelectorAll("main header a")];
  expect(links.map(plain)).toEqual(["← Все баллы", "Покупки за эти дни"]);
  const [all, days] = links.map((one) => one.getAttribute("href") ?? "");
  expect(all).toBe("/dashboard/points#added");
  const back = await browser.open(days ?? "");
  expect(back.text).toContain(`${path}#${anchor}`);
});

test("§3.10 the page of a long report opens where the entry is, and the links to its other pages leave the entry", async () => {
  const headers = { Cookie: await portal.logIn(phones.member) };
  const { items } = await club.ask(listDeals, {}, { token: await club.logIn(phones.member) });
  const { report_id = "", entry_id = "" } = items.find((deal) => deal.entry_id) ?? {};
  const asked: string[] = [];
  const fetchUpstream = async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    const response = await club.club.fetch(request);
    if (!pathname.endsWith("user/points")) return response;
    asked.push(`${searchParams.get("report_id")} ${searchParams.get("entry_id")}`);
    const reply = await response.json();
    Object.assign(reply.result.added, { page: 2, total: 120 });
    return Response.json(reply);
  };
  const path = `/dashboard/points/reports/${report_id}?entry=${entry_id}`;
  const response = await portal.ask(path, { headers }, { fetchUpstream });
  const { document } = new JSDOM(await response.text()).window;
  expect(asked).toEqual([`${report_id} ${entry_id}`]);
  expect(document.querySelector("main nav [aria-current]")?.textContent).toBe("2");
  const links = [...document.querySelectorAll("main nav a")].map((link) => link.getAttribute("href") ?? "");
  expect(links.some((link) => link.includes("page=3"))).toBe(true);
  expect(links.filter((link) => link.includes("entry"))).toEqual([]);
});

test("§6.4 the page of a report that added nothing to one's own points is not found", async () => {
  const { items } = await club.ask(listDeals, {}, { token: await club.logIn(phones.member) });
  const path = `/dashboard/points/reports/${items.find(({ entry_id }) => entry_id)?.report_id}`;
  const browser = openBrowser(portal, await portal.logIn(phones.member));
  expect((await browser.open(path)).status).toBe(200);
  expect((await browser.open("/dashboard/points/reports/999999")).status).toBe(404);
  // The curator has uploaded it, and the points are others'.
  const curator = openBrowser(portal, await portal.logIn(phones.curator));
  expect((await curator.open(path)).status).toBe(404);
});

test("§7.1 before an upstream that doesn't tell the entries, a deal's points are no link", async () => {
  const headers = { Cookie: await portal.logIn(phones.member) };
  const fetchUpstream = async (request: Request) => {
    const response = await club.club.fetch(request);
    if (!new URL(request.url).pathname.endsWith("deals/current/user")) return response;
    return new Response((await response.text()).replaceAll("entry_id", "unknown"), response);
  };
  const response = await portal.ask("/dashboard/sales/", { headers }, { fetchUpstream });
  const { document } = new JSDOM(await response.text()).window;
  expect(document.querySelectorAll("main tbody tr").length).toBeGreaterThan(0);
  expect(document.querySelectorAll("main tbody a")).toHaveLength(0);
});

test("§3.10 §6.2 the points page says how much is missing for the gift that was chosen to save for", async () => {
  const token = await club.logIn(phones.member);
  const { items } = await club.ask(listPrizes, {}, { token });
  const session = await portal.logIn(phones.member);
  const before = (await openBrowser(portal, session).open("/dashboard/points")).document;
  const points = Number(
    plain(before.querySelector("main .card"))
      .match(/[\d ]+(?= балл)/)?.[0]
      .replace(/\D/g, ""),
  );
  // Enough for every thing, and a payout is no goal unless it is chosen.
  expect(before.querySelector("main .gauge")).toBeNull();
  const goal = items.find(({ price }) => price > points);
  const chosen = await portal.ask("/dashboard/gifts/goal", {
    method: "POST",
    headers: { Cookie: session },
    body: new URLSearchParams({ prize_id: goal?.id ?? "" }),
  });
  expect(chosen.status).toBe(303);
  const cookie = chosen.headers.getSetCookie().find((one) => one.startsWith("goal=")) ?? "";
  const after = (await openBrowser(portal, `${session}; ${cookie.split(";")[0]}`).open("/dashboard/points")).document;
  expect(plain(after.querySelector("main .gauge output")).replace(/\D/g, "")).toBe(String((goal?.price ?? 0) - points));
});
