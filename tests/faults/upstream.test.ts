import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { IMAGES_TOO_LARGE_MESSAGE, REQUEST_TIMEOUT_MS } from "../../contract/values";
import { openTestClub, type TestClub } from "../setup/club";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { type Fault, type FaultyUpstream, openFaultyUpstream } from "./faulty-upstream";

let club: TestClub;
let upstream: FaultyUpstream;
let portal: TestPortal;
let cookie: string;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  club = await openTestClub({ seed: true });
  upstream = await openFaultyUpstream(club.origin);
  portal = await openTestPortal({ ...club, origin: upstream.origin });
  cookie = await portal.logIn("79000000003");
  // These requests cache the content.
  await portal.ask("/");
  await portal.ask("/dashboard/profile", { headers: { Cookie: cookie } });
});
afterEach(() => {
  vi.restoreAllMocks();
  upstream.fail(null);
  upstream.takeRequests();
});
afterAll(async () => {
  await portal.close();
  await upstream.close();
  await club.close();
});

const feedback = { name: "Анна", email: "anna@example.com", message: "Вопрос", policy: "on" };

function open(path: string, session = "") {
  return portal.ask(path, { headers: { Cookie: session } });
}

function post(path: string, fields: Record<string, string>, session = "") {
  return portal.ask(path, { method: "POST", headers: { Cookie: session }, body: new URLSearchParams(fields) });
}

/** Where a response redirects. The response to a client navigation says it in its body. */
async function redirectTarget(response: Response): Promise<string | null> {
  return response.headers.get("Location") ?? (/"(\/(?:500\.html)?)"/.exec(await response.text())?.[1] || null);
}

function shortenTimeout(ms: number) {
  const wait = AbortSignal.timeout.bind(AbortSignal);
  return vi.spyOn(AbortSignal, "timeout").mockImplementation(() => wait(ms));
}

const outages: [string, Fault][] = [
  ["no answer at all", "refuse"],
  ["a connection reset in the middle", "reset"],
  ["500", 500],
  ["503 with a page", { status: 503, headers: { "Content-Type": "text/html" }, body: "<h1>503</h1>" }],
  ["JSON that breaks off", "garbage"],
  ["JSON that doesn't fit", "contract-mismatch"],
  ["a page instead of JSON", "html-page"],
  ["an empty body", "empty"],
  ["a redirect", { status: 302, headers: { Location: "http://127.0.0.1:1/" }, body: "" }],
];

describe("outages", () => {
  test.each(outages)(
    "§2.5.3 §4.1 §8.9 %s: pages, forms and client navigations go to /500.html; the session stays",
    async (_, fault) => {
      upstream.fail(fault);
      for (const path of ["/dashboard/profile", "/dashboard/points/", "/dashboard/gifts"]) {
        const page = await open(path, cookie);
        expect([path, page.status, page.headers.get("Location")]).toEqual([path, 303, "/500.html"]);
        expect(page.headers.get("Set-Cookie")).toBeNull();
      }
      const form = await post("/login", { login: "79000000003", password: "club-demo-1" });
      expect([form.status, form.headers.get("Location")]).toEqual([303, "/500.html"]);
      const navigation = await open("/dashboard/points.data", cookie);
      expect(await redirectTarget(navigation)).toBe("/500.html");
      expect(navigation.headers.get("Set-Cookie")).toBeNull();

      upstream.fail(null);
      expect((await open("/dashboard/profile", cookie)).status).toBe(200);
    },
  );

  test("§7.2 §8.9 an upstream that says nothing is given 50 000 ms and no more", async () => {
    const timeout = shortenTimeout(150);
    upstream.fail("stall");
    const page = await open("/dashboard/profile", cookie);
    expect([page.status, page.headers.get("Location")]).toEqual([303, "/500.html"]);
    expect((await post("/feedback", feedback)).headers.get("Location")).toBe("/500.html");
    expect(new Set(timeout.mock.calls.flat())).toEqual(new Set([REQUEST_TIMEOUT_MS]));
    expect(REQUEST_TIMEOUT_MS).toBe(50_000);
  });

  test("§8.9 a body that doesn't end is not read to its end", async () => {
    upstream.fail("huge", /user\/points/);
    const page = await open("/dashboard/points", cookie);
    expect([page.status, page.headers.get("Location")]).toEqual([303, "/500.html"]);
  });

  test("§7.2 nothing is tried again by itself", async () => {
    upstream.fail("refuse");
    await post("/feedback", feedback);
    expect(upstream.takeRequests().filter((call) => call.startsWith("POST"))).toHaveLength(1);
  });

  test("§4.1 §8.9 a login whose profile meets an outage keeps the session; one whose profile is refused doesn't", async () => {
    const login = { login: "79000000003", password: "club-demo-1" };
    upstream.fail(503, /user\/profile/);
    const outage = await post("/login", login);
    expect([outage.status, outage.headers.get("Location")]).toEqual([303, "/500.html"]);
    const session = outage.headers.get("Set-Cookie")?.split(";", 1)[0] ?? "";
    upstream.fail(null);
    expect((await open("/dashboard/profile", session)).status).toBe(200);
    upstream.fail(403, /user\/profile/);
    const refused = await post("/login", login);
    expect(refused.status).toBe(403);
    expect(refused.headers.get("Set-Cookie") ?? "").not.toContain("session=");
  });

  test("§4.3 pages of content only are served from cached content", async () => {
    await open("/q&a");
    await open("/rules");
    upstream.fail("refuse");
    for (const path of ["/q&a", "/rules", "/login", "/feedback", "/recovery"]) {
      const page = await open(path);
      expect([path, page.status]).toEqual([path, 200]);
    }
  });

  test("§2.5.3 look-ups and polls of a page stay in place with words, and nothing typed is lost", async () => {
    const typed = { intent: "find-company", company_inn: "5000200016", last_name: "Иванова", email: "a@example.com" };
    for (const fault of ["refuse", "garbage", "reset", 500] as const) {
      upstream.fail(fault, /company\/find|companies\/check/);
      const looked = await post("/register/member", typed);
      const html = await looked.text();
      expect([fault, looked.status]).toEqual([fault, 200]);
      const words = ["Сейчас не получается проверить. Попробуйте ещё раз через минуту.", "Иванова", "find-company"];
      expect(words.filter((word) => !html.includes(word))).toEqual([]);
    }
    // The request of a client navigation, while no call reaches the upstream.
    upstream.fail("refuse");
    const asked = await post("/register/member.data", typed);
    expect(asked.status).toBe(200);
    expect(await asked.text()).toContain("Сейчас не получается проверить.");
    const curator = await portal.logIn("79000000001");
    upstream.fail("refuse");
    const poll = await open("/dashboard/report/status", curator);
    expect(await poll.json()).toEqual({ state: null, trouble: expect.stringContaining("Попробуйте ещё раз") });
  });

  test("§8.9 a page of a proxy is not handed out as an export", async () => {
    const curator = await portal.logIn("79000000001");
    upstream.fail("html-page", /export|xls|csv/);
    const file = await open("/dashboard/profile/managers", curator);
    expect([file.status, file.headers.get("Location")]).toEqual([303, "/500.html"]);
  });
});

describe("refusals", () => {
  test.each([
    ["pages", "/dashboard/points", /deals|points/],
    ["the profile", "/dashboard/profile", /user\/profile/],
  ])(
    "§4.1 a token that is gone (%s) logs out to /, for documents, client navigations and polls",
    async (_, path, where) => {
      upstream.fail(401, where);
      for (const address of [path, `${path}.data`]) {
        const page = await open(address, cookie);
        expect([address, await redirectTarget(page.clone())]).toEqual([address, "/"]);
        expect(page.headers.get("Set-Cookie")).toMatch(/^session=;.*Max-Age=0/);
      }
    },
  );

  test("§4.1 a poll whose token is gone logs out to / as well", async () => {
    upstream.fail(401, /deals/);
    const curator = await portal.logIn("79000000001");
    const poll = await open("/dashboard/report/status", curator);
    expect(poll.headers.get("Location")).toBe("/");
    expect(poll.headers.get("Set-Cookie")).toMatch(/^session=;.*Max-Age=0/);
  });

  test("§4.1 a refused client credential is the portal's own fault: an outage, and nobody is logged out", async () => {
    upstream.fail({
      status: 401,
      body: JSON.stringify({ success: false, errors: [{ error_lang_alias: ["cts.auth.client_refused"] }] }),
    });
    const page = await open("/dashboard/profile", cookie);
    expect([page.status, page.headers.get("Location")]).toEqual([303, "/500.html"]);
    expect(page.headers.get("Set-Cookie")).toBeNull();
  });

  test("§4.1 a refused profile logs out; one that is asked too often doesn't", async () => {
    upstream.fail(403, /user\/profile/);
    const refused = await open("/dashboard/profile", cookie);
    expect(refused.headers.get("Location")).toBe("/");
    upstream.fail(429, /user\/profile/);
    const busy = await open("/dashboard/profile", cookie);
    expect([busy.headers.get("Location"), busy.headers.get("Set-Cookie")]).toEqual(["/500.html", null]);
  });

  test.each([403, 404, 413, 429])("§7.2 §8.7 a page that is refused with %i says so in its layout", async (status) => {
    upstream.fail(status, /prize\/list|prizes?\b(?!.*count)/);
    const page = await open("/dashboard/gifts", cookie);
    const html = await page.text();
    expect(page.status).toBe(status);
    expect(html).toContain("<h1");
    expect(html).toContain("На главную");
    expect(html).not.toMatch(/Error:|at \w+ \(/);
  });

  test.each([
    [403, undefined, "Ошибка выполнения запроса."],
    [404, undefined, "Ошибка выполнения запроса."],
    [413, undefined, IMAGES_TOO_LARGE_MESSAGE],
    [429, "30", "Слишком много запросов. Подождите 30\u00a0с и попробуйте ещё раз."],
    [429, "900", "Слишком много запросов. Подождите 15\u00a0мин и попробуйте ещё раз."],
    [429, undefined, "Слишком много запросов. Подождите немного и попробуйте ещё раз."],
  ])("§5.16 §8.7 §8.8 a form refused with %i without words (Retry-After %s) says: %s", async (status, after, words) => {
    upstream.fail(
      {
        status,
        headers: { "Content-Type": "text/html", ...(after && { "Retry-After": after }) },
        body: "<h1>Refused</h1>",
      },
      /feedback/,
    );
    const form = await post("/feedback", feedback);
    const html = await form.text();
    expect(form.status).toBe(status);
    expect(html).toContain(words);
    expect(html).toContain("anna@example.com");
  });
});
