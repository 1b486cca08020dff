import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { restoreLinkJob } from "../../../../club/people/accounts/restore-link-job";
import { sendRestoreLinkEndpoint } from "../../../../club/people/accounts/restore-password";
import type { CallContext } from "../../../../club/platform/http/endpoint";
import { login, profile, restorePassword, sendRestoreLink } from "../../../../contract/accounts";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson, freshPhone, PASSWORD } from "../../club-people";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub();
});
afterAll(() => club.close());

async function askForLink(person: { phone: string; email: string }, after = 0) {
  await club.ask(sendRestoreLink, { login: person.phone });
  const { text } = await club.lastMessage(person.email, "Новый пароль для входа", after);
  const link = new URL(/https?:\S+/.exec(text)?.[0] ?? "");
  return { link, check_word: link.searchParams.get("check_word") ?? "", email: link.searchParams.get("email") ?? "" };
}

test("§4.12 §2.4.3 the mailed link sets a new password once and ends every session", async () => {
  const person = await addPerson(club, { email: "plus+sign@example.com" });
  const token = await person.logIn();
  const { link, check_word, email } = await askForLink(person);
  expect(link.origin + link.pathname).toBe("http://127.0.0.1:3000/");
  expect(email).toBe("plus+sign@example.com");
  const change = { check_word, email: email.toUpperCase(), new_password: " new-password-1 " };
  const both = await Promise.all([1, 2].map(() => club.call(restorePassword, change)));
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 422]);
  expect((await club.call(profile, {}, { token })).status).toBe(401);
  expect((await club.call(login, { login: person.phone, password: "new-password-1" })).status).toBe(200);
});

test("§4.12 known, unknown and disabled people get the same answer, and only known ones get a mail", async () => {
  const gone = await addPerson(club, { is_disabled: true });
  const known = await addPerson(club);
  const answers = await Promise.all(
    [known.phone, gone.email, freshPhone(), "nobody@example.com"].map((name) =>
      club.call(sendRestoreLink, { login: name }),
    ),
  );
  for (const { status, body } of answers) {
    expect([status, body.toString()]).toEqual([200, '{"success":true,"result":{}}']);
  }
  await club.lastMessage(known.email, "Новый пароль для входа");
  const mails = await club.db.selectFrom("outbox").select("recipient").execute();
  expect(mails.map((mail) => mail.recipient)).not.toContain(gone.email);
});

test("§4.12 a known person, a disabled one and a stranger cost the same statements, so that no time tells them apart", async () => {
  const known = await addPerson(club);
  const unconfirmed = await addPerson(club, { phone_confirmed_at: null });
  const gone = await addPerson(club, { is_disabled: true });
  const statements: string[] = [];
  // What the jobs do meanwhile isn't of the request: it comes by connections of its own.
  const { db } = club.club.services;
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const services = { ...club.club.services, db: counted };
  const call = async (name: string) => {
    statements.length = 0;
    const context = { services, address: "203.0.113.5", files: {}, requestId: "" } as unknown as CallContext;
    await sendRestoreLinkEndpoint.handle({ login: name }, context);
    return statements.length;
  };
  const counts: number[] = [];
  for (const name of [known.phone, unconfirmed.email, gone.phone, freshPhone(), "nobody@example.net"]) {
    counts.push(await call(name));
  }
  expect(new Set(counts).size).toBe(1);
  expect(counts[0]).toBeGreaterThan(3);
});

test("§4.12 a link works for 24 hours, for its own e-mail, and not after a newer one was used", async () => {
  const person = await addPerson(club);
  const one = await askForLink(person);
  const two = await askForLink(person, 1);
  const other = await addPerson(club);
  const new_password = "another-one-1";
  expect((await club.call(restorePassword, { ...two, email: other.email, new_password })).status).toBe(422);
  await club.ask(restorePassword, { check_word: two.check_word, email: two.email, new_password });
  expect(
    (await club.call(restorePassword, { check_word: one.check_word, email: one.email, new_password })).status,
  ).toBe(422);
  const timely = await addPerson(club);
  const { check_word, email } = await askForLink(timely);
  const three = await askForLink(person, 2);
  club.clock.advance(24 * 60 * 60_000 - 60_000);
  expect((await club.call(restorePassword, { check_word, email, new_password })).status).toBe(200);
  club.clock.advance(2 * 60_000);
  const late = await club.call(restorePassword, { check_word: three.check_word, email: three.email, new_password });
  expect(late.refusal?.fields).toEqual({ check_word: expect.stringContaining("больше не действует") });
});

test("§5.10 spaces around a new password don't count towards its nine characters", async () => {
  const person = await addPerson(club);
  const { check_word, email } = await askForLink(person);
  const answer = await club.call(restorePassword, { check_word, email, new_password: "   12345678   " });
  expect(Object.keys(answer.refusal?.fields ?? {})).toEqual(["new_password"]);
});

test("§5.10 §8.1 one of the commonest passwords is refused at its field, in any case, and the link stays good", async () => {
  const person = await addPerson(club);
  const { check_word, email } = await askForLink(person);
  for (const new_password of ["qwertyuiop", " Qwerty123456 ", "1234567890"]) {
    const { status, refusal } = await club.call(restorePassword, { check_word, email, new_password });
    expect([status, refusal?.fields]).toEqual([422, { new_password: expect.stringContaining("самых частых") }]);
  }
  await club.ask(restorePassword, { check_word, email, new_password: "qwertyuiop-шестерня" });
});

test("§5.10 §8.1 a password made of the person's own phone, e-mail or name is refused, and the link stays good", async () => {
  const person = await addPerson(club, { first_name: "Александр", last_name: "Соколов", email: "a.sokolov77@mail.ru" });
  const { check_word, email } = await askForLink(person);
  const own = [
    person.phone,
    person.phone.slice(1),
    `+7 (${person.phone.slice(1, 4)}) ${person.phone.slice(4)}`,
    "A.Sokolov77@mail.ru",
  ];
  for (const new_password of [
    ...own,
    "a.sokolov77",
    "александр",
    "Соколов Александр",
    "соколов-соколов",
    "олегович-соколов",
  ]) {
    const { status, refusal } = await club.call(restorePassword, { check_word, email, new_password });
    expect([status, refusal?.fields]).toEqual([422, { new_password: expect.stringContaining("не должен повторять") }]);
  }
  await club.ask(restorePassword, { check_word, email, new_password: "Соколов на крыше" });
});

test("§4.12 a person who never confirmed the phone gets a mail that says to register again, without a link to a new password", async () => {
  const person = await addPerson(club, { phone_confirmed_at: null, password_hash: null });
  await club.ask(sendRestoreLink, { login: person.email });
  const { text } = await club.lastMessage(person.email, "телефон не подтверждён");
  expect(text).toContain("/register");
  expect(text).not.toContain("check_word");
});

test("§4.12 one network asks for at most five links an hour for a login, known or not; another one may ask too", async () => {
  const person = await addPerson(club);
  for (const name of [person.phone, freshPhone()]) {
    const statuses = [];
    for (let sent = 0; sent < 6; sent++) statuses.push((await askFrom(`192.0.2.${sent}`, name)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await askFrom("203.0.113.5", name)).status).toBe(200);
  }
});

test("§4.12 strangers fill nobody's mailbox, each gets the same answer, and the links that were sent go on to work", async () => {
  const person = await addPerson(club);
  const letters = async () =>
    (await club.db.selectFrom("outbox").select("id").where("recipient", "=", person.email).execute()).length;
  for (let network = 0; network < 13; network++) {
    const { status, body } = await askFrom(`198.18.${network}.1`, person.phone);
    expect([status, body.toString()]).toEqual([200, '{"success":true,"result":{}}']);
  }
  await waitForJobs();
  expect(await letters()).toBe(10);
  // Where the person has been logged in, a letter is sent all the same.
  await club.ask(login, { login: person.phone, password: PASSWORD }, { address: "203.0.113.5" });
  await askFrom("203.0.113.6", person.phone);
  await waitForJobs();
  expect(await letters()).toBe(11);
  const { text } = await club.lastMessage(person.email, "Новый пароль для входа", 9);
  const check_word = new URL(/https?:\S+/.exec(text)?.[0] ?? "").searchParams.get("check_word") ?? "";
  await club.ask(restorePassword, { check_word, email: person.email, new_password: "шестерня-и-вал" });
  // Now no link works any more, so that a further letter is needed.
  await askFrom("198.18.99.1", person.phone);
  await waitForJobs();
  expect(await letters()).toBe(13);
});

test("§4.12 a new password logs in at once where it was set, however many wrong ones strangers have tried", async () => {
  const person = await addPerson(club);
  const address = "203.0.113.50";
  const window_ends_at = new Date(club.clock.now().getTime() + 60 * 60_000);
  await club.db
    .insertInto("rate_limits")
    .values([
      { key: `login-elsewhere:user:${person.id}`, count: 100, window_ends_at },
      { key: `login:user:${person.id}:203.0.113.0/24`, count: 10, window_ends_at },
    ])
    .execute();
  const { check_word, email } = await askForLink(person);
  const change = { check_word, email, new_password: "шестерня-и-вал" };
  await club.ask(restorePassword, change, { address });
  const answer = await club.call(login, { login: person.phone, password: change.new_password }, { address });
  expect(answer.status).toBe(200);
});

/** Every letter that was asked for is written, or isn't needed. */
async function waitForJobs() {
  const left = sql<{ count: number }>`
    select count(*) as count from pgboss.job where name = ${restoreLinkJob.queue} and state in ('created', 'active', 'retry')
  `;
  await expect.poll(async () => (await left.execute(club.db)).rows[0]?.count).toBe(0);
}

const askFrom = (address: string, name: string) => club.call(sendRestoreLink, { login: name }, { address });

test("§4.12 a mail tells that the password has changed, and has no secret in it", async () => {
  const person = await addPerson(club);
  const { check_word, email } = await askForLink(person);
  await club.ask(restorePassword, { check_word, email, new_password: "шестерня-и-вал" });
  const { subject, text } = await club.lastMessage(email, "на других устройствах вы вышли");
  expect(subject).toContain("изменён");
  expect(text).not.toMatch(/шестерня|check_word/);
});
