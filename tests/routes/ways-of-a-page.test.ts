import type { AppLoadContext } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logout } from "../../contract/accounts";
import type { AnswerRead, Read } from "../../contract/read";
import { SCREENS } from "../../scripts/screens";
import { createPageRenderer } from "../../server/render-pages";
import { createRouteFinder } from "../../server/routes";
import { openTestClub, type TestClub } from "../setup/club";
import { phones } from "../setup/demo";
import { openTestPortal, type TestPortal } from "../setup/portal";

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
