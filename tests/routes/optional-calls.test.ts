import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type Fault, type FaultyUpstream, openFaultyUpstream } from "../faults/faulty-upstream";
import { openTestClub, type TestClub } from "../setup/club";
import { phones } from "../setup/demo";
import { openTestPortal, type TestPortal } from "../setup/portal";

let club: TestClub;
let upstream: FaultyUpstream;
let portal: TestPortal;
const cookies = new Map<string, string>();

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  club = await openTestClub({ seed: true });
  upstream = await openFaultyUpstream(club.origin);
  portal = await openTestPortal({ ...club, origin: upstream.origin });
  for (const who of ["member", "tadam", "newMember"] as const) cookies.set(who, await portal.logIn(phones[who]));
});
afterEach(() => {
  upstream.fail(null);
  upstream.takeRequests();
});
afterAll(async () => {
  await portal.close();
  await upstream.close();
  await club.close();
});

const open = (path: string, who = "guest") => portal.ask(path, { headers: { Cookie: cookies.get(who) ?? "" } });

interface Decoration {
  readonly call: RegExp;
  readonly who: "guest" | "member";
  /** The pages that it decorates. */
  readonly pages: readonly string[];
}

/** What these calls return is the same for everybody, and kept for a minute once it has been read. */
const CONTENT = /content\/(menu|faq|rules)/;
const content: readonly Decoration[] = [
  {
    call: CONTENT,
    who: "guest",
    pages: ["/", "/promo/", "/login", "/feedback", "/register/manager", "/register/member", "/recovery"],
  },
  { call: CONTENT, who: "member", pages: ["/dashboard/profile", "/dashboard/sales"] },
];

const lastMovement: Decoration = { call: /user\/points/, who: "member", pages: ["/dashboard/profile"] };

const badgesAndHints: readonly Decoration[] = [
  { call: /actions\/list/, who: "guest", pages: ["/"] },
  { call: /prize\/counter/, who: "member", pages: ["/dashboard/profile", "/dashboard/gifts/", "/q&a/"] },
  { call: /actions\/list/, who: "member", pages: ["/dashboard/points", "/dashboard/promo-code"] },
  { call: /check\/documents/, who: "member", pages: ["/dashboard/profile", "/dashboard/gifts/cart"] },
  { call: /prize\/characteristics/, who: "member", pages: ["/dashboard/gifts/"] },
  { call: /payments\/agentId/, who: "member", pages: ["/dashboard/gifts/card"] },
];

const faults: readonly [string, Fault][] = [
  ["is refused", 403],
  ["is unknown", 404],
  ["is asked too often", 429],
  ["fails", 500],
  ["is cut", "reset"],
  ["breaks off", "garbage"],
  ["sends a page", "html-page"],
  ["redirects", { status: 302, headers: { Location: "http://127.0.0.1:1/" }, body: "" }],
  ["sends an unreadable answer", { status: 200, body: JSON.stringify({ success: true, result: "много" }) }],
];

/** Opens the pages and expects every one of them, not /500.html. */
async function expectPages({ call, who, pages }: Decoration) {
  const shown = await Promise.all(
    pages.map(async (path) => {
      const { status, headers } = await open(path, who);
      return [path, status, headers.get("Location")];
    }),
  );
  expect([call, shown]).toEqual([call, pages.map((path) => [path, 200, null])]);
}

// These come first, while no content is kept yet.
test("§4.11 §8.9 nobody is asked to accept rules that can't be read", async () => {
  upstream.fail(500, CONTENT);
  expect((await open("/agreement", "newMember")).headers.get("Location")).toBe("/500.html");
});

test.each(faults)(
  "§4.3 §8.9 pages are shown without links, questions and rules when their call %s",
  async (_, fault) => {
    upstream.fail(fault, CONTENT);
    for (const decoration of content) await expectPages(decoration);
    const asked = upstream.takeRequests().join("\n");
    for (const call of ["content/menu", "content/faq", "content/rules"]) expect(asked).toContain(call);
  },
);

test("§8.9 §7.2 no page waits for a call that only decorates it and never answers", async () => {
  for (const stalled of [content, badgesAndHints, [lastMovement]]) {
    upstream.fail("stall", new RegExp(stalled.map(({ call }) => call.source).join("|")));
    await Promise.all(stalled.map(expectPages));
    // The stalled calls end now; until they have, others share the content that they were asked for.
    upstream.fail(null);
    await vi.waitFor(async () => expect((await open("/q&a/")).status).toBe(200), 60_000);
  }
});

test.each(faults)("§4.4 §4.5 §8.9 badges and hints are left out when their call %s", async (_, fault) => {
  for (const decoration of [...badgesAndHints, lastMovement]) {
    upstream.fail(fault, decoration.call);
    await expectPages(decoration);
    expect(upstream.takeRequests()).toContainEqual(expect.stringMatching(decoration.call));
  }
});

test("§4.1 a token that a decorating call finds gone logs out all the same", async () => {
  for (const { call, pages } of [...badgesAndHints, lastMovement].filter(({ who }) => who === "member")) {
    upstream.fail(401, call);
    const { headers } = await open(pages[0] ?? "", "member");
    expect([call, headers.get("Location"), headers.get("Set-Cookie")]).toEqual([
      call,
      "/",
      expect.stringMatching(/^session=;.*Max-Age=0/),
    ]);
  }
});

test("§6.4 §3.8 a role that may not ask for its documents has none, and can submit them", async () => {
  upstream.fail(403, /check\/documents/);
  const page = await open("/dashboard/documents", "member");
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('name="passport_series"');
  upstream.fail(503, /check\/documents/);
  expect((await open("/dashboard/documents", "member")).headers.get("Location")).toBe("/500.html");
});

test("§6.4 the portal asks nothing that the role may not ask", async () => {
  expect((await open("/dashboard/profile", "tadam")).status).toBe(200);
  const asked = upstream.takeRequests().join("\n");
  expect(asked).toContain("user/profile");
  expect(asked).not.toMatch(/prize\/counter|user\/points|check\/documents/);
});

test.each(faults)("§4.4 closing the banner returns to the page when its call %s", async (_, fault) => {
  upstream.fail(fault, /user\/banner/);
  const reply = await portal.ask("/banner", {
    method: "POST",
    headers: { Cookie: cookies.get("member") ?? "" },
    body: new URLSearchParams({ to: "/dashboard/points" }),
  });
  expect([reply.status, reply.headers.get("Location")]).toEqual([303, "/dashboard/points"]);
});
