import { afterAll, beforeAll, expect, test } from "vitest";
import { MOVED } from "../../../club/points/day-limits";
import { creditPoints, spendPoints } from "../../../club/points/ledger";
import { openTestClub, type TestClub } from "../../setup/club";
import { phones } from "../../setup/demo";
import { openTestPortal, type TestPortal } from "../../setup/portal";
import { openBrowser, type PortalBrowser } from "../../setup/portal-browser";

let club: TestClub;
let portal: TestPortal;
const browsers = new Map<string, PortalBrowser>();

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  club = await openTestClub({ seed: true, work: false });
  portal = await openTestPortal(club, { extensions: true });
  const manager = await club.db
    .selectFrom("users")
    .select("id")
    .where("phone", "=", phones.manager)
    .executeTakeFirstOrThrow();
  // More than a page of those that were sent, and some that have failed.
  const rows = Array.from({ length: 50 }, (_, index) => ({
    inviter_id: manager.id,
    email: `filter${index}@example.org`,
    first_name: "Имя",
    last_name: `Фильтров${index}`,
    target_role: "member" as const,
    status: index % 2 ? ("sent" as const) : ("error" as const),
  }));
  await club.db.insertInto("invites").values(rows).execute();
  for (const [who, phone] of Object.entries(phones)) {
    if (who !== "newMember") browsers.set(who, openBrowser(portal, await portal.logIn(phone)));
  }
});
afterAll(async () => {
  await portal?.close();
  await club?.close();
});

const open = (who: string, path: string) => {
  const browser = browsers.get(who);
  if (!browser) throw new Error(`${who} isn't logged in`);
  return browser.open(path);
};

/** Filtered lists, with what their address keeps apart from the page. */
const lists = [
  ["manager", "/dashboard/invite/?search=filter&invite_status=sent"],
  ["manager", "/dashboard/sales/?search=а&date_from=2020-01-01&date_to=2099-01-01"],
  ["member", "/dashboard/sales/?date_from=2020-01-01"],
  ["manager", "/dashboard/points/?added=2"],
  ["member", "/dashboard/gifts/?type=souvenir&enough=1"],
] as const;

test.each(lists)("§9.1 %s %s: further pages, the file and the buttons keep what was asked for", async (who, path) => {
  const asked = [...new URL(path, "http://portal").searchParams];
  const { document, status } = await open(who, path);
  expect(status).toBe(200);
  const links = [...document.querySelectorAll<HTMLAnchorElement>("main nav a, main a[href*='/export']")];
  const forms = [...document.querySelectorAll<HTMLFormElement>("main form[method=post]")];
  const ownPath = path.split("?")[0]?.replace(/\/$/, "") ?? "";
  const addresses = [
    ...links.map((link) => link.getAttribute("href") ?? ""),
    ...forms
      .map((form) => form.getAttribute("action") ?? "")
      // What a gift is ordered by leads back to the list; other forms of the page aren't about the list.
      .filter((action) => action.startsWith(`${ownPath}?`) || /^\/dashboard\/gifts\/\d/.test(action)),
  ].map((address) => new URL(address, `http://portal${path}`));
  const lost = addresses.flatMap((address) => {
    // Each of two lists has a page of its own, whose links change it.
    const isOwn = ([name]: [string, string]) => name === "added" && address.hash === "#added";
    return asked
      .filter((pair) => !isOwn(pair) && address.searchParams.get(pair[0]) !== pair[1])
      .map(([name]) => `${name} is lost in ${address.pathname}${address.search}`);
  });
  expect(addresses.length).toBeGreaterThan(0);
  expect(lost).toEqual([]);
});

test("§9.1 of two lists on a page each link turns its own", async () => {
  const { id: userId } = await club.db
    .selectFrom("users")
    .select("id")
    .where("phone", "=", phones.manager)
    .executeTakeFirstOrThrow();
  const entry = (number: number) => ({
    ...{ userId, amount: 1, reason: "correction" as const, reference: `turn:${number}`, action: "Исправление" },
    createdAt: new Date(),
  });
  const numbers = Array.from({ length: 40 }, (_, number) => number);
  await club.db.transaction().execute(async (trx) => {
    await creditPoints(trx, MOVED, numbers.map(entry));
    for (const number of numbers) await spendPoints(trx, entry(100 + number));
  });
  const { document } = await open("manager", "/dashboard/points/");
  const next = (label: string) =>
    document.querySelector(`main nav[aria-label="${label}"] a[rel=next]`)?.getAttribute("href")?.split("?")[1];
  expect([next("Страницы списаний"), next("Страницы начислений")]).toEqual(["spent=2#spent", "added=2#added"]);
});

test("§3.10 the file has the rows that the page counts, filtered by each of its filters", async () => {
  const rowsOf = async (path: string) => (await open("manager", path)).text.trim().split("\r\n").slice(1);
  const queries = [
    "search=filter",
    "invite_status=error",
    "search=filter1&invite_status=sent",
    "invite_status=expired",
  ];
  for (const query of queries) {
    const { document } = await open("manager", `/dashboard/invite/?${query}`);
    const total = /Найдено:\s(\d+)/.exec(document.querySelector("#list h2")?.textContent ?? "")?.[1];
    expect([query, (await rowsOf(`/dashboard/invite/export?${query}`)).length]).toEqual([query, Number(total)]);
  }
  const { document } = await open("manager", "/dashboard/sales/?date_from=2020-01-01");
  const total = /^(\d+)/.exec((document.querySelector(".lead")?.textContent ?? "").replace(/\s/g, ""))?.[1];
  expect(await rowsOf("/dashboard/sales/export?date_from=2020-01-01")).toHaveLength(Number(total));
});

test("§3.10 a period that ends before it begins makes no file", async () => {
  const reversed = "date_from=2026-05-31&date_to=2026-05-01";
  const { status, location } = await open("member", `/dashboard/sales/export?${reversed}`);
  expect([status, location]).toEqual([302, `/dashboard/sales/?${reversed}`]);
});
