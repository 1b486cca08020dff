import type { AppLoadContext } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addCompany, logout } from "../../contract/accounts";
import { faq, fileLinksByRole, menu, rules } from "../../contract/content";
import { listPrizes } from "../../contract/prizes";
import type { AnswerRead, Read } from "../../contract/read";
import { SCREENS } from "../../scripts/screens";
import type { AccessRecord } from "../../server/access-log";
import { fetchWithin } from "../../server/fetch-within";
import { createPageRenderer } from "../../server/pages/render";
import { createRouteFinder } from "../../server/routes";
import { firstSegment, freshInn } from "../club/club-people";
import { openTestClub, type TestClub } from "../setup/club";
import { findPerson, phones } from "../setup/demo";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { startPortalServer } from "../setup/portal-server";

let club: TestClub;
let portal: TestPortal;
/** The reads that the club has answered without a request. */
let reads: Read[] = [];
let answerRead: AnswerRead;
let renderPage: ReturnType<typeof createPageRenderer>;
const cookies = new Map<string, string>();

beforeAll(async () => {
  club = await openTestClub({ seed: true, work: false });
  portal = await openTestPortal(club, { extensions: true });
  answerRead = (read) => {
    reads.push(read);
    return club.club.answerRead(read);
  };
  renderPage = createPageRenderer(portal.build, createRouteFinder(portal.build.routes));
  for (const [role, { phone }] of Object.entries(SCREENS)) cookies.set(role, phone ? await portal.logIn(phone) : "");
});
afterAll(async () => {
  await portal.close();
  await club.close();
});

/** What all pages share and the portal keeps for a minute, so that any of them may be the one that reads it again. */
const CONTENTS: readonly string[] = [menu, rules, faq, fileLinksByRole].map((call) => call.path);

/** What a browser gets. */
async function show(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  return `${response.status} ${response.headers.get("Location")} ${await response.text()}`;
}

const look = (path: string, cookie: string, context: AppLoadContext = {}) =>
  show(portal.ask(encodeURI(path), { headers: { Cookie: cookie } }, context));

const pages = Object.entries(SCREENS).flatMap(([role, { paths }]) =>
  paths.filter((path) => !path.endsWith(".html")).map((path) => [role, path] as const),
);

describe("the same page whichever way it is made", () => {
  test.each(pages)("architecture: %s %s", async (role, path) => {
    const cookie = cookies.get(role) ?? "";
    // The first look at some pages changes a counter.
    await look(path, cookie);
    const usual = await look(path, cookie);
    reads = [];
    expect(await look(path, cookie, { answerRead })).toBe(usual);
    if (cookie !== "") expect(reads.length).toBeGreaterThan(0);
    const request = new Request(`http://127.0.0.1:3000${encodeURI(path)}`, { headers: { Cookie: cookie } });
    expect(await show(renderPage(request, { answerRead }))).toBe(usual);
  });

  test.each(["/nowhere", "/dashboard/sales.data", "/_root.data", "/dashboard/sales/export", "/promo/?index"])(
    "architecture: manager %s",
    async (path) => {
      const cookie = cookies.get("manager") ?? "";
      await look(path, cookie);
      const usual = await look(path, cookie);
      const request = new Request(`http://127.0.0.1:3000${path}`, { headers: { Cookie: cookie } });
      expect(await show(renderPage(request, { answerRead }))).toBe(usual);
    },
  );
});

describe("a page that is opened again", () => {
  const logs: string[] = [];
  let server: Awaited<ReturnType<typeof startPortalServer>>;
  beforeAll(async () => {
    server = await startPortalServer(portal, logs, { answerRead, fetchUpstream: fetchWithin(club.club.fetch) });
  });
  afterAll(() => server.close());

  /** @returns the page, the reads that were made for it alone, and which way it was found by the access log */
  const open = async (path: string, cookie: string, headers: Record<string, string> = {}) => {
    reads = [];
    logs.length = 0;
    const init = { headers: { Cookie: cookie, ...headers }, redirect: "manual" } as const;
    const page = await show(fetch(server.origin + encodeURI(path), init));
    await expect.poll(() => logs.some((line) => line.includes('"msg":"request"'))).toBe(true);
    const record: AccessRecord = JSON.parse(logs.find((line) => line.includes('"msg":"request"')) ?? "");
    const own = reads.map((read) => read.path).filter((path) => !CONTENTS.includes(path));
    return { page, from: record.page, reads: own.toSorted() };
  };
  const sources = new Map<string, string | undefined>();

  test.each(pages)("architecture: %s %s is the same page, and makes the same reads", async (role, path) => {
    const cookie = cookies.get(role) ?? "";
    // The first look at some pages changes a counter, and the menu is read with the first page.
    await open(path, cookie);
    const known = await open(path, cookie);
    const again = await open(path, cookie);
    expect(again.page).toBe(known.page);
    expect(again.reads).toEqual(known.reads);
    sources.set(`${role} ${path}`, again.from);
    if (!again.page.startsWith("200")) return;
    expect(["stored", "same-state", "rendered"]).toContain(again.from);
    if (cookie !== "") expect(again.from).not.toBe("stored");
  });

  test("architecture: a participant's lists are found by their state, and a guest's pages by their address", () => {
    const lists = ["gifts", "points", "profile", "report", "sales"].map((name) => `manager /dashboard/${name}/`);
    for (const list of lists) if (sources.has(list)) expect([list, sources.get(list)]).toEqual([list, "same-state"]);
    expect(lists.some((list) => sources.has(list))).toBe(true);
    expect(sources.get("guest /")).toBe("stored");
  });

  test("§3.10 a member who opens the companies again sees one that was added meanwhile", async () => {
    const phone = phones.member;
    const [path, cookie] = ["/dashboard/profile/companies", await portal.logIn(phone)];
    const first = await open(path, cookie);
    expect(await open(path, cookie)).toEqual({ page: first.page, from: "same-state", reads: first.reads });
    const company = {
      company_inn: freshInn(),
      company_actual_name_organization: "Гараж у моста",
      company_actual_address_organization: "Казань, Речная, 5",
      company_segment_id: await firstSegment(club),
    };
    await club.ask(addCompany, company, { token: await club.logIn(phone) });
    const changed = await open(path, cookie);
    expect([changed.from, changed.page.includes("Гараж у моста")]).toEqual(["rendered", true]);
    expect(changed.reads).toEqual(first.reads);
    expect(await open(path, cookie)).toMatchObject({ page: changed.page, from: "same-state" });
  });

  test("§4.1 a session that has ended elsewhere gets nothing that was kept, nor does another participant", async () => {
    const [path, cookie] = ["/dashboard/sales/", await portal.logIn(phones.member)];
    await open(path, cookie);
    const kept = await open(path, cookie);
    expect(kept.from).toBe("same-state");
    const other = await open(path, await portal.logIn(phones.manager));
    expect(other.page).not.toBe(kept.page);
    await club.db
      .deleteFrom("sessions")
      .where("user_id", "=", Number(await findPerson(club, phones.member)))
      .execute();
    const ended = await open(path, cookie);
    expect([ended.from, ended.page.slice(0, 3)]).toEqual([undefined, "302"]);
    for (const role of ["member", "member-cart"]) cookies.set(role, await portal.logIn(phones.member));
  });

  test("§4.5 the gifts' page is the same until its button marks new ones as seen, also where it was fetched in advance", async () => {
    const [path, cookie] = ["/dashboard/gifts/", await portal.logIn(phones.member)];
    await club.db
      .updateTable("users")
      .set({ prizes_seen_at: new Date(0) })
      .execute();
    const advance = await open(path, cookie, { "Sec-Purpose": "prefetch" });
    expect((await open(path, cookie)).page).toBe(advance.page);
    const { status } = await fetch(`${server.origin}/dashboard/gifts/seen`, {
      ...{ method: "POST", headers: { Cookie: cookie, Origin: server.origin }, redirect: "manual" },
      body: new URLSearchParams(),
    });
    expect(status).toBe(303);
    const seen = await open(path, cookie);
    expect(seen.page).not.toBe(advance.page);
    expect(await open(path, cookie)).toMatchObject({ from: "same-state", page: seen.page });
  });

  test("§4.17 a member who fills the cart in another tab sees its count at once, also by a cookie from before", async () => {
    const [path, cookie] = ["/dashboard/sales/", await portal.logIn(phones.member)];
    const { certificates } = await club.ask(listPrizes, {}, { token: await club.logIn(phones.member) });
    const [one = "", another = ""] = certificates.map(({ id }) => id);
    const addToCart = async (gift: string, cookies: string) => {
      const body = new URLSearchParams({ prize_id: gift, cartCount: "1" });
      const headers = { Cookie: cookies, Origin: server.origin };
      const { headers: sent } = await fetch(`${server.origin}/dashboard/gifts/giftery`, {
        ...{ method: "POST", headers, body, redirect: "manual" },
      });
      const cart = sent.getSetCookie().find((line) => line.startsWith("cart="));
      return `${cookie}; ${cart?.split(";", 1)[0]}`;
    };
    const withOne = await addToCart(one, cookie);
    await open(path, cookie);
    const first = await open(path, withOne);
    expect(await open(path, withOne)).toEqual({ page: first.page, from: "same-state", reads: first.reads });
    await addToCart(another, withOne);
    const changed = await open(path, withOne);
    expect([changed.from, changed.page === first.page]).toEqual(["rendered", false]);
  });
});

describe("reads without a request", () => {
  test("§4.1 after a log-out elsewhere the next page ends the session", async () => {
    const token = await club.logIn(phones.member);
    const read: Read = {
      path: "user/overview",
      values: {},
      authorization: authorization(),
      caller: { token },
      rows: null,
    };
    expect(await club.club.answerRead(read)).toMatchObject({ status: 200 });
    await club.ask(logout, {}, { token });
    expect(await club.club.answerRead(read)).toMatchObject({ status: 401 });
  });

  test("§6.4 the club refuses a portal that doesn't know the client credential, and a role that may not read", async () => {
    const token = await club.logIn(phones.member);
    const read = { path: "user/overview", values: {}, authorization: "Basic eDp5", caller: { token }, rows: null };
    expect(await club.club.answerRead(read)).toMatchObject({ status: 401 });
    const foreign = { ...read, path: "deals/report/titles", authorization: authorization() };
    expect(await club.club.answerRead(foreign)).toMatchObject({ status: 403 });
  });

  test("§7.2 an input is checked by the same descriptor", async () => {
    const token = await club.logIn(phones.manager);
    const values = { page: "many", per_page: "15" };
    const read = { path: "deals/current/user", values, authorization: authorization(), caller: { token }, rows: null };
    expect(await club.club.answerRead(read)).toMatchObject({ status: 422 });
    const nul = { ...read, values: { page: "1", per_page: "15", date_from: "\0" } };
    expect(await club.club.answerRead(nul)).toMatchObject({ status: 400 });
  });

  test("§2.5.3 a club that fails is an outage of the page", async () => {
    const failing: AnswerRead = async () => ({ status: 503, body: '{"success":false,"errors":[]}', retryAfter: "10" });
    const shown = await look("/dashboard/sales/", cookies.get("manager") ?? "", { answerRead: failing });
    expect(shown).toMatch(/^30\d \/500\.html/);
    expect(portal.takeLog()).toContainEqual(expect.objectContaining({ cause: "status", status: 503 }));
  });
});

function authorization(): string {
  const { clientId, clientSecret } = club.club.services.settings;
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
}
