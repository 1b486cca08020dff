import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hashPassword } from "../../club/people/accounts/password";
import { addPerson } from "../club/club-people";
import { openTestClub, type TestClub } from "../setup/club";
import { openTestConsole, type TestConsole } from "../setup/console";
import { LOW_COST } from "../setup/low-cost-password";
import { addTestOperator } from "../setup/operators";
import { openBrowser, type Page } from "../setup/portal-browser";
import { openStableText, type StableText } from "../setup/stable-text";
import { describePage } from "./outlined-page";

/** What operators go through: requests of acts, the log-in, the password and passkeys. Each test has operators of its own. */

/** A Friday noon in Moscow, in the middle of a month. */
const NOW = "2026-03-20T09:00:00Z";
const PASSWORD = "верный-пароль-оператора";

let club: TestClub;
let operatorConsole: TestConsole;
let stable: StableText;
let text: string[];

beforeAll(async () => {
  club = await openTestClub({ now: NOW, work: false });
  stable = await openStableText(club.db, club.clock.now);
  operatorConsole = await openTestConsole(club);
});
// However long a machine takes, it is the same minute.
beforeEach(() => club.clock.stop(NOW));
afterAll(async () => {
  await operatorConsole?.close();
  await club?.close();
});

function tell(step: string, page: Page): Page {
  text.push("", `${step}:`, ...describePage(page));
  return page;
}

/** An owner whose last code was given long ago. */
async function openAsOwner(login: string) {
  const operator = await addTestOperator(club, ["owner"], login);
  return { ...operator, browser: openBrowser(operatorConsole, operatorConsole.cookieOf(operator.token)) };
}

const forgetCode = ({ id }: { id: number }) =>
  club.db
    .updateTable("operator_sessions")
    .set({ code_confirmed_at: new Date(0) })
    .where("operator_id", "=", id)
    .execute();

async function ask(asker: Awaited<ReturnType<typeof openAsOwner>>, login: string): Promise<string> {
  await asker.browser.open("/acts/add-operator");
  const { location } = await asker.browser.submit({ login, full_name: "Нина Новая", support: true }, "Проверить");
  return location ?? "";
}

test("architecture: pages of an act that one operator carries out", async () => {
  text = [];
  const owner = await openAsOwner("alone");
  const { phone } = await addPerson(club);
  await owner.browser.open("/acts/correct-points");
  const input = { person: phone, direction: "credit", points: "100", reason: "Ошибка в отчёте" };
  const { location } = await owner.browser.submit(input, "Проверить");
  await forgetCode(owner);
  tell("checked", await owner.browser.open(location ?? ""));
  tell("wrong code", await owner.browser.submit({ code: "000000" }, "Исправить"));
  const done = tell("right code", await owner.browser.submit({ code: owner.code() }, "Исправить"));
  tell("opened again", await owner.browser.open(location ?? ""));
  expect(done.status).toBe(200);
  expect(stable.of(text.join("\n"))).toMatchSnapshot();
});

test("architecture: pages of an act that waits, for the one who asked and for the second operator", async () => {
  text = [];
  const [asker, second] = [await openAsOwner("asker"), await openAsOwner("second")];
  const first = await ask(asker, "agreed@example.com");
  await forgetCode(second);
  tell("asked", (await asker.browser.open(first)) && (await asker.browser.submit({}, "Попросить второго оператора")));
  tell("the asker looks", await asker.browser.open(first));
  tell("the second one looks", await second.browser.open(first));
  const wrong = { reason: "Знаю её", code: "000000" };
  tell("wrong code", await second.browser.submit(wrong, "Согласиться"));
  tell("agreed", await second.browser.submit({ code: second.code() }, "Согласиться"));
  const other = await ask(asker, "refused@example.com");
  await asker.browser.open(other);
  await asker.browser.submit({}, "Попросить второго оператора");
  await second.browser.open(other);
  tell("refused", await second.browser.submit({ reason: "Не знаю такой" }, "Отказать"));
  tell("the asker looks again", await asker.browser.open(other));
  expect(stable.of(text.join("\n"))).toMatchSnapshot();
});

test("architecture: pages of the log-in", async () => {
  text = [];
  const guest = openBrowser(operatorConsole);
  const operator = await addTestOperator(club, ["support"], "guest");
  const password_hash = await hashPassword(PASSWORD, LOW_COST);
  await club.db.updateTable("operators").set({ password_hash }).where("id", "=", operator.id).execute();
  tell("a guest", await guest.open("/login"));
  tell("wrong password", await guest.submit({ login: "guest", password: "неверный-пароль" }, "Войти"));
  tell("right password", await guest.submit({ login: "guest", password: PASSWORD }, "Войти"));
  tell("the code is asked for", await guest.open("/login"));
  tell("wrong code", await guest.submit({ code: "000000" }, "Войти"));
  tell("right code", await guest.submit({ code: operator.code() }, "Войти"));
  tell("logged in", await guest.open("/login"));
  await guest.open("/");
  tell("logged out", await guest.submit({}, "Выйти"));
  tell("without a page", await guest.open("/"));
  tell("provider", await guest.open("/login/provider"));
  tell("back from a provider", await guest.open("/login/provider/callback"));
  expect(stable.of(text.join("\n"))).toMatchSnapshot();
});

test("architecture: pages of the first log-in", async () => {
  text = [];
  const guest = openBrowser(operatorConsole);
  const password_hash = await hashPassword(PASSWORD, LOW_COST);
  const password_expires_at = new Date(Date.parse(NOW) + 60 * 60 * 1000);
  const added = { login: "new-comer", full_name: "Нина Новая", roles: ["support"], password_hash, password_expires_at };
  await club.db.insertInto("operators").values(added).execute();
  await guest.open("/login");
  await guest.submit({ login: "new-comer", password: PASSWORD }, "Войти");
  tell("a password of one's own", await guest.open("/login"));
  tell("too short", await guest.submit({ new_password: "короткий" }, "Сохранить пароль"));
  tell("long enough", await guest.submit({ new_password: "свой-длинный-пароль" }, "Сохранить пароль"));
  const enrolment = tell("the app", await guest.open("/login"));
  tell("wrong code", await guest.submit({ code: "000000" }, "Готово"));
  tell("another log-in", await guest.submit({}, "Войти под другим логином"));
  const secret = enrolment.document.querySelector("code")?.textContent ?? "";
  expect(secret).not.toBe("");
  expect(stable.of(text.join("\n").replaceAll(secret, "‹secret›"))).toMatchSnapshot();
});

test("architecture: pages of the password and of passkeys", async () => {
  text = [];
  const owner = await openAsOwner("keeper");
  const password_hash = await hashPassword(PASSWORD, LOW_COST);
  await club.db.updateTable("operators").set({ password_hash }).where("id", "=", owner.id).execute();
  const change = { password: PASSWORD, new_password: "другой-длинный-пароль" };
  tell("password", await owner.browser.open("/password"));
  tell(
    "wrong password",
    await owner.browser.submit({ ...change, password: "неверный", code: owner.code() }, "Сменить"),
  );
  tell("wrong code", await owner.browser.submit({ ...change, code: "000000" }, "Сменить"));
  tell("changed", await owner.browser.submit({ ...change, code: owner.code(1) }, "Сменить"));
  tell("no passkeys", await owner.browser.open("/passkeys"));
  const key = { operator_id: owner.id, public_key: Buffer.from("key"), sign_count: 0, is_backed_up: false };
  const created_at = new Date(NOW);
  await club.db
    .insertInto("operator_passkeys")
    .values([
      { ...key, credential_id: "first", name: "Рабочий телефон", created_at },
      { ...key, credential_id: "second", name: "Токен", created_at, last_used_at: created_at, is_backed_up: true },
    ])
    .execute();
  await forgetCode(owner);
  const listed = tell("two passkeys", await owner.browser.open("/passkeys"));
  const passkey = listed.document.querySelector<HTMLInputElement>("[name=passkey]")?.value ?? "";
  tell("wrong code", await owner.browser.submit({ passkey, code: "000000" }, "Удалить выбранный"));
  // Each code works once.
  club.clock.advance(60_000);
  tell("right code", await owner.browser.submit({ passkey, code: owner.code(1) }, "Удалить выбранный"));
  tell("the other one is left", await owner.browser.open("/passkeys"));
  expect(stable.of(text.join("\n"))).toMatchSnapshot();
});
