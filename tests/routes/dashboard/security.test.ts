import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { describeDevice } from "../../../app/features/security/describe-device.server";
import { login, profile } from "../../../contract/accounts";
import { addPerson, PASSWORD } from "../../club/club-people";
import { type FaultyUpstream, openFaultyUpstream } from "../../faults/faulty-upstream";
import { openTestClub, type TestClub } from "../../setup/club";
import { type BothPortals, openBothPortals, type TestPortal } from "../../setup/portal";
import { openBrowser, type PortalBrowser } from "../../setup/portal-browser";

let club: TestClub;
let upstream: FaultyUpstream;
let portals: BothPortals;
let portal: TestPortal;
/** The portal before a brand's upstream, which has the calls of the specification only. */
let specified: TestPortal;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  club = await openTestClub();
  upstream = await openFaultyUpstream(club.origin);
  portals = await openBothPortals({ ...club, origin: upstream.origin });
  ({ portal, specified } = portals);
});
afterEach(() => upstream.fail(null));
afterAll(async () => {
  await portals?.close();
  await upstream?.close();
  await club?.close();
});

const SECURITY = "/dashboard/profile/security";
const NEW_PASSWORD = "шестерня-и-вал";
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000);

type Person = Awaited<ReturnType<typeof addPerson>>;

async function open(person: Person): Promise<PortalBrowser> {
  return openBrowser(portal, await portal.logIn(person.phone, PASSWORD));
}

const textOf = ({ document }: { document: Document }) => document.querySelector("main")?.textContent ?? "";
const isLoggedIn = async (browser: PortalBrowser) => (await browser.open("/dashboard/profile")).status === 200;

test("§5.10 §4.12 a participant changes the password: this browser stays logged in, another one doesn't", async () => {
  const person = await addPerson(club);
  const [browser, other] = [await open(person), await open(person)];
  await browser.open("/dashboard/profile");
  await browser.follow("/dashboard/profile", "Пароль и входы в клуб");
  const changed = await browser.submit({ current_password: PASSWORD, new_password: NEW_PASSWORD });
  expect([changed.status, changed.location]).toEqual([303, SECURITY]);
  expect((await browser.open(SECURITY)).document.body.textContent).toContain("Пароль изменён");
  expect([await isLoggedIn(browser), await isLoggedIn(other)]).toEqual([true, false]);
  expect((await club.call(login, { login: person.phone, password: NEW_PASSWORD })).status).toBe(200);
});

test("§5.10 §8.1 what is wrong with a password stands at its field, and no password comes back in the page", async () => {
  const browser = await open(await addPerson(club));
  await browser.open(SECURITY);
  const errorOf = (document: Document, name: string) => {
    const field = document.querySelector(`input[name=${name}]`);
    expect(field?.getAttribute("value") ?? "").toBe("");
    return document.getElementById(`${field?.id}-error`)?.textContent ?? "";
  };
  const short = await browser.submit({ current_password: "", new_password: "короткий" });
  expect(short.status).toBe(400);
  expect(errorOf(short.document, "current_password")).toContain("Введите пароль");
  expect(errorOf(short.document, "new_password")).toContain("не короче 9");
  const wrong = await browser.submit({ current_password: "not-the-password", new_password: NEW_PASSWORD });
  expect(wrong.status).toBe(422);
  expect(errorOf(wrong.document, "current_password")).toContain("не нынешний пароль");
  expect(wrong.text).not.toContain("not-the-password");
  expect(wrong.text).not.toContain(NEW_PASSWORD);
  const common = await browser.submit({ current_password: PASSWORD, new_password: "1234567890" });
  expect(errorOf(common.document, "new_password")).toContain("самых частых");
});

test("§4.2 a participant sees the devices with this one first, and logs out on another", async () => {
  const person = await addPerson(club);
  const browser = await open(person);
  const userAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1";
  const { access_token: token } = await club.ask(
    login,
    { login: person.phone, password: PASSWORD },
    { address: "203.0.113.77", userAgent },
  );
  const page = await browser.open(SECURITY);
  const rows = [...page.document.querySelectorAll("tbody tr")].map(({ textContent }) => textContent ?? "");
  expect(rows).toHaveLength(2);
  expect(rows[0]).toContain("Это устройство");
  expect(rows[1]).toContain("Safari на iPhone");
  expect(rows[1]).toContain("203.0.113.*");
  const ended = await browser.submit({}, "на другом устройстве");
  expect([ended.status, ended.location]).toEqual([303, SECURITY]);
  expect((await club.call(profile, {}, { token })).status).toBe(401);
  expect(await isLoggedIn(browser)).toBe(true);
});

test("§4.2 a participant logs out everywhere, in two tabs too, and comes home with a notice", async () => {
  const person = await addPerson(club);
  const [browser, other] = [await open(person), await open(person)];
  const secondTab = openBrowser(portal, await portal.logIn(person.phone, PASSWORD));
  await Promise.all([browser.open(SECURITY), secondTab.open(SECURITY)]);
  const left = await browser.submit({}, "Выйти на всех устройствах");
  expect([left.status, left.location]).toEqual([303, "/"]);
  for (const name of ["session", "cart"]) {
    expect(left.headers.getSetCookie().join("\n")).toMatch(new RegExp(`^${name}=;.*Max-Age=0`, "m"));
  }
  expect((await browser.open("/")).document.body.textContent).toContain("на всех устройствах");
  const late = await secondTab.submit({}, "Выйти на всех устройствах");
  expect(late.location).toBe("/");
  expect([await isLoggedIn(browser), await isLoggedIn(other), await isLoggedIn(secondTab)]).toEqual([
    false,
    false,
    false,
  ]);
});

test("§4.9 a mailed password is asked to be changed, on the profile to which the login leads, until it is", async () => {
  const password_expires_at = new Date(club.clock.now().getTime() + 10 * 24 * 60 * 60_000);
  const browser = await open(await addPerson(club, { password_expires_at }));
  const profilePage = await browser.open("/dashboard/profile/");
  expect(textOf(profilePage)).toContain("Смените пароль");
  expect(textOf(profilePage)).toContain("Пароль из письма действует до ");
  const links = [...profilePage.document.querySelectorAll("main a")].filter((link) => /Сменить/.test(link.textContent));
  expect(links.map((link) => link.getAttribute("href"))).toEqual([SECURITY]);
  expect(textOf(await browser.open(SECURITY))).toContain("Пароль из письма действует до ");
  await browser.submit({ current_password: PASSWORD, new_password: NEW_PASSWORD });
  expect(textOf(await browser.open("/dashboard/profile/"))).not.toContain("Смените пароль");
});

test("§4.9 in a session that goes on after the 14 days, the page says that the mailed password is over", async () => {
  const person = await addPerson(club, { password_expires_at: inDays(1) });
  const browser = await open(person);
  await club.db
    .updateTable("users")
    .set({ password_expires_at: inDays(-1) })
    .where("id", "=", person.id)
    .execute();
  expect(textOf(await browser.open(SECURITY))).toContain("войти с ним больше нельзя");
});

const asksExtensions = (request: string) => /user\/(sessions|password|overview)/.test(request);

test("§7.1 §4.12 before a brand's upstream the page mails a link, and asks nothing that could log the participant out", async () => {
  const person = await addPerson(club);
  const browser = openBrowser(specified, await specified.logIn(person.phone, PASSWORD));
  // What an upstream may answer to a path that it doesn't know.
  upstream.fail(401, /user\/(sessions|password|overview)/);
  upstream.takeRequests();
  const page = await browser.open(SECURITY);
  expect(page.status).toBe(200);
  expect(textOf(page)).toContain(person.email);
  expect(page.document.querySelectorAll("input[type=password], tbody, [value=end-all]")).toHaveLength(0);
  const sent = await browser.submit({}, "Прислать ссылку");
  expect([sent.status, sent.location]).toEqual([303, SECURITY]);
  expect((await club.lastMessage(person.email, "Новый пароль для входа")).text).toContain("check_word");
  expect((await browser.open(SECURITY)).document.body.textContent).toContain("Проверьте почту");
  expect(upstream.takeRequests().filter(asksExtensions)).toEqual([]);
});

test("§7.1 §4.12 a form of the page that was opened before the setting was turned off asks nothing either", async () => {
  const person = await addPerson(club);
  const cookie = await specified.logIn(person.phone, PASSWORD);
  upstream.takeRequests();
  const forms: Record<string, string>[] = [
    { current_password: PASSWORD, new_password: NEW_PASSWORD },
    { intent: "end", session_id: "1" },
    { intent: "end-all" },
  ];
  for (const form of forms) {
    const answer = await specified.ask(SECURITY, {
      method: "POST",
      headers: { Cookie: cookie },
      body: new URLSearchParams(form),
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, SECURITY]);
  }
  expect(upstream.takeRequests().filter(asksExtensions)).toEqual([]);
});

test("§2.5.3 in an outage of the list of sessions the page mails a link", async () => {
  const browser = await open(await addPerson(club));
  upstream.fail(503, /user\/sessions/);
  const page = await browser.open(SECURITY);
  expect([page.status, textOf(page).includes("Прислать ссылку")]).toEqual([200, true]);
});

test.each([
  ["Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 YaBrowser/25.8 Safari/537.36", "Яндекс Браузер на Windows"],
  ["Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", "Chrome на Android"],
  ["Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) CriOS/140.0 Safari/604.1", "Chrome на iPad"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Version/18.0 Safari/605.1.15", "Safari на Mac"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Firefox/143.0", "Firefox на Linux"],
  ["Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge на Windows"],
  ["curl/8.5.0", "Неизвестное устройство"],
  ["", "Неизвестное устройство"],
])("§4.2 the device %s is named", (userAgent, name) => {
  expect(describeDevice(userAgent)).toBe(name);
});
