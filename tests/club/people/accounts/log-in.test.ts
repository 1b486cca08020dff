import { createHook } from "node:async_hooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findPerson } from "../../../../club/people/accounts/find-person";
import { issueRedirectToken } from "../../../../club/people/accounts/redirect-token";
import { login, loginByRedirect, logout, profile } from "../../../../contract/accounts";
import { alias } from "../../../../contract/values";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson, freshPhone, PASSWORD } from "../../club-people";

const DAY_MS = 24 * 60 * 60_000;

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

test("§1.2 §5.1 a participant logs in by phone and by e-mail in any case, with the password trimmed", async () => {
  const person = await addPerson(club, { role: "curator", email: "Curator.One@Example.com" });
  for (const typed of [`+7 (${person.phone.slice(1, 4)}) ${person.phone.slice(4)}`, "curator.ONE@example.com"]) {
    const result = await club.ask(login, { login: typed, password: `  ${PASSWORD} ` });
    expect(result).toMatchObject({ user_id: String(person.id), promo_group: { system_name: "curator" } });
    expect(Buffer.from(result.access_token, "base64url")).toHaveLength(32);
  }
  const stored = await club.db.selectFrom("sessions").selectAll().where("user_id", "=", person.id).execute();
  expect(stored).toHaveLength(2);
  expect(JSON.stringify(stored)).not.toContain(PASSWORD);
});

test("§5.1 §5.8 a mailbox has one spelling, whether its domain is in letters or in xn--, and with marks that nobody sees", async () => {
  const [letters, stored] = [`иван.${freshPhone()}@почта.рф`, `пётр.${freshPhone()}`];
  const person = await addPerson(club, { email: letters });
  // Whoever was stored before there was one spelling.
  const earlier = await addPerson(club, { email: `${stored}@xn--80a1acny.xn--p1ai` });
  const spellings = [
    [letters, person],
    [letters.toUpperCase(), person],
    [letters.replace("почта.рф", "xn--80a1acny.xn--p1ai"), person],
    [`\u202a${letters}\u202c`, person],
    [`${stored}@почта.рф`, earlier],
    [`${stored.normalize("NFD")}@XN--80a1acny.xn--p1ai`, earlier],
  ] as const;
  for (const [typed, { id }] of spellings) {
    const { user_id } = await club.ask(login, { login: typed, password: PASSWORD });
    expect([typed, user_id]).toEqual([typed, String(id)]);
  }
  // Of two accounts from before, the one whose spelling is today's.
  const twin = `анна.${freshPhone()}`;
  const [, today] = [
    await addPerson(club, { email: `${twin}@xn--80a1acny.xn--p1ai` }),
    await addPerson(club, { email: `${twin}@почта.рф` }),
  ];
  expect((await club.ask(login, { login: `${twin}@почта.рф`, password: PASSWORD })).user_id).toBe(String(today.id));
  expect((await findPerson(club.club.services, `${twin}@почта.рф`)).id).toBe(today.id);
  const phone = `\u202a+7\u2011${person.phone.slice(1, 4)}\u2011${person.phone.slice(4)}\u202c`;
  expect((await club.ask(login, { login: phone, password: PASSWORD })).user_id).toBe(String(person.id));
});

test("§8.10 an unknown login, a wrong password and a disabled person get one and the same answer", async () => {
  const person = await addPerson(club);
  const gone = await addPerson(club, { is_disabled: true });
  const answers = await Promise.all([
    club.call(login, { login: freshPhone(), password: PASSWORD }),
    club.call(login, { login: person.phone, password: "wrong-password" }),
    club.call(login, { login: gone.phone, password: PASSWORD }),
    club.call(login, { login: "nobody@example.com", password: PASSWORD }),
  ]);
  for (const { status, refusal } of answers) {
    expect(status).toBe(422);
    expect(refusal).toMatchObject({ aliases: [alias.loginRefused], message: "Неверный логин или пароль." });
  }
});

test("§8.10 an unknown person's answer costs as much work as a known one's", async () => {
  const person = await addPerson(club);
  const gone = await addPerson(club, { is_disabled: true });
  let hashed = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === "SCRYPTREQUEST") hashed += 1;
    },
  }).enable();
  for (const name of [person.phone, gone.phone, freshPhone(), "nobody@example.com"]) {
    await club.call(login, { login: name, password: "wrong-password" });
  }
  hook.disable();
  expect(hashed).toBe(4);
});

test("§4.9 only a correct password reveals that the phone isn't confirmed", async () => {
  const person = await addPerson(club, { phone_confirmed_at: null });
  const right = await club.call(login, { login: person.phone, password: PASSWORD });
  expect(right.refusal?.message).toContain("Телефон ещё не подтверждён");
  const wrong = await club.call(login, { login: person.phone, password: "wrong-password" });
  expect(wrong.refusal?.message).toBe("Неверный логин или пароль.");
});

test("§5.1 after ten wrong passwords from one network a login has to wait there, and works again afterwards", async () => {
  const person = await addPerson(club);
  const tries = Array.from({ length: 12 }, (_, index) =>
    club.call(login, { login: person.phone, password: "wrong-password" }, { address: `192.0.2.${index}` }),
  );
  const statuses = (await Promise.all(tries)).map((answer) => answer.status).sort();
  expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
  // By e-mail it is the same account.
  const there = { address: "192.0.2.200" };
  const right = await club.call(login, { login: person.email, password: PASSWORD }, there);
  expect(right.status).toBe(429);
  expect(right.refusal?.message).toMatch(/через 15 минут\.$/);
  expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(800);
  club.clock.advance(15 * 60_000 + 1000);
  expect((await club.call(login, { login: person.phone, password: PASSWORD }, there)).status).toBe(200);
});

test("§5.1 a stranger's wrong passwords don't keep the participant out in another network", async () => {
  const person = await addPerson(club);
  for (let tried = 0; tried < 11; tried++) await tryFrom("192.0.2.1", person.phone, "wrong-password");
  expect((await tryFrom("192.0.2.1", person.phone)).status).toBe(429);
  expect((await tryFrom("203.0.113.9", person.phone)).status).toBe(200);
  expect((await tryFrom("2001:db8:7::1", person.email)).status).toBe(200);
});

test("§5.1 strangers in many networks use up the tries of networks where nobody knows the participant, and no others", async () => {
  const person = await addPerson(club);
  await tryFrom("203.0.113.9", person.phone);
  await useUpStrangersTries(person.id);
  const unknown = await tryFrom("198.18.5.5", person.phone);
  expect([unknown.status, unknown.refusal?.message]).toEqual([429, expect.stringContaining("Забыли пароль?")]);
  expect((await tryFrom("203.0.113.77", person.phone)).status).toBe(200);
  // Where the person is known, wrong passwords count too.
  for (let tried = 0; tried < 10; tried++) await tryFrom("203.0.113.9", person.phone, "wrong-password");
  expect((await tryFrom("203.0.113.9", person.phone)).status).toBe(429);
  club.clock.advance(60 * 60_000 + 1000);
  expect((await tryFrom("198.18.5.5", person.phone)).status).toBe(200);
});

test("§5.1 right passwords don't use up the tries of networks where nobody knows the participant", async () => {
  const person = await addPerson(club);
  await useUpStrangersTries(person.id, 98);
  for (const network of [1, 2, 3, 4]) {
    expect((await tryFrom(`198.18.${network}.9`, person.phone)).status).toBe(200);
  }
});

test("§5.1 right passwords where the participant is known give strangers no tries back", async () => {
  const person = await addPerson(club);
  await tryFrom("203.0.113.9", person.phone);
  await useUpStrangersTries(person.id);
  for (let times = 0; times < 3; times++) expect((await tryFrom("203.0.113.9", person.phone)).status).toBe(200);
  expect((await tryFrom("198.18.6.6", person.phone)).status).toBe(429);
});

test("§5.1 §8.10 wrong passwords of a login that nobody has count together, in whatever case it is typed", async () => {
  const address = "198.51.100.77";
  for (let times = 0; times < 10; times++) {
    const name = times % 2 === 0 ? "Nobody@example.org" : "nobody@EXAMPLE.org";
    expect((await tryFrom(address, name)).status).toBe(422);
  }
  expect((await tryFrom(address, "nobody@example.org")).status).toBe(429);
  // Another login has tries of its own.
  expect((await tryFrom(address, "another@example.org")).status).toBe(422);
});

test("§5.1 a network is known by a session that is used there, and forgotten 90 days later", async () => {
  const person = await addPerson(club);
  const { access_token: token } = await club.ask(login, { login: person.phone, password: PASSWORD });
  club.clock.advance(10 * 60_000);
  await club.ask(profile, {}, { token, address: "2001:db8:9:1::1" });
  await useUpStrangersTries(person.id);
  expect((await tryFrom("2001:db8:9:ffff::2", person.phone)).status).toBe(200);
  club.clock.advance(91 * DAY_MS);
  await useUpStrangersTries(person.id);
  expect((await tryFrom("2001:db8:9:ffff::2", person.phone)).status).toBe(429);
});

test("§5.1 a network stays known for 90 days from the last log-in or use there, not from the first", async () => {
  const person = await addPerson(club);
  const [home, office] = ["192.0.2.40", "198.51.101.40"];
  for (const address of [home, office]) expect((await tryFrom(address, person.phone)).status).toBe(200);
  club.clock.advance(60 * DAY_MS);
  expect((await tryFrom(home, person.phone)).status).toBe(200);
  club.clock.advance(90 * DAY_MS - 60_000);
  await useUpStrangersTries(person.id);
  expect((await tryFrom(office, person.phone)).status).toBe(429);
  expect((await tryFrom(home, person.phone)).status).toBe(200);
});

function tryFrom(address: string, name: string, password = PASSWORD) {
  return club.call(login, { login: name, password }, { address });
}

/** As if wrong passwords had come from ten networks. */
async function useUpStrangersTries(id: number, count = 100) {
  const window_ends_at = new Date(club.clock.now().getTime() + 60 * 60_000);
  await club.db
    .insertInto("rate_limits")
    .values({ key: `login-elsewhere:user:${id}`, count, window_ends_at })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ count, window_ends_at }))
    .execute();
}

test("§5.1 one address can try a limited number of logins", async () => {
  const address = "198.51.100.7";
  await club.db
    .insertInto("rate_limits")
    .values({
      key: `login:address:${address}`,
      count: 100,
      window_ends_at: new Date(club.clock.now().getTime() + 60_000),
    })
    .execute();
  const answer = await club.call(login, { login: freshPhone(), password: PASSWORD }, { address });
  expect(answer.status).toBe(429);
});

test("§5.1 a hundred wrong log-ins of strangers behind an address don't shut out who is known to log in from it", async () => {
  const address = "198.51.100.9";
  const known = await addPerson(club);
  expect((await tryFrom(address, known.phone)).status).toBe(200);
  for (let tried = 0; tried < 100; tried++) await tryFrom(address, freshPhone());
  const stranger = await tryFrom(address, (await addPerson(club)).phone);
  expect([stranger.status, stranger.refusal?.message]).toEqual([429, expect.stringContaining("Забыли пароль?")]);
  expect((await tryFrom(address, known.phone)).status).toBe(200);
  // The own limit of the account stays.
  for (let tried = 0; tried < 10; tried++) await tryFrom(address, known.phone, "wrong-password");
  expect((await tryFrom(address, known.phone)).status).toBe(429);
});

test("§5.1 logins that succeed don't count against an address that many share", async () => {
  const address = "198.51.100.8";
  const person = await addPerson(club);
  for (const _ of [1, 2, 3]) await club.ask(login, { login: person.phone, password: PASSWORD }, { address });
  const counted = await club.db
    .selectFrom("rate_limits")
    .select("count")
    .where("key", "=", `login:address:${address}`)
    .executeTakeFirst();
  expect(counted?.count).toBe(0);
});

test("§2.4.5 a redirect token logs in once and within five minutes", async () => {
  const person = await addPerson(club);
  const token = await issueRedirectToken(club.db, club.club.services, person.id);
  const answers = await Promise.all([1, 2, 3].map(() => club.call(loginByRedirect, { token })));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422]);
  const [timely, late] = [
    await issueRedirectToken(club.db, club.club.services, person.id),
    await issueRedirectToken(club.db, club.club.services, person.id),
  ];
  club.clock.advance(5 * 60_000 - 30_000);
  expect((await club.call(loginByRedirect, { token: timely })).status).toBe(200);
  club.clock.advance(60_000);
  expect((await club.call(loginByRedirect, { token: late })).refusal?.aliases).toEqual([alias.loginRefused]);
  // What has changed since the link was made.
  for (const change of [{ is_disabled: true }, { is_disabled: false, phone_confirmed_at: null }]) {
    const made = await issueRedirectToken(club.db, club.club.services, person.id);
    await club.db.updateTable("users").set(change).where("id", "=", person.id).execute();
    const { refusal } = await club.call(loginByRedirect, { token: made });
    expect([change, refusal?.aliases]).toEqual([change, [alias.loginRefused]]);
  }
});

test("§4.2 logout ends this session and no other", async () => {
  const person = await addPerson(club);
  const [one, other] = [await person.logIn(), await person.logIn()];
  await club.ask(logout, {}, { token: one });
  expect((await club.call(profile, {}, { token: one })).status).toBe(401);
  expect((await club.call(profile, {}, { token: other })).status).toBe(200);
});
