import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openTestClub, type TestClub } from "../setup/club";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { startPortalServer } from "../setup/portal-server";
import { type Fault, type FaultyUpstream, openFaultyUpstream } from "./faulty-upstream";

let club: TestClub;
let upstream: FaultyUpstream;
let portal: TestPortal;
let server: Awaited<ReturnType<typeof startPortalServer>>;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  club = await openTestClub({ seed: true });
  upstream = await openFaultyUpstream(club.origin);
  portal = await openTestPortal({ ...club, origin: upstream.origin });
  server = await startPortalServer(portal, []);
});
afterEach(() => upstream.fail(null));
afterAll(async () => {
  await server.close();
  await portal.close();
  await upstream.close();
  await club.close();
});

const NOTICE = "Сессия закончилась. Войдите снова.";

/** Opens a browser that keeps cookies and follows no redirect. All its tabs share the cookies. */
async function logIn(phone: string) {
  const jar = new Map([splitCookie(await portal.logIn(phone))]);
  return async (path: string, init: RequestInit = {}) => {
    const Cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const headers = { Cookie, Origin: server.origin };
    const response = await fetch(server.origin + path, { redirect: "manual", ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = splitCookie(line.split(";", 1)[0] ?? "");
      if (/max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return { status: response.status, location: response.headers.get("Location"), text: await response.text(), jar };
  };
}

function splitCookie(pair: string): [name: string, value: string] {
  const [name = "", value = ""] = pair.split(/=(.*)/s);
  return [name, value];
}

const refusal = (name: string): Fault => ({
  status: 401,
  body: JSON.stringify({ success: false, errors: [{ error_lang_alias: [name] }] }),
});

describe("a session that the upstream has ended", () => {
  test.each([
    ["with the contract's alias", refusal("cts.auth.session_gone")],
    ["with another alias for the token", refusal("auth.token_expired")],
    ["with an alias that says nothing", refusal("unauthorized")],
    ["without a word", 401],
  ] as [string, Fault][])("§4.1 a 401 %s logs out to the home page, which says so once", async (_, fault) => {
    const open = await logIn("79000000003");
    // The home page of guests is cached.
    await fetch(server.origin);
    upstream.fail(fault, /user\/points/);
    const page = await open("/dashboard/points");
    expect([page.status, page.location, page.jar.has("session")]).toEqual([302, "/", false]);
    const home = await open("/");
    expect([home.status, home.text.split(NOTICE).length > 1]).toEqual([200, true]);
    expect((await open("/")).text).not.toContain(NOTICE);
    // Nor do other visitors read it on the cached page.
    expect(await (await fetch(server.origin)).text()).not.toContain(NOTICE);
  });

  test.each([
    ["client navigations", "/dashboard/points.data", {}],
    ["fetchers", "/dashboard/report/status.data", {}],
    ["forms of fetchers", "/dashboard/gifts/cart.data", { method: "POST", body: new URLSearchParams({ intent: "x" }) }],
  ] as [string, string, RequestInit][])(
    "§4.1 %s load the home page as a document, with the notice",
    async (_, path, init) => {
      const open = await logIn("79000000001");
      upstream.fail(401, /user\/points|deals|user\/profile|prize/);
      const reply = await open(path, init);
      expect(reply.text).toContain('"redirect","/"');
      expect(reply.jar.has("session")).toBe(false);
      expect((await open("/")).text).toContain(NOTICE);
    },
  );

  test("§4.1 the page of another tab, left open meanwhile, leads to the notice as well", async () => {
    const open = await logIn("79000000003");
    upstream.fail(401, /user\/points/);
    await open("/dashboard/points");
    expect((await open("/")).text).toContain(NOTICE);
    upstream.fail(null);
    const tab = await open("/dashboard/gifts");
    expect(tab.location).toBe("/");
    expect((await open("/")).text).toContain(NOTICE);
  });

  test("§4.2 after a logout nothing says that the session has ended, nor to a guest who never logged in", async () => {
    const open = await logIn("79000000003");
    await open("/logout", { method: "POST", body: new URLSearchParams() });
    expect((await open("/dashboard/gifts")).location).toBe("/");
    expect((await open("/")).text).not.toContain(NOTICE);
  });

  test.each(["refuse", 503, 429] as Fault[])(
    "§4.1 a 401 whose sense can't be found out (%s) is an outage and logs nobody out",
    async (fault) => {
      const open = await logIn("79000000003");
      upstream.failEach([
        [401, /user\/points/],
        [fault, /content\/menu/],
      ]);
      const page = await open("/dashboard/points");
      expect([page.status, page.location, page.jar.has("session")]).toEqual([303, "/500.html", true]);
    },
  );

  test("§4.1 a login that is refused with 401 says why above its form", async () => {
    const words = { success: false, errors: [{ error_display_message: "Неверный логин или пароль." }] };
    upstream.fail({ status: 401, body: JSON.stringify(words) }, /login/);
    const form = await portal.ask("/login", {
      method: "POST",
      body: new URLSearchParams({ login: "79000000003", password: "wrong-password" }),
    });
    expect([form.status, await form.text()]).toEqual([401, expect.stringContaining("Неверный логин или пароль.")]);
  });
});
