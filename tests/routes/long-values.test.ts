import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestClub, type TestClub } from "../setup/club";
import { phones } from "../setup/demo";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { openBrowser } from "../setup/portal-browser";

let club: TestClub;
let portal: TestPortal;
beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  club = await openTestClub({ seed: true, work: false });
  portal = await openTestPortal(club);
});
afterAll(async () => {
  await portal?.close();
  await club?.close();
});

/** Letters in an order that no compression foresees, the same each time. */
function scatter(alphabet: string, length: number): string {
  let state = 7;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return alphabet[state % alphabet.length];
  }).join("");
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюя";

type Reply = (request: Request) => Response | undefined;

/** A browser of a portal whose upstream gives tokens with this ending, and answers some calls otherwise. */
function openLong(ending: string, replyTo: Reply = () => undefined, saidAtLogin: object = {}) {
  const fetchUpstream = async (request: Request) => {
    const own = replyTo(request);
    if (own) return own;
    const token = request.headers.get("Access-Token");
    if (token) {
      expect(token.endsWith(ending)).toBe(true);
      request.headers.set("Access-Token", token.slice(0, token.length - ending.length));
    }
    const response = await club.club.fetch(request);
    if (!request.url.endsWith("/api/login")) return response;
    const reply = await response.json();
    reply.result.access_token += ending;
    Object.assign(reply.result, saidAtLogin);
    return Response.json(reply);
  };
  return openBrowser({ ...portal, ask: (path, init) => portal.ask(path, init, { fetchUpstream }) });
}

async function logIn(browser: ReturnType<typeof openBrowser>, phone = phones.manager) {
  await browser.open("/login");
  return browser.submit({ login: phone, password: "club-demo-1" });
}

test.each([500, 2_700, 4_096, 7_000])(
  "§4.1 a token of %i characters logs in, and log-out forgets it",
  async (length) => {
    const browser = openLong(scatter(BASE64, length));
    expect((await logIn(browser)).location).toBe("/dashboard/profile/");
    expect((await browser.open("/dashboard/profile/")).status).toBe(200);
    expect((await browser.open("/dashboard/sales/")).status).toBe(200);
    await browser.open("/logout");
    await browser.submit({}, "Выйти");
    expect((await browser.open("/dashboard/profile/")).location).toBe("/");
  },
);

test("§4.1 a token that no cookie can hold is told in words, and logged without it", async () => {
  const ending = scatter(BASE64, 12_000);
  const browser = openLong(ending);
  portal.takeLog();
  const { status, text } = await logIn(browser);
  expect(status).toBe(403);
  expect(text).toContain("ключ входа от клуба слишком длинный");
  const lines = portal.takeLog();
  expect(lines).toContainEqual(expect.objectContaining({ level: "error", field: "access_token" }));
  expect(JSON.stringify(lines)).not.toContain(ending.slice(0, 50));
  expect((await browser.open("/dashboard/profile/")).location).toBe("/");
});

const refuse =
  (path: string, message: string): Reply =>
  (request) =>
    request.url.includes(path)
      ? Response.json({ success: false, errors: [{ error_display_message: message }] }, { status: 422 })
      : undefined;

test("§8.1 a message of 2 000 letters arrives whole, and of a longer one the beginning", async () => {
  for (const [length, isWhole] of [
    [2_000, true],
    [10_000, false],
  ] as const) {
    const message = scatter(CYRILLIC, length);
    const browser = openLong("", refuse("deals/current/user/export", message));
    await logIn(browser);
    portal.takeLog();
    const { location } = await browser.open("/dashboard/sales/export");
    const { text } = await browser.open(location ?? "/");
    expect(text).toContain(isWhole ? message : message.slice(0, 2_000));
    expect(text.includes("сообщение сокращено")).toBe(!isWhole);
    expect(portal.takeLog().filter(({ cookie }) => cookie === "notice")).toHaveLength(isWhole ? 0 : 1);
  }
});

test("§4.1 a participant has the role of the profile, also where the log-in has said another one", async () => {
  const browser = openLong("", undefined, { promo_group: { system_name: "tadam" } });
  await logIn(browser);
  expect(await browser.open("/dashboard/sales/")).toMatchObject({ status: 200, location: null });
});
