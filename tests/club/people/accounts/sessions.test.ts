import { afterAll, beforeAll, expect, test } from "vitest";
import { login, profile, restorePassword, sendRestoreLink } from "../../../../contract/accounts";
import { changePassword, endAllSessions, endSession, listSessions } from "../../../../contract/extensions";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson, PASSWORD } from "../../club-people";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub();
});
afterAll(() => club.close());

type Person = Awaited<ReturnType<typeof addPerson>>;

const NEW_PASSWORD = "шестерня-и-вал";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0";
const ANDROID = "Mozilla/5.0 (Linux; Android 15; K) Chrome/140.0.0.0 Mobile";

async function logIn(person: Person, options: { address?: string; userAgent?: string } = {}) {
  return (await club.ask(login, { login: person.phone, password: PASSWORD }, options)).access_token;
}

const isLoggedIn = async (token: string) => (await club.call(profile, {}, { token })).status === 200;

test("§4.2 a participant sees the own sessions: browser, network without the last part of the address, last use", async () => {
  const person = await addPerson(club);
  await (await addPerson(club)).logIn();
  const phone = await logIn(person, { address: "2001:db8:1:2::3", userAgent: ANDROID });
  club.clock.advance(60_000);
  const desk = await logIn(person, { address: "203.0.113.77", userAgent: `${WINDOWS} ${"x".repeat(500)}` });
  const sessions = await club.ask(listSessions, {}, { token: phone });
  const last = club.clock.now().getTime();
  expect(sessions).toMatchObject([
    { network: "203.0.113.0/24", user_agent: expect.stringContaining(WINDOWS), is_current: false },
    { network: "2001:db8:1::/48", user_agent: ANDROID, is_current: true },
  ]);
  expect(sessions.map(({ last_used_at }) => Math.round((last - Date.parse(last_used_at)) / 60_000))).toEqual([0, 1]);
  expect(sessions[0]?.user_agent).toHaveLength(300);
  const answer = JSON.stringify(sessions);
  for (const secret of [phone, desk, "203.0.113.77", "1:2::3"]) expect(answer).not.toContain(secret);
});

test("§4.1 the use of a session is recorded every few minutes, with the network, and prolongs it", async () => {
  const person = await addPerson(club);
  const token = await logIn(person, { address: "203.0.113.1" });
  const stored = () =>
    club.db.selectFrom("sessions").selectAll().where("user_id", "=", person.id).executeTakeFirstOrThrow();
  const before = await stored();
  club.clock.advance(4 * 60_000);
  await club.ask(profile, {}, { token, address: "198.51.100.9" });
  expect(await stored()).toEqual(before);
  club.clock.advance(2 * 60_000);
  await club.ask(profile, {}, { token, address: "198.51.100.9" });
  const after = await stored();
  expect(after.network).toBe("198.51.100.0/24");
  expect(after.last_used_at.getTime() - before.last_used_at.getTime()).toBeGreaterThan(5 * 60_000);
  expect(after.expires_at.getTime() - before.expires_at.getTime()).toBeGreaterThan(5 * 60_000);
});

test("§4.2 a participant ends one of the own sessions, and nobody else's", async () => {
  const person = await addPerson(club);
  const stranger = await addPerson(club);
  const [one, other] = [await logIn(person), await logIn(person)];
  const foreign = await logIn(stranger);
  const own = await club.ask(listSessions, {}, { token: one });
  const [theirs] = await club.ask(listSessions, {}, { token: foreign });
  const ended = own.find(({ is_current }) => !is_current)?.id ?? "";
  for (const session_id of [theirs?.id ?? "", "no-such-session", ended, ended]) {
    expect((await club.call(endSession, { session_id }, { token: one })).status).toBe(200);
  }
  expect([await isLoggedIn(one), await isLoggedIn(other), await isLoggedIn(foreign)]).toEqual([true, false, true]);
});

test("§4.2 a participant logs out everywhere", async () => {
  const person = await addPerson(club);
  const [one, other] = [await logIn(person), await logIn(person)];
  const foreign = await (await addPerson(club)).logIn();
  await club.ask(endAllSessions, {}, { token: one });
  expect([await isLoggedIn(one), await isLoggedIn(other), await isLoggedIn(foreign)]).toEqual([false, false, true]);
});

test("§5.10 §4.12 a changed password ends all other sessions and mailed links, and a mail without secrets tells it", async () => {
  const person = await addPerson(club);
  const [one, other] = [await logIn(person), await logIn(person)];
  await club.ask(sendRestoreLink, { login: person.phone });
  const { text } = await club.lastMessage(person.email, "Новый пароль для входа");
  const check_word = new URL(/https?:\S+/.exec(text)?.[0] ?? "").searchParams.get("check_word") ?? "";
  await club.ask(changePassword, { current_password: ` ${PASSWORD}`, new_password: NEW_PASSWORD }, { token: one });
  expect([await isLoggedIn(one), await isLoggedIn(other)]).toEqual([true, false]);
  const byLink = await club.call(restorePassword, { check_word, email: person.email, new_password: "ещё-один-пароль" });
  expect(byLink.status).toBe(422);
  const logInWith = async (password: string) => (await club.call(login, { login: person.email, password })).status;
  expect([await logInWith(PASSWORD), await logInWith(NEW_PASSWORD)]).toEqual([422, 200]);
  const told = await club.lastMessage(person.email, "на других устройствах вы вышли");
  expect(told.subject).toBe("Пароль для входа в клуб изменён");
  for (const secret of [PASSWORD, NEW_PASSWORD, "check_word"]) expect(told.text).not.toContain(secret);
});

test("§5.10 §8.1 the new password is refused at its field when it is common, personal or the old one", async () => {
  const person = await addPerson(club);
  const token = await logIn(person);
  for (const new_password of ["1q2w3e4r5t", person.email, ` ${PASSWORD} `]) {
    const change = { current_password: PASSWORD, new_password };
    const { status, refusal } = await club.call(changePassword, change, { token });
    expect([status, Object.keys(refusal?.fields ?? {})]).toEqual([422, ["new_password"]]);
  }
  expect(await isLoggedIn(token)).toBe(true);
  // One name is the beginning of the other.
  const namesake = await addPerson(club, { first_name: "Александр", last_name: "Александров" });
  const personal = { current_password: PASSWORD, new_password: "александров-александр" };
  const { refusal } = await club.call(changePassword, personal, { token: await logIn(namesake) });
  expect(refusal?.message).toContain("не должен повторять ваш телефон, e-mail или имя");
});

test("§5.1 a right current password isn't counted, however often the password is changed", async () => {
  const person = await addPerson(club);
  const address = "203.0.113.31";
  const token = await logIn(person, { address });
  const passwords = Array.from({ length: 12 }, (_, count) => (count === 0 ? PASSWORD : `${NEW_PASSWORD}-${count}`));
  for (const [count, new_password] of passwords.slice(1).entries()) {
    const change = { current_password: passwords[count] ?? "", new_password };
    expect((await club.call(changePassword, change, { token, address })).status).toBe(200);
  }
  // Nor when the new one is refused.
  const current_password = passwords.at(-1) ?? "";
  for (let tried = 0; tried < 12; tried++) {
    const same = await club.call(
      changePassword,
      { current_password, new_password: current_password },
      { token, address },
    );
    expect(same.status).toBe(422);
  }
});

test("§5.1 §8.1 a wrong current password counts like a wrong password of a login", async () => {
  const person = await addPerson(club);
  const address = "203.0.113.30";
  const token = await logIn(person, { address });
  const change = { current_password: "wrong-password", new_password: NEW_PASSWORD };
  const wrong = await club.call(changePassword, change, { token, address });
  expect([wrong.status, Object.keys(wrong.refusal?.fields ?? {})]).toEqual([422, ["current_password"]]);
  for (let tried = 1; tried < 10; tried++) await club.call(changePassword, change, { token, address });
  const right = { current_password: PASSWORD, new_password: NEW_PASSWORD };
  expect((await club.call(changePassword, right, { token, address })).status).toBe(429);
  expect((await club.call(login, { login: person.phone, password: PASSWORD }, { address })).status).toBe(429);
  club.clock.advance(15 * 60_000 + 1000);
  expect((await club.call(changePassword, right, { token, address })).status).toBe(200);
});

test("§4.1 a session that is used every day ends half a year after the log-in, and one that isn't after a month", async () => {
  const person = await addPerson(club);
  const DAY_MS = 24 * 60 * 60_000;
  const token = await logIn(person);
  for (let day = 0; day < 170; day += 25) {
    club.clock.advance(25 * DAY_MS);
    expect(await isLoggedIn(token)).toBe(true);
  }
  club.clock.advance(4 * DAY_MS);
  expect(await isLoggedIn(token)).toBe(true);
  club.clock.advance(2 * DAY_MS);
  expect(await isLoggedIn(token)).toBe(false);
  const [timely, late] = [await logIn(person), await logIn(person)];
  club.clock.advance(29 * DAY_MS);
  expect(await isLoggedIn(timely)).toBe(true);
  club.clock.advance(2 * DAY_MS);
  expect(await isLoggedIn(late)).toBe(false);
  club.clock.advance(31 * DAY_MS);
  // What has ended isn't listed either.
  expect(await club.ask(listSessions, {}, { token: await logIn(person) })).toMatchObject([{ is_current: true }]);
});
