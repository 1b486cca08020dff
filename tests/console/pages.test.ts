import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LogInDeniedError } from "../../club/platform/providers/identity-provider";
import { addPasskey, beginPasskey, logOut, readOperator } from "../../contract/operator/calls";
import type { OperatorRole } from "../../contract/operator/roles";
import { createRouteFinder } from "../../server/routes";
import { findByPhone } from "../club/operators/people/full-person";
import { givePoints } from "../club/points/people";
import { TestAuthenticator } from "../setup/authenticator";
import { openTestClub, type TestClub } from "../setup/club";
import { openTestConsole, type TestConsole } from "../setup/console";
import { addTestOperator } from "../setup/operators";
import { openBrowser } from "../setup/portal-browser";

/** By which the club knows for which site a passkey is. */
const ORIGIN = "https://operators.example.com";

let club: TestClub;
let operatorConsole: TestConsole;

beforeAll(async () => {
  club = await openTestClub({ seed: true, work: false, settings: { operatorOrigin: ORIGIN } });
  operatorConsole = await openTestConsole(club);
});
afterAll(async () => {
  await operatorConsole?.close();
  await club?.close();
});

/** An operator with a session, before the console. */
async function openAs(...roles: OperatorRole[]) {
  const operator = await addTestOperator(club, roles);
  return { ...operator, browser: openBrowser(operatorConsole, operatorConsole.cookieOf(operator.token)) };
}

/** The text of a page's parts, without the spaces around them. */
const textsOf = (document: Document, selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent?.trim() ?? "");

const hrefsOf = (document: Document, selector: string) =>
  [...document.querySelectorAll(selector)].map((link) => link.getAttribute("href") ?? "");

const countRows = (document: Document) => document.querySelectorAll("tbody tr").length;

test("architecture: whoever hasn't logged in, or not completely, gets no page and no form but those of the log-in", async () => {
  const { findPage, hasAction } = createRouteFinder(operatorConsole.build.routes);
  const paths = [
    "/",
    "/lists/people",
    "/cards/person/3",
    "/acts/log-out-person",
    "/requests/1",
    "/files/1",
    "/password",
  ];
  const pages = [...paths, "/passkeys"];
  const halfWay = await openAs("owner");
  await club.db
    .updateTable("operator_sessions")
    .set({ code_confirmed_at: null })
    .where("operator_id", "=", halfWay.id)
    .execute();
  for (const cookie of ["", operatorConsole.cookieOf("nobody's")]) {
    for (const path of pages) {
      const asked = await operatorConsole.ask(path, { headers: { Cookie: cookie } });
      expect([path, asked.status, asked.headers.get("Location")]).toEqual([path, 302, "/login"]);
      if (!hasAction(path)) continue;
      const body = new URLSearchParams({ intent: "yes" });
      const sent = await operatorConsole.ask(path, { method: "POST", headers: { Cookie: cookie }, body });
      expect([path, sent.headers.get("Location")]).toEqual([path, "/login"]);
    }
  }
  for (const path of pages) {
    const { status } = await halfWay.browser.open(path);
    expect([path, status]).toEqual([path, expect.toSatisfy((one: number) => one === 302 || one === 403)]);
  }
  // No page of the console is left out above.
  const patterns = Object.values(operatorConsole.build.routes).flatMap(({ path }) => (path ? [`/${path}`] : []));
  const open = [
    "/login",
    "/login/provider",
    "/login/provider/callback",
    "/login/passkey",
    "/passkeys/begin",
    "/logout",
  ];
  const guarded = new Set(pages.map((path) => createRouteFinder(operatorConsole.build.routes).findPattern(path)));
  expect(patterns.filter((pattern) => pattern !== "/*" && !open.includes(pattern) && !guarded.has(pattern))).toEqual(
    [],
  );
  expect(findPage("/login")).toBe("/login");
  // The menu is that of a completed log-in only.
  const { text } = await halfWay.browser.open("/login");
  expect(text).not.toContain("Сменить пароль");
});

test("architecture: logging out ends the session at the club and takes its cookie from the browser", async () => {
  const { browser, call } = await openAs("support");
  const { document } = await browser.open("/");
  expect(document.title).toContain("Сегодня");
  const left = await browser.submit({}, "Выйти");
  expect(left.location).toBe("/login");
  expect(left.headers.get("Set-Cookie")).toMatch(/^operator=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/);
  expect((await call(readOperator, {})).status).toBe(401);
  expect((await call(logOut, {})).status).toBe(401);
});

test("architecture: whoever logs in by a passkey has a session of this browser, which is known from now on", async () => {
  const { ask, login } = await openAs("support");
  const authenticator = new TestAuthenticator(ORIGIN);
  await ask(addPasskey, { name: "Телефон", response: authenticator.create(await ask(beginPasskey, {})) });
  const browser = openBrowser(operatorConsole);
  const options = JSON.parse((await browser.post("/login/passkey", new URLSearchParams())).text);
  const logIn = new URLSearchParams({ intent: "passkey", response: authenticator.get({ options }) });
  const done = await browser.post("/login", logIn);
  expect([done.status, done.location, done.headers.getSetCookie()]).toEqual([
    303,
    "/",
    [
      expect.stringMatching(/^operator=[\w-]+; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^operator-browser=[\w-]+; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/),
    ],
  ]);
  expect((await browser.open("/")).document.title).toContain("Сегодня");
  // A challenge works once.
  const again = await browser.post("/login", logIn);
  expect([again.status, again.headers.getSetCookie()]).toEqual([422, []]);
  // Wrong passwords count as those of this browser, at the log-in and at the change of the password.
  const tries = async () => {
    const { rows } = await sql<{ count: number }>`
      select count from rate_limits where starts_with(key, 'operator-login-browser:')
    `.execute(club.db);
    return rows.map(({ count }) => count);
  };
  await browser.post("/login", new URLSearchParams({ login, password: "не тот" }));
  expect(await tries()).toEqual([1]);
  const change = { password: "не тот", new_password: "совсем-другой-пароль", code: "000000" };
  await browser.post("/password", new URLSearchParams(change));
  expect(await tries()).toEqual([2]);
});

test("architecture: an operator whose session has ended can still log out, and an unknown page of a list is said to be one", async () => {
  const { browser, id } = await openAs("owner");
  const page = await browser.open("/lists/people?search=x&afterKey=none");
  expect([page.status, page.text]).toEqual([422, expect.stringContaining("Такой страницы списка нет")]);
  // No field of the page has that name.
  expect(hrefsOf(page.document, ".error-summary a")).toEqual([]);
  await browser.open("/");
  await club.db.deleteFrom("operator_sessions").where("operator_id", "=", id).execute();
  const left = await browser.submit({}, "Выйти");
  expect([left.status, left.location]).toEqual([303, "/login"]);
  expect(left.headers.get("Set-Cookie")).toMatch(/^operator=; Max-Age=0;/);
});

test("architecture: the reason that a second operator has written stays while a code is asked for", async () => {
  const [asker, second] = [await openAs("owner"), await openAs("owner")];
  await asker.browser.open("/acts/add-operator");
  const typed = { login: "reason@example.com", full_name: "Имя Фамилия", support: true };
  const request = (await asker.browser.submit(typed, "Проверить")).location ?? "";
  await asker.browser.open(request);
  await asker.browser.submit({}, "Попросить второго оператора");
  await club.db
    .updateTable("operator_sessions")
    .set({ code_confirmed_at: new Date(0) })
    .where("operator_id", "=", second.id)
    .execute();
  await second.browser.open(request);
  const asked = await second.browser.submit({ reason: "Знаю её" }, "Согласиться");
  expect(hrefsOf(asked.document, ".error-summary a")).toEqual(["#code"]);
  expect(asked.document.querySelector<HTMLTextAreaElement>("[name=reason]")?.value).toBe("Знаю её");
});

test("architecture: a log-in at the provider ends in this browser when it comes back, refused or not", async () => {
  const login = "anna@example.com";
  await addTestOperator(club, ["support"], login);
  const provider = {
    name: "Вход сотрудника",
    beginLogIn: async () => new URL("https://provider.example/authorize"),
    finishLogIn: async (query: string) => {
      if (query.includes("error=")) throw new LogInDeniedError("access_denied");
      return { issuer: "https://provider.example", subject: "anna", email: login };
    },
  };
  Object.assign(club.club.services, { identityProvider: provider });
  try {
    const browser = openBrowser(operatorConsole);
    const gone = /^operator-flow=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/;
    const begin = async () => {
      const left = await browser.open("/login/provider");
      expect(left.location).toBe("https://provider.example/authorize");
      // Strict, it wouldn't come back with the browser; with an age, it would outlive it.
      expect(left.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^operator-flow=[\w-]+; Path=\/; HttpOnly; SameSite=Lax$/),
      ]);
    };
    await begin();
    const refused = await browser.open("/login/provider/callback?error=access_denied");
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([422, [expect.stringMatching(gone)]]);
    expect(refused.text).toContain("Вход не подтверждён");
    const again = await browser.open("/login/provider/callback?code=x");
    expect([again.status, again.headers.getSetCookie()]).toEqual([422, [expect.stringMatching(gone)]]);
    expect(again.text).toContain("начат в другом браузере");
    await begin();
    const back = await browser.open("/login/provider/callback?code=x");
    expect([back.status, back.headers.getSetCookie()]).toEqual([
      200,
      [expect.stringMatching(gone), expect.stringMatching(/^operator=[\w-]+; Path=\/; HttpOnly; SameSite=Strict$/)],
    ]);
    expect((await browser.open("/login")).text).toContain("Код");
  } finally {
    Object.assign(club.club.services, { identityProvider: null });
  }
});

test("architecture: nothing of the console is framed, indexed, stored or run by others", async () => {
  const { browser } = await openAs("owner");
  for (const path of ["/", "/lists/people", "/passkeys", "/login", "/nowhere"]) {
    const { headers } = await browser.open(path);
    expect(headers.get("Content-Security-Policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'(?:; script-src 'sha256-[\w+/=]+'; connect-src 'self')?$/,
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-store",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "x-robots-tag": "noindex, nofollow",
    });
  }
});

test("architecture: what waits today is counted as its list shows it, filters and all", async () => {
  const { browser } = await openAs("owner");
  const { document } = await browser.open("/");
  const items = [...document.querySelectorAll(".today a")].map((link) => ({
    count: Number(link.querySelector("b")?.textContent),
    href: link.getAttribute("href") ?? "",
  }));
  const filtered = items.filter(({ href }) => href.includes("?"));
  expect(filtered.length).toBeGreaterThan(0);
  for (const { count, href } of filtered) {
    const rows = countRows((await browser.open(href)).document);
    expect([href, rows]).toEqual([href, count]);
  }
});

test("architecture: the pages of a list together have every row that its filters let through, each once", async () => {
  const { browser } = await openAs("owner");
  const { id } = await club.db
    .selectFrom("users")
    .select("id")
    .where("phone", "=", "79000000002")
    .executeTakeFirstOrThrow();
  const sold = await club.db.selectFrom("deals").select("id").where("manager_id", "=", id).execute();
  let rows = 0;
  let pages = 0;
  for (let path: string | undefined = "/lists/deals?person=79000000002&date_from=2020-01-01"; path; pages++) {
    const { document }: { document: Document } = await browser.open(path);
    expect(document.querySelector<HTMLInputElement>("[name=person]")?.value).toBe("79000000002");
    rows += countRows(document);
    path = hrefsOf(document, "a[rel=next]")[0];
  }
  expect(pages).toBeGreaterThan(1);
  expect(rows).toBe(sold.length);
});

test("architecture: an act that a card offers begins with what the card is about", async () => {
  const { browser } = await openAs("owner");
  const { document } = await browser.open("/cards/person/3");
  const offered = hrefsOf(document, "a.button--small");
  expect(offered.length).toBeGreaterThan(3);
  for (const href of offered) {
    const { document: form } = await browser.open(href);
    const known = [...new URL(href, "http://console").searchParams];
    expect([href, known.length]).toEqual([href, expect.toSatisfy((count: number) => count > 0)]);
    for (const [name, value] of known) {
      const field = form.querySelector<HTMLInputElement>(`[name="${name}"]`);
      expect([href, name, field?.value]).toEqual([href, name, value]);
    }
  }
});

test("architecture: the second operator's buttons say yes and no, and an unknown one never says yes", async () => {
  const asker = await openAs("owner");
  const ask = async (login: string) => {
    await asker.browser.open("/acts/add-operator");
    const checked = await asker.browser.submit({ login, full_name: "Имя Фамилия", support: true }, "Проверить");
    const request = checked.location ?? "";
    await asker.browser.open(request);
    const { text } = await asker.browser.submit({}, "Попросить второго оператора");
    expect(text).toContain("Ждёт второго оператора");
    return request;
  };
  const hasOperator = async (login: string) =>
    (await club.db.selectFrom("operators").select("id").where("login", "=", login).execute()).length > 0;
  const second = await openAs("owner");

  const refused = await ask("refused@example.com");
  await second.browser.open(refused);
  expect((await second.browser.submit({ reason: "Не знаю такого" }, "Отказать")).text).toContain("Действие отклонено");
  const undecided = await ask("unknown@example.com");
  const { document } = await second.browser.open(undecided);
  const seen = document.querySelector<HTMLInputElement>("[name=seen]")?.value ?? "";
  const headers = { Cookie: operatorConsole.cookieOf(second.token) };
  const body = new URLSearchParams({ intent: "perhaps", seen });
  await operatorConsole.ask(undecided, { method: "POST", headers, body });
  const agreed = await ask("agreed@example.com");
  await second.browser.open(agreed);
  expect((await second.browser.submit({}, "Согласиться")).text).toContain("Сделано");
  expect(await hasOperator("refused@example.com")).toBe(false);
  expect(await hasOperator("unknown@example.com")).toBe(false);
  expect(await hasOperator("agreed@example.com")).toBe(true);
});

test("architecture: who decides about another thing than was shown decides again, with the reason that was typed", async () => {
  const asker = await openAs("finance");
  await asker.browser.open("/acts/correct-points");
  const input = { person: "79000000003", direction: "credit", points: "50000", reason: "Приз года" };
  const request = (await asker.browser.submit(input, "Проверить")).location ?? "";
  await asker.browser.open(request);
  await asker.browser.submit({}, "Попросить второго оператора");
  const { browser } = await openAs("finance");
  await browser.open(request);
  const { id } = await findByPhone(club, input.person);
  await givePoints(club, id, 1);
  const changed = await browser.submit({ reason: "По приказу" }, "Согласиться");
  expect(changed.text).toContain("кое-что изменилось");
  expect(changed.document.querySelector<HTMLTextAreaElement>("[name=reason]")?.value).toBe("По приказу");
  expect(textsOf(changed.document, ".form button")).toEqual(["Согласиться", "Отказать"]);
  expect((await browser.submit({}, "Согласиться")).text).toContain("Сделано");
});

test("architecture: a confirmation is of what the page has shown; when it is another thing by now, nothing is done", async () => {
  const { browser } = await openAs("owner");
  await browser.open("/acts/log-out-person");
  const { location } = await browser.submit({ person: "79000000003" }, "Проверить");
  const page = await browser.open(location ?? "");
  const button = textsOf(page.document, "button[value=confirm]")[0] ?? "";
  const { lines } = { lines: textsOf(page.document, ".lines li") };
  expect(lines.length).toBeGreaterThan(0);
  await club.logIn("79000000003");
  const changed = await browser.submit({}, button);
  expect(changed.text).toContain("кое-что изменилось");
  expect(textsOf(changed.document, ".lines li")).not.toEqual(lines);
  expect((await browser.submit({}, button)).text).toContain("Сделано");
});

test("architecture: a wrong code of a new passkey stands at the code of that form, of a removed one at the other", async () => {
  const { browser, token } = await openAs("owner");
  await browser.open("/passkeys");
  const send = (fields: Record<string, string>) =>
    operatorConsole.ask("/passkeys", {
      method: "POST",
      headers: { Cookie: operatorConsole.cookieOf(token) },
      body: new URLSearchParams(fields),
    });
  await club.db
    .updateTable("operator_sessions")
    .set({ code_confirmed_at: new Date(0) })
    .execute();
  const removal = await (await send({ intent: "remove", passkey: "1", code: "000000" })).text();
  expect(removal).toContain('href="#code"');
  expect(removal).not.toContain('href="#new-code"');
});
