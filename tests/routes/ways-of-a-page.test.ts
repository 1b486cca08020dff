import type { AppLoadContext } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addCompany, logout } from "../../contract/accounts";
import { countUnseenPrizes, listPrizes } from "../../contract/prizes";
import type { AnswerRead, Read } from "../../contract/read";
import { SCREENS } from "../../scripts/screens";
import { fetchWithin } from "../../server/fetch-within";
import { createPageRenderer } from "../../server/render-pages";
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
}, 120_000);
afterAll(async () => {
  await portal.close();
  await club.close();
});

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
  let server: Awaited<ReturnType<typeof startPortalServer>>;
  beforeAll(async () => {
    server = await startPortalServer(portal, [], { answerRead, fetchUpstream: fetchWithin(club.club.fetch) });
  });
  afterAll(() => server.close());

  const open = async (path: string, cookie: string, headers: Record<string, string> = {}) => {
    reads = [];
    server.rendered.length = 0;
    const init = { headers: { Cookie: cookie, ...headers }, redirect: "manual" } as const;
    const page = await show(fetch(server.origin + encodeURI(path), init));
    return { page, isRepeated: server.rendered.length === 0, reads: reads.map((read) => read.path).toSorted() };
  };
  const repeatedPaths = new Set<string>();

  test.each(pages)("architecture: %s %s is the same page, and makes the same reads", async (role, path) => {
    const cookie = cookies.get(role) ?? "";
    // The first look at some pages changes a counter, and the menu is read with the first page.
    await open(path, cookie);
    const known = await open(path, cookie, { "User-Agent": "first" });
    const again = await open(path, cookie, { "User-Agent": "first" });
    expect(again.page).toBe(known.page);
    expect(again.reads).toEqual(known.reads);
    if (cookie !== "" && again.isRepeated) repeatedPaths.add(path.replace(/\?.*/, ""));
  });

  test("architecture: these pages are repeated", () => {
    const lists = ["gifts", "points", "profile", "report", "sales"].map((name) => `/dashboard/${name}/`);
    expect([...repeatedPaths].toSorted()).toEqual([...lists, "/promo/"]);
  });

  test("§3.10 a member who opens the companies again sees one that was added meanwhile, and no reply is asked for twice", async () => {
    const phone = phones.member;
    const [path, cookie] = ["/dashboard/profile/companies", await portal.logIn(phone)];
    const first = await open(path, cookie);
    expect(await open(path, cookie)).toEqual({ page: first.page, isRepeated: true, reads: first.reads });
    const company = {
      company_inn: freshInn(),
      company_actual_name_organization: "Гараж у моста",
      company_actual_address_organization: "Казань, Речная, 5",
      company_segment_id: await firstSegment(club),
    };
    await club.ask(addCompany, company, { token: await club.logIn(phone) });
    const changed = await open(path, cookie);
    expect([changed.isRepeated, changed.page.includes("Гараж у моста")]).toEqual([false, true]);
    expect(changed.reads).toEqual(first.reads);
    expect(await open(path, cookie)).toMatchObject({ page: changed.page, isRepeated: true });
  });

  test("§4.1 a session that has ended elsewhere gets nothing that was kept, nor does another participant", async () => {
    const [path, cookie] = ["/dashboard/sales/", await portal.logIn(phones.member)];
    await open(path, cookie);
    const kept = await open(path, cookie);
    expect(kept.isRepeated).toBe(true);
    const other = await open(path, await portal.logIn(phones.manager));
    expect([other.isRepeated, other.page === kept.page]).toEqual([false, false]);
    await club.db
      .deleteFrom("sessions")
      .where("user_id", "=", Number(await findPerson(club, phones.member)))
      .execute();
    const ended = await open(path, cookie);
    expect([ended.isRepeated, ended.page.slice(0, 3)]).toEqual([false, "302"]);
    for (const role of ["member", "member-cart"]) cookies.set(role, await portal.logIn(phones.member));
  });

  test("§4.5 gifts that are new are marked as seen, whatever a browser has fetched before in advance", async () => {
    const [path, cookie] = ["/dashboard/gifts/", await portal.logIn(phones.member)];
    const addGift = () =>
      club.db
        .updateTable("users")
        .set({ prizes_seen_at: new Date(0) })
        .execute();
    await addGift();
    for (const _ of [1, 2])
      expect(await open(path, cookie, { "Sec-Purpose": "prefetch" })).toMatchObject({ isRepeated: false });
    const first = await open(path, cookie);
    expect(first.reads).toContain(countUnseenPrizes.path);
    expect(first.isRepeated).toBe(false);
    const second = await open(path, cookie);
    expect([second.isRepeated, second.page === first.page]).toEqual([false, false]);
    expect(await open(path, cookie)).toMatchObject({ isRepeated: true, page: second.page });
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
    expect(await open(path, withOne)).toEqual({ page: first.page, isRepeated: true, reads: first.reads });
    await addToCart(another, withOne);
    const changed = await open(path, withOne);
    expect([changed.isRepeated, changed.page === first.page]).toEqual([false, false]);
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
