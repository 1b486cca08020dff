import { afterAll, beforeAll, expect, test } from "vitest";
import { login, profile, register, sendPhoneCode } from "../../../../contract/accounts";
import { changePassword } from "../../../../contract/extensions";
import { alias } from "../../../../contract/values";
import { openTestClub, type TestClub } from "../../../setup/club";
import { readMailedPassword } from "../../../setup/outbox";
import { addPerson, codeFor, freshPhone, retailForm } from "../../club-people";

let club: TestClub;
let curatorId: number;
beforeAll(async () => {
  club = await openTestClub();
  curatorId = (await addPerson(club, { role: "curator" })).id;
});
afterAll(() => club.close());

async function registered() {
  const form = await retailForm(club, { related_to_user_id: [curatorId] });
  await club.ask(register, form);
  return form;
}

const wrong = (code: string) => (code === "0000" ? "1111" : "0000");

test("§4.9 the right code confirms the phone and mails login and password, which then log in", async () => {
  const { phone, email } = await registered();
  expect(await club.ask(sendPhoneCode, { phone })).toEqual({ resend_after: 60 });
  const code = await codeFor(club, phone);
  expect(code).toMatch(/^\d{4}$/);
  await club.ask(sendPhoneCode, { phone, code });
  const mail = await club.lastMessage(email, "Пароль:");
  expect(mail).toMatchObject({ channel: "email", to: email });
  expect(mail.text).toContain(`Логин: ${phone}`);
  expect(mail.text).toContain("Пароль временный: он действует 14 дней");
  const password = readMailedPassword(mail.text);
  expect(password).toMatch(/^([a-z2-9]{4}-){2}[a-z2-9]{4}$/);
  expect(mail.text.split("\n")).toContain(password);
  expect((await club.call(login, { login: email, password })).status).toBe(200);
});

test("§4.9 §8.10 the mailed password opens the account for 14 days; then the login says how to set one", async () => {
  const { phone, email } = await registered();
  await club.ask(sendPhoneCode, { phone });
  await club.ask(sendPhoneCode, { phone, code: await codeFor(club, phone) });
  const password = readMailedPassword((await club.lastMessage(email, "Пароль:")).text);
  const { access_token: token } = await club.ask(login, { login: phone, password });
  const days = 24 * 60 * 60_000;
  const until = Date.parse((await club.ask(profile, {}, { token })).password_valid_until);
  expect(Math.round((until - club.clock.now().getTime()) / days)).toBe(14);
  club.clock.advance(13 * days);
  expect((await club.call(login, { login: phone, password })).status).toBe(200);
  club.clock.advance(days);
  const late = await club.call(login, { login: phone, password });
  expect([late.status, late.refusal?.message]).toEqual([422, expect.stringContaining("«Забыли пароль?»")]);
  const wrongOne = await club.call(login, { login: phone, password: "wrong-password" });
  expect(wrongOne.refusal?.message).toBe("Неверный логин или пароль.");
  await club.ask(changePassword, { current_password: password, new_password: "шестерня-и-вал" }, { token });
  expect((await club.ask(profile, {}, { token })).password_valid_until).toBe("");
  club.clock.advance(20 * days);
  expect((await club.call(login, { login: phone, password: "шестерня-и-вал" })).status).toBe(200);
});

test("§4.9 a double press with the same code gets the same answer and generates no second password", async () => {
  const { phone, email } = await registered();
  await club.ask(sendPhoneCode, { phone });
  const code = await codeFor(club, phone);
  const both = await Promise.all([1, 2].map(() => club.call(sendPhoneCode, { phone, code })));
  expect(both.map((answer) => answer.status)).toEqual([200, 200]);
  const password = readMailedPassword((await club.lastMessage(email, "Пароль:")).text);
  expect((await club.call(login, { login: phone, password })).status).toBe(200);
  const mails = await club.db.selectFrom("outbox").select("id").where("recipient", "=", email).execute();
  expect(mails).toHaveLength(1);
});

test("§4.10 a second code is refused for 60 seconds, with the wait in the message and in Retry-After, and then sent", async () => {
  const { phone } = await registered();
  await club.ask(sendPhoneCode, { phone });
  const early = await club.call(sendPhoneCode, { phone });
  expect([early.status, early.refusal?.aliases]).toEqual([429, [alias.tooOften]]);
  expect(early.refusal?.message).toMatch(/^Отправить код ещё раз можно через \d+ секунд[уы]?\.$/);
  expect(Number(early.headers.get("retry-after"))).toBeGreaterThan(50);
  const first = await codeFor(club, phone);
  const sent = await club.db
    .selectFrom("phone_codes")
    .select("sent_at")
    .where("phone", "=", phone)
    .executeTakeFirstOrThrow();
  // Three seconds for a busy machine to answer.
  club.clock.set(new Date(sent.sent_at.getTime() + 57_000));
  expect((await club.call(sendPhoneCode, { phone })).status).toBe(429);
  club.clock.advance(3_000);
  expect(await club.ask(sendPhoneCode, { phone })).toEqual({ resend_after: 60 });
  const second = await codeFor(club, phone, 1);
  if (first !== second) expect((await club.call(sendPhoneCode, { phone, code: first })).status).toBe(422);
  expect((await club.call(sendPhoneCode, { phone, code: second })).status).toBe(200);
});

test("§4.10 of many requests at once, one sends a code", async () => {
  const { phone } = await registered();
  const answers = await Promise.all(Array.from({ length: 6 }, () => club.call(sendPhoneCode, { phone })));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
});

test("§4.10 an unknown and a confirmed phone are answered like any other and get no SMS", async () => {
  const confirmed = await addPerson(club);
  for (const phone of [freshPhone(), confirmed.phone]) {
    expect(await club.ask(sendPhoneCode, { phone })).toEqual({ resend_after: 60 });
    expect((await club.call(sendPhoneCode, { phone })).status).toBe(429);
    expect((await club.call(sendPhoneCode, { phone, code: "1234" })).refusal?.aliases).toEqual([alias.codeWrong]);
    expect(await club.db.selectFrom("outbox").select("id").where("recipient", "=", phone).execute()).toEqual([]);
  }
  const { password_hash } = await club.db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", confirmed.id)
    .executeTakeFirstOrThrow();
  expect(password_hash).toBe(confirmed.password_hash);
});

test("§4.10 a registration that an operator has closed gets no code", async () => {
  const { phone } = await registered();
  await club.db.updateTable("users").set({ is_disabled: true }).where("phone", "=", phone).execute();
  expect(await club.ask(sendPhoneCode, { phone })).toEqual({ resend_after: 60 });
  expect(await club.db.selectFrom("outbox").select("id").where("recipient", "=", phone).execute()).toEqual([]);
});

test("§4.9 a code of a registration that an operator has closed since opens nothing", async () => {
  const { phone, email } = await registered();
  await club.ask(sendPhoneCode, { phone });
  const code = await codeFor(club, phone);
  await club.db.updateTable("users").set({ is_disabled: true }).where("phone", "=", phone).execute();
  await club.call(sendPhoneCode, { phone, code });
  const person = await club.db.selectFrom("users").selectAll().where("phone", "=", phone).executeTakeFirstOrThrow();
  expect(person).toMatchObject({ phone_confirmed_at: null, password_hash: null });
  expect(await club.db.selectFrom("outbox").select("id").where("recipient", "=", email).execute()).toEqual([]);
});

test("§5.12 a code is good for five tries, at once or one after another", async () => {
  const { phone } = await registered();
  await club.ask(sendPhoneCode, { phone });
  const code = await codeFor(club, phone);
  const tries = await Promise.all(
    Array.from({ length: 5 }, () => club.call(sendPhoneCode, { phone, code: wrong(code) })),
  );
  for (const { refusal } of tries) expect(refusal?.aliases).toEqual([alias.codeWrong]);
  expect((await club.call(sendPhoneCode, { phone, code })).refusal?.aliases).toEqual([alias.codeWrong]);
});

test("§5.12 a new code has its five tries, in the network that registered and in any other", async () => {
  const form = await retailForm(club, { related_to_user_id: [curatorId] });
  const { phone } = form;
  await club.ask(register, form, { address: "203.0.113.9" });
  await club.ask(sendPhoneCode, { phone }, { address: "203.0.113.9" });
  const first = await codeFor(club, phone);
  for (const address of ["203.0.113.9", "198.18.40.1"]) {
    for (let tried = 0; tried < 5; tried++) {
      await club.call(sendPhoneCode, { phone, code: wrong(first) }, { address });
    }
    expect((await club.call(sendPhoneCode, { phone, code: first }, { address })).status).toBe(422);
  }
  club.clock.advance(60_000);
  await club.ask(sendPhoneCode, { phone }, { address: "203.0.113.9" });
  const code = await codeFor(club, phone, 1);
  for (const address of ["198.18.40.1", "203.0.113.9"]) {
    for (let tried = 0; tried < 4; tried++) {
      await club.call(sendPhoneCode, { phone, code: wrong(code) }, { address });
    }
  }
  expect((await club.call(sendPhoneCode, { phone, code }, { address: "203.0.113.9" })).status).toBe(200);
  // Where it was registered means nothing any more.
  const registration = club.db.selectFrom("users").select("registration_network").where("phone", "=", phone);
  expect(await registration.executeTakeFirst()).toEqual({ registration_network: "" });
});

test("§5.12 the fifth try of a code may be the right one, also in the last of its ten minutes", async () => {
  const { phone } = await registered();
  await club.ask(sendPhoneCode, { phone });
  const code = await codeFor(club, phone);
  for (let tried = 0; tried < 4; tried++) {
    expect((await club.call(sendPhoneCode, { phone, code: wrong(code) })).status).toBe(422);
  }
  club.clock.advance(10 * 60_000 - 10_000);
  expect((await club.call(sendPhoneCode, { phone, code })).status).toBe(200);
});

test("§5.12 §4.10 strangers use up neither the tries nor the codes of the network that registered", async () => {
  const form = await retailForm(club, { related_to_user_id: [curatorId] });
  const { phone } = form;
  await club.ask(register, form, { address: "203.0.113.8" });
  for (let sent = 0; sent < 6; sent++) {
    await club.ask(sendPhoneCode, { phone }, { address: `198.18.${sent}.1` });
    // Messages that wait at once may be delivered in either order.
    await codeFor(club, phone, sent);
    club.clock.advance(60_000);
  }
  expect((await club.call(sendPhoneCode, { phone }, { address: "198.18.9.1" })).status).toBe(429);
  // The address has changed within the provider's network.
  expect((await club.call(sendPhoneCode, { phone }, { address: "203.0.113.200" })).status).toBe(200);
  const code = await codeFor(club, phone, 6);
  for (let tried = 0; tried < 6; tried++) {
    await club.call(sendPhoneCode, { phone, code: wrong(code) }, { address: `198.18.${tried}.1` });
  }
  expect((await club.call(sendPhoneCode, { phone, code }, { address: "198.18.9.1" })).status).toBe(422);
  expect((await club.call(sendPhoneCode, { phone, code }, { address: "203.0.113.8" })).status).toBe(200);
});

test("§5.12 the wrong codes of a day are limited for the network that registered and for all others", async () => {
  const form = await retailForm(club, { related_to_user_id: [curatorId] });
  const { phone } = form;
  const own = { address: "203.0.113.60" };
  const other = { address: "198.18.60.1" };
  await club.ask(register, form, own);
  for (const where of [own, other]) {
    const statuses: number[] = [];
    for (let tried = 0; tried < 26; tried++) {
      statuses.push((await club.call(sendPhoneCode, { phone, code: "0000" }, where)).status);
    }
    expect(statuses).toEqual([...Array(25).fill(422), 429]);
  }
});

test("§5.12 a code is good for ten minutes", async () => {
  const { phone } = await registered();
  await club.ask(sendPhoneCode, { phone });
  const code = await codeFor(club, phone);
  club.clock.advance(10 * 60_000);
  expect((await club.call(sendPhoneCode, { phone, code })).refusal?.fields.code).toContain("больше не действует");
});

test("§4.10 a phone gets at most six codes an hour and ten a day, an address asks for at most sixty", async () => {
  const { phone } = await registered();
  for (let sent = 0; sent < 6; sent++) {
    await club.ask(sendPhoneCode, { phone });
    club.clock.advance(60_000);
  }
  const seventh = await club.call(sendPhoneCode, { phone });
  expect([seventh.status, seventh.refusal?.message]).toEqual([429, expect.stringContaining("слишком много раз")]);
  // And at most ten a day.
  for (let sent = 6; sent < 10; sent++) {
    club.clock.advance(61 * 60_000);
    expect((await club.call(sendPhoneCode, { phone })).status).toBe(200);
  }
  club.clock.advance(61 * 60_000);
  expect((await club.call(sendPhoneCode, { phone })).status).toBe(429);
  club.clock.advance(20 * 60 * 60_000);
  expect((await club.call(sendPhoneCode, { phone })).status).toBe(200);
  const address = "203.0.113.5";
  const asked = await Promise.all(
    Array.from({ length: 61 }, () => club.call(sendPhoneCode, { phone: freshPhone() }, { address })),
  );
  expect(asked.filter((answer) => answer.status === 429)).toHaveLength(1);
});

test("§4.10 neither code nor password stays in the database once it was sent", async () => {
  const { phone, email } = await registered();
  await club.ask(sendPhoneCode, { phone });
  const code = await codeFor(club, phone);
  await club.ask(sendPhoneCode, { phone, code });
  await club.lastMessage(email, "Пароль:");
  await expect
    .poll(() => club.db.selectFrom("outbox").select("text").where("recipient", "in", [phone, email]).execute())
    .toEqual([{ text: "" }, { text: "" }]);
  const stored = await club.db.selectFrom("phone_codes").selectAll().where("phone", "=", phone).execute();
  expect(stored[0]?.code_hash).toHaveLength(32);
});
