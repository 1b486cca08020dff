import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { openTestClub, type TestClub } from "../setup/club";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { type Fault, type FaultyUpstream, openFaultyUpstream } from "./faulty-upstream";

let club: TestClub;
let upstream: FaultyUpstream;
let portal: TestPortal;
let member: string;
let curator: string;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  club = await openTestClub({ seed: true });
  upstream = await openFaultyUpstream(club.origin);
  portal = await openTestPortal({ ...club, origin: upstream.origin });
  member = await portal.logIn("79000000003");
  curator = await portal.logIn("79000000001");
  // These requests cache the content.
  await portal.ask("/");
  await open("/dashboard/profile", member);
});
afterEach(() => {
  vi.restoreAllMocks();
  upstream.fail(null);
  portal.takeLog();
});
afterAll(async () => {
  await portal.close();
  await upstream.close();
  await club.close();
});

const REQUEST_ID = "request-7";

function open(path: string, session: string) {
  return portal.ask(path, { headers: { Cookie: session } }, { requestId: REQUEST_ID });
}

const reply = (result: unknown): Fault => ({ status: 200, body: JSON.stringify({ success: true, result }) });

/** The time of these calls is over at once; that of all others is as long as ever. */
function endTimeOf(calls: RegExp) {
  const send = fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation((address, init) => {
    const url = address instanceof Request ? address.url : String(address);
    return send(address, calls.test(url) ? { ...init, signal: AbortSignal.timeout(0) } : init);
  });
}

describe("outages", () => {
  const POINTS = { call: "user/points", level: "error", requestId: REQUEST_ID };
  const faults: [string, Fault, object][] = [
    ["no answer at all", "refuse", { cause: "network", code: expect.any(String) }],
    ["a connection reset in the middle", "reset", { cause: "network", code: expect.any(String) }],
    ["no answer in time", "stall", { cause: "timeout" }],
    ["500", 500, { cause: "status", status: 500 }],
    ["503 with a page", { status: 503, body: "<h1>503</h1>" }, { cause: "status", status: 503 }],
    ["JSON that breaks off", "garbage", { cause: "contract-mismatch", field: "(not JSON)" }],
    ["a page instead of JSON", "html-page", { cause: "contract-mismatch", field: "(not JSON)" }],
    ["a body without end", "huge", { cause: "contract-mismatch", field: "(too long)" }],
    ["a reply of another shape", reply("Анна Петрова"), { cause: "contract-mismatch", field: expect.any(String) }],
    ["a redirect", { status: 302, headers: { Location: "/" }, body: "" }, { cause: "network" }],
  ];

  test.each(faults)("§8.9 %s: one line of the log tells call, cause and request", async (_, fault, details) => {
    if (fault === "stall") endTimeOf(/user\/points/);
    upstream.fail(fault, /user\/points/);
    const page = await open("/dashboard/points", member);
    expect(page.headers.get("Location")).toBe("/500.html");
    const lines = portal.takeLog();
    expect(lines).toEqual([expect.objectContaining({ ...POINTS, ...details })]);
    expect(JSON.stringify(lines)).not.toContain("Анна");
  });

  test("§8.9 an export that is a proxy's page leaves one line too", async () => {
    upstream.fail("html-page", /export/);
    await open("/dashboard/profile/managers", curator);
    expect(portal.takeLog()).toEqual([
      expect.objectContaining({
        call: "user/profile/export/managers",
        cause: "contract-mismatch",
        requestId: REQUEST_ID,
      }),
    ]);
  });

  test("§4.1 §8.9 a profile that is asked for too often leaves one line too", async () => {
    upstream.fail(429, /user\/profile/);
    await open("/dashboard/points", member);
    expect(portal.takeLog()).toEqual([
      expect.objectContaining({ call: "user/profile", cause: "status", status: 429, requestId: REQUEST_ID }),
    ]);
  });

  test("§8.7 a refusal is no outage and isn't logged", async () => {
    upstream.fail(403, /user\/points/);
    expect((await open("/dashboard/points", member)).status).toBe(403);
    expect(portal.takeLog()).toEqual([]);
  });
});

describe("the portal's own credential", () => {
  const REFUSED = { level: "error", cause: "client-refused", status: 401, requestId: REQUEST_ID };
  const refusal = (name: string): Fault => ({
    status: 401,
    body: JSON.stringify({ success: false, errors: [{ error_lang_alias: [name] }] }),
  });

  test.each([
    ["by the alias of the contract", refusal("cts.auth.client_refused"), /./],
    ["by another alias", refusal("oauth.invalid_client"), /user\/profile/],
    ["without a word, for every call", 401, /./],
  ] as [string, Fault, RegExp][])(
    "§4.1 refused %s: an outage that names the variables, and nobody is logged out",
    async (_, fault, where) => {
      upstream.fail(fault, where);
      const page = await open("/dashboard/profile", member);
      expect([page.status, page.headers.get("Location")]).toEqual([303, "/500.html"]);
      expect(page.headers.get("Set-Cookie")).toBeNull();
      const lines = portal.takeLog().filter(({ cause }) => cause === "client-refused");
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line).toMatchObject(REFUSED);
      expect(lines[0]?.message).toMatch(/UPSTREAM_CLIENT_ID.*UPSTREAM_CLIENT_SECRET/);
      upstream.fail(null);
      expect((await open("/dashboard/profile", member)).status).toBe(200);
    },
  );
});

describe("rows that are left out", () => {
  const sold = { date: "2026-02-01", action: "Сделка", sumAdd: 10 };
  const points = (items: unknown[]) => reply({ added: { items, total: items.length }, spent: { items: [], total: 0 } });

  test("§8.9 one warning tells where and how many, without a value; the page shows the others", async () => {
    upstream.fail(points([sold, { ...sold, sumAdd: "Анна" }, { ...sold, sumAdd: "Пётр" }]), /user\/points/);
    const page = await open("/dashboard/points", member);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Сделка")]);
    expect(portal.takeLog()).toEqual([
      {
        level: "warn",
        call: "user/points",
        places: ["added.items.*.sumAdd"],
        count: 2,
        requestId: REQUEST_ID,
        message: "parts of a reply were left out",
      },
    ]);
  });

  test("§8.9 a reply that is read whole isn't logged", async () => {
    upstream.fail(points([sold]), /user\/points/);
    expect((await open("/dashboard/points", member)).status).toBe(200);
    expect(portal.takeLog()).toEqual([]);
  });
});
