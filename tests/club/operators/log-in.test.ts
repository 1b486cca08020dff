import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../../club/operators/cli/run";
import { clearOperatorSessionsJob } from "../../../club/operators/jobs";
import { timeStepOf, totpCode } from "../../../club/operators/totp";
import { hashPassword } from "../../../club/people/accounts/password";
import { hashSecret } from "../../../club/platform/http/authentication";
import type { CallDescriptor, CallInput } from "../../../contract/call";
import {
  changePassword,
  confirmCode,
  enrol,
  logIn,
  logOut,
  readCatalogue,
  readEnrolment,
  readList,
  readOperator,
  setPassword,
} from "../../../contract/operator/calls";
import type { OperatorRole } from "../../../contract/operator/roles";
import { openTestClub, type TestClub } from "../../setup/club";
import { setCountedCalls } from "../../setup/counted-calls";
import { LOW_COST } from "../../setup/low-cost-password";
import { addTestOperator, callAsOperator } from "../../setup/operators";
import { countWaitingForLocks } from "../../setup/waiting-for-locks";

const PASSWORD = "верный-пароль-оператора";
const MINUTE_MS = 60 * 1000;
const STEP_MS = 30 * 1000;

let club: TestClub;
const passwordHash = await hashPassword(PASSWORD, LOW_COST);

beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

const call = <D extends CallDescriptor>(descriptor: D, input: CallInput<D>, token?: string, address = "203.0.113.7") =>
  callAsOperator(club, descriptor, input, { ...(token && { token }), address });

let count = 0;

/** Adds an operator who has a password and hasn't logged in yet. */
async function addOperator(roles: OperatorRole[] = ["support"]) {
  const login = `anna-${++count}@example.com`;
  await club.db
    .insertInto("operators")
    .values({ login, full_name: "Анна", roles, password_hash: passwordHash })
    .execute();
  return login;
}

async function begin(login: string, password = PASSWORD) {
  const { result } = await call(logIn, { login, password });
  if (!result) throw new Error("The log-in was refused");
  return { token: result.access_token, step: result.step };
}

/** Logs in for the first time, at the start of a time step, at which the clock stands: the code stays the same. */
async function enrolOperator(login: string, password = PASSWORD) {
  const { token } = await begin(login, password);
  const { result: enrolment } = await call(readEnrolment, {}, token);
  const secret = decodeBase32(enrolment?.secret ?? "");
  club.clock.stop(new Date((timeStepOf(club.clock.now()) + 1) * STEP_MS));
  const code = (stepsLater = 0) => totpCode(secret, timeStepOf(club.clock.now()) + stepsLater);
  const { result } = await call(enrol, { code: code() }, token);
  return { token, code, recoveryCodes: result?.recovery_codes ?? [] };
}

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((sign) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign).toString(2).padStart(5, "0"));
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

test("architecture: the first log-in sets up the app, and the next ones ask for its code", async () => {
  const login = await addOperator();
  const first = await begin(login.toUpperCase());
  expect(first.step).toBe("enrolment");
  expect((await call(readCatalogue, {}, first.token)).status).toBe(403);
  const { token, code, recoveryCodes } = await enrolOperator(login);
  expect(recoveryCodes).toHaveLength(10);
  expect((await call(readOperator, {}, token)).result).toMatchObject({ step: "open", recovery_codes_left: 10 });
  // The log-in that began earlier may have shown its secret to somebody else.
  expect((await call(readOperator, {}, first.token)).status).toBe(401);

  club.clock.advance(STEP_MS);
  const second = await begin(login);
  expect(second.step).toBe("code");
  expect((await call(readCatalogue, {}, second.token)).status).toBe(403);
  expect((await call(readEnrolment, {}, second.token)).status).toBe(403);
  expect((await call(enrol, { code: code() }, second.token)).status).toBe(403);
  expect((await call(confirmCode, { code: "000000" }, second.token)).refusal?.fields.code).toContain("не подошёл");
  expect((await call(confirmCode, { code: code() }, second.token)).result?.step).toBe("open");
  expect((await call(readCatalogue, {}, second.token)).status).toBe(200);
  // Where no code is asked for, none is tried.
  expect((await call(confirmCode, { code: "000000" }, second.token)).refusal?.message).toBe("Код сейчас не нужен.");
  const events = await club.db
    .selectFrom("audit_log")
    .select(["act", "request_id"])
    .where("actor", "=", login)
    .orderBy("id")
    .execute();
  expect(events.map(({ act }) => act)).toEqual(["set-up-authenticator", "log-in", "wrong-code", "log-in"]);
});

test("architecture: of two apps that are set up at once only one is the operator's", async () => {
  const login = await addOperator();
  club.clock.stop(new Date((timeStepOf(club.clock.now()) + 1) * STEP_MS));
  const begun = await Promise.all(
    [await begin(login), await begin(login)].map(async ({ token }) => {
      const { result } = await call(readEnrolment, {}, token);
      const secret = decodeBase32(result?.secret ?? "");
      return { token, code: () => totpCode(secret, timeStepOf(club.clock.now())) };
    }),
  );
  const enrolling: ReturnType<typeof call<typeof enrol>>[] = [];
  await club.db.transaction().execute(async (trx) => {
    await trx.selectFrom("operators").select("id").where("login", "=", login).forUpdate().execute();
    for (const { token, code } of begun) enrolling.push(call(enrol, { code: code() }, token));
    await expect.poll(() => countWaitingForLocks(club)).toBe(2);
  });
  const statuses = (await Promise.all(enrolling)).map(({ status }) => status);
  expect([...statuses].sort()).toEqual([200, 403]);
  club.clock.advance(STEP_MS);
  for (const [index, { code }] of begun.entries()) {
    const { token } = await begin(login);
    expect((await call(confirmCode, { code: code() }, token)).status).toBe(statuses[index] === 200 ? 200 : 422);
  }
});

test("architecture: a code works once, also for two log-ins at once", async () => {
  const login = await addOperator();
  const { code } = await enrolOperator(login);
  const replayed = await begin(login);
  expect((await call(confirmCode, { code: code() }, replayed.token)).refusal?.fields.code).toContain("уже использован");
  club.clock.advance(STEP_MS);
  const both = await Promise.all([begin(login), begin(login)]);
  const outcomes = await Promise.all(both.map(({ token }) => call(confirmCode, { code: code() }, token)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 422]);
  // An earlier code doesn't work after a later one.
  const late = await begin(login);
  expect((await call(confirmCode, { code: code(-1) }, late.token)).status).toBe(422);
});

test("architecture: a recovery code replaces the app once", async () => {
  const login = await addOperator();
  const { recoveryCodes } = await enrolOperator(login);
  const [code = ""] = recoveryCodes;
  const session = await begin(login);
  expect((await call(confirmCode, { code: ` ${code.toUpperCase()} ` }, session.token)).result?.step).toBe("open");
  expect((await call(readOperator, {}, session.token)).result?.recovery_codes_left).toBe(9);
  const again = await begin(login);
  expect((await call(confirmCode, { code }, again.token)).status).toBe(422);
});

test("architecture: a session ends after half an hour without use, and after twelve hours of it", async () => {
  const login = await addOperator();
  const { token } = await enrolOperator(login);
  club.clock.advance(29 * MINUTE_MS);
  expect((await call(readOperator, {}, token)).status).toBe(200);
  club.clock.advance(29 * MINUTE_MS);
  expect((await call(readOperator, {}, token)).status).toBe(200);
  club.clock.advance(31 * MINUTE_MS);
  expect((await call(readOperator, {}, token)).status).toBe(401);

  const other = await enrolOperator(await addOperator());
  for (let used = 0; used < 12 * 60 - 20; used += 20) {
    club.clock.advance(20 * MINUTE_MS);
    expect((await call(readOperator, {}, other.token)).status).toBe(200);
  }
  club.clock.advance(21 * MINUTE_MS);
  expect((await call(readOperator, {}, other.token)).status).toBe(401);
  club.clock.advance(24 * 60 * MINUTE_MS);
  await clearOperatorSessionsJob.handle({}, club.club.services);
  expect(await club.db.selectFrom("operator_sessions").selectAll().execute()).toEqual([]);
});

test("architecture: a log-in that isn't completed ends after a quarter of an hour", async () => {
  const { token } = await begin(await addOperator());
  club.clock.advance(14 * MINUTE_MS);
  expect((await call(readEnrolment, {}, token)).status).toBe(200);
  club.clock.advance(2 * MINUTE_MS);
  expect((await call(readEnrolment, {}, token)).status).toBe(401);
});

test("architecture: logging out and being disabled end a session at once", async () => {
  const login = await addOperator();
  const { token } = await enrolOperator(login);
  await call(logOut, {}, token);
  expect((await call(readOperator, {}, token)).status).toBe(401);
  const other = await addTestOperator(club, ["support"]);
  await club.db.updateTable("operators").set({ is_disabled: true }).where("id", "=", other.id).execute();
  expect((await other.call(readOperator, {})).status).toBe(401);
  await club.db.updateTable("operators").set({ is_disabled: true }).where("login", "=", login).execute();
  expect((await call(logIn, { login, password: PASSWORD })).status).toBe(422);
});

test("architecture: an unknown login and a wrong password read the same; ten wrong ones close a network", async () => {
  const login = await addOperator();
  const unknown = await call(logIn, { login: "nobody@example.com", password: PASSWORD });
  const wrong = await call(logIn, { login, password: "не тот" });
  expect(wrong.refusal).toEqual(unknown.refusal);
  for (let tries = 1; tries < 10; tries++) await call(logIn, { login, password: "не тот" });
  expect((await call(logIn, { login, password: PASSWORD })).status).toBe(429);
  expect((await call(logIn, { login, password: PASSWORD }, undefined, "198.51.100.1")).status).toBe(200);
  club.clock.advance(16 * MINUTE_MS);
  expect((await call(logIn, { login, password: PASSWORD })).status).toBe(200);
});

test("architecture: fifty wrong passwords of one login close it to all networks for an hour, and no other login", async () => {
  const login = await addOperator();
  let network = 0;
  const tryFrom = async (password: string, name = login) =>
    (await call(logIn, { login: name, password }, undefined, `198.18.${++network}.1`)).status;
  expect(await tryFrom("не тот")).toBe(422);
  await setCountedCalls(club, `operator-login-elsewhere:${login}`, 48);
  // The right one is the fiftieth, and is taken back.
  expect([await tryFrom("не тот"), await tryFrom(PASSWORD)]).toEqual([422, 200]);
  expect([await tryFrom("не тот"), await tryFrom("не тот"), await tryFrom(PASSWORD)]).toEqual([422, 429, 429]);
  expect(await tryFrom(PASSWORD, await addOperator())).toBe(200);
  club.clock.advance(59 * MINUTE_MS);
  expect(await tryFrom(PASSWORD)).toBe(429);
  club.clock.advance(2 * MINUTE_MS);
  expect(await tryFrom(PASSWORD)).toBe(200);
});

test("architecture: fifty wrong passwords from one address close it for all logins, and no other address", async () => {
  const login = await addOperator();
  const address = "203.0.113.150";
  let stranger = 0;
  const guess = async () =>
    (await call(logIn, { login: `nobody-${++stranger}@example.com`, password: "не тот" }, undefined, address)).status;
  const logInFrom = async (where: string) =>
    (await call(logIn, { login, password: PASSWORD }, undefined, where)).status;
  expect(await guess()).toBe(422);
  await setCountedCalls(club, `operator-login:address:${address}`, 49);
  expect([await logInFrom(address), await guess(), await guess()]).toEqual([200, 422, 429]);
  expect([await logInFrom(address), await logInFrom("203.0.114.150")]).toEqual([429, 200]);
  club.clock.advance(16 * MINUTE_MS);
  expect(await logInFrom(address)).toBe(200);
});

test("architecture: wrong passwords of strangers behind the same tunnel keep no operator out of a browser in which the operator has logged in", async () => {
  const login = await addOperator();
  const { code } = await enrolOperator(login);
  club.clock.advance(STEP_MS);
  const { token } = await begin(login);
  const browser = (await call(confirmCode, { code: code() }, token)).result?.browser ?? "";
  // More than one address and one login may have.
  for (let tries = 0; tries < 60; tries++) await call(logIn, { login, password: "не тот" });
  expect((await call(logIn, { login, password: PASSWORD })).status).toBe(429);
  expect((await call(logIn, { login, password: PASSWORD, browser: "другой" })).status).toBe(429);
  expect((await call(logIn, { login, password: PASSWORD, browser })).status).toBe(200);
  // Somebody else's browser isn't known, and this one's own tries are limited.
  const other = await addOperator();
  expect((await call(logIn, { login: other, password: PASSWORD, browser })).status).toBe(429);
  for (let tries = 0; tries < 10; tries++) await call(logIn, { login, password: "не тот", browser });
  expect((await call(logIn, { login, password: PASSWORD, browser })).status).toBe(429);
  club.clock.advance(16 * MINUTE_MS);
  await club.db.updateTable("operator_browsers").set({ known_until: club.clock.now() }).execute();
  for (let tries = 0; tries < 10; tries++) await call(logIn, { login, password: "не тот" });
  expect((await call(logIn, { login, password: PASSWORD, browser })).status).toBe(429);
  club.clock.advance(61 * MINUTE_MS);
});

test("architecture: ten wrong codes stop the guessing, the right one then too", async () => {
  const login = await addOperator();
  const { code } = await enrolOperator(login);
  club.clock.advance(STEP_MS);
  const { token } = await begin(login);
  for (let tries = 0; tries < 10; tries++) await call(confirmCode, { code: "12345" }, token);
  expect((await call(confirmCode, { code: code() }, token)).status).toBe(429);
});

test("architecture: what is right takes the tries before it back: a password near and in a known browser, and a code", async () => {
  const login = await addOperator();
  const first = await begin(login);
  const { id } = await club.db
    .selectFrom("operators")
    .select("id")
    .where("login", "=", login)
    .executeTakeFirstOrThrow();
  const { result: enrolment } = await call(readEnrolment, {}, first.token);
  const secret = decodeBase32(enrolment?.secret ?? "");
  const code = () => totpCode(secret, timeStepOf(club.clock.now()));
  // The tenth of each is the right one; with the next one they would be too many.
  const nearly = (key: string) => setCountedCalls(club, key, 9);
  const codes = `operator-code:${id}`;
  await call(enrol, { code: "000000" }, first.token);
  await nearly(codes);
  const { result } = await call(enrol, { code: code() }, first.token);
  const browser = result?.browser ?? "";
  expect(browser).not.toBe("");
  const logInWith = async (password: string, more: { browser?: string } = {}) =>
    (await call(logIn, { login, password, ...more })).status;

  const near = `operator-login:${login}:203.0.113.0/24`;
  expect(await logInWith("не тот")).toBe(422);
  await nearly(near);
  expect([await logInWith(PASSWORD), await logInWith(PASSWORD)]).toEqual([200, 200]);
  expect(await logInWith("не тот", { browser })).toBe(422);
  await nearly(`operator-login-browser:${hashSecret(browser).toString("hex")}`);
  expect([await logInWith(PASSWORD, { browser }), await logInWith(PASSWORD, { browser })]).toEqual([200, 200]);

  const { token } = await begin(login);
  expect((await call(confirmCode, { code: "000000" }, token)).status).toBe(422);
  await nearly(codes);
  club.clock.advance(STEP_MS);
  expect((await call(confirmCode, { code: code() }, token)).status).toBe(200);
  expect(await logInWith("не тот")).toBe(422);
  await nearly(near);
  const change = { password: PASSWORD, new_password: "совсем-другой-пароль", code: "000000" };
  for (const _press of [1, 2]) {
    expect((await call(changePassword, change, token)).refusal?.fields).toHaveProperty("code");
  }
});

test("architecture: a browser is known for ninety days after the log-in", async () => {
  const login = await addOperator();
  await enrolOperator(login);
  const { known_until } = await club.db
    .selectFrom("operator_browsers")
    .innerJoin("operators", "operators.id", "operator_browsers.operator_id")
    .select("known_until")
    .where("login", "=", login)
    .executeTakeFirstOrThrow();
  expect(known_until.getTime() - club.clock.now().getTime()).toBe(90 * 24 * 60 * MINUTE_MS);
});

test("architecture: a role that is taken away is gone at the next call", async () => {
  const operator = await addTestOperator(club, ["owner"]);
  expect((await operator.call(readList, { listName: "operators" })).status).toBe(200);
  await club.db
    .updateTable("operators")
    .set({ roles: ["support"] })
    .where("id", "=", operator.id)
    .execute();
  expect((await operator.call(readList, { listName: "operators" })).status).toBe(403);
  expect((await operator.ask(readCatalogue, {})).acts.map(({ name }) => name)).not.toContain("add-operator");
});

test("architecture: the first operator is added at the command line and sets a password of their own", async () => {
  const printed: string[] = [];
  const output = { print: (line: string) => printed.push(line), printError: (line: string) => printed.push(line) };
  const argv = ["add-operator", "First@example.com", "--full-name", "Ольга Первая", "--owner"];
  expect(await runCommand(argv, output, { ...process.env, ...club.environment })).toBe(0);
  const oneTime = printed.join("\n").match(/Одноразовый пароль: (\S+)/)?.[1] ?? "";
  const { token, step } = await begin("first@example.com", oneTime);
  const elsewhere = await begin("first@example.com", oneTime);
  expect(step).toBe("password");
  expect((await call(readEnrolment, {}, token)).status).toBe(403);
  expect((await call(setPassword, { new_password: "короткий" }, token)).refusal?.fields).toHaveProperty("new_password");
  expect((await call(setPassword, { new_password: oneTime }, token)).refusal?.fields).toHaveProperty("new_password");
  expect((await call(readOperator, {}, elsewhere.token)).status).toBe(200);
  expect((await call(setPassword, { new_password: PASSWORD }, token)).result?.step).toBe("enrolment");
  // Whoever has read the printed password, too, and has begun with it.
  expect((await call(readOperator, {}, elsewhere.token)).status).toBe(401);
  expect((await call(logIn, { login: "first@example.com", password: oneTime })).status).toBe(422);
  expect((await call(setPassword, { new_password: "другой-пароль-оператора" }, token)).status).toBe(403);
  await enrolOperator("first@example.com");
});

test("architecture: a printed password expires", async () => {
  const login = await addOperator();
  const yesterday = new Date(club.clock.now().getTime() - 24 * 60 * MINUTE_MS);
  await club.db.updateTable("operators").set({ password_expires_at: yesterday }).where("login", "=", login).execute();
  expect((await call(logIn, { login, password: PASSWORD })).refusal?.message).toContain("Срок одноразового пароля");
});

test("architecture: an operator changes the password with the old one and a code; other sessions end", async () => {
  const login = await addOperator();
  const { token, code } = await enrolOperator(login);
  club.clock.advance(STEP_MS);
  const elsewhere = (await begin(login)).token;
  const change = (input: Partial<CallInput<typeof changePassword>>) =>
    call(changePassword, { password: PASSWORD, new_password: "совсем-другой-пароль", code: code(), ...input }, token);
  expect((await change({ password: "не тот" })).refusal?.fields).toHaveProperty("password");
  expect((await change({ new_password: "короткий" })).refusal?.fields).toHaveProperty("new_password");
  expect((await change({ new_password: PASSWORD })).refusal?.fields).toHaveProperty("new_password");
  expect((await change({ code: "000000" })).refusal?.fields).toHaveProperty("code");
  expect((await call(logIn, { login, password: PASSWORD })).status).toBe(200);
  // None of the mistakes has cost the code.
  expect((await change({})).status).toBe(200);
  expect((await call(readOperator, {}, token)).status).toBe(200);
  expect((await call(readOperator, {}, elsewhere)).status).toBe(401);
  expect((await call(logIn, { login, password: PASSWORD })).status).toBe(422);
  expect((await begin(login, "совсем-другой-пароль")).step).toBe("code");
  const events = await club.db.selectFrom("audit_log").select("act").where("actor", "=", login).orderBy("id").execute();
  const refused = ["wrong-password", "wrong-code"];
  expect(events.map(({ act }) => act).slice(2)).toEqual([...refused, "change-own-password", "wrong-password"]);
  expect((await call(changePassword, { password: "x", new_password: "y", code: "1" }, elsewhere)).status).toBe(401);
});

test("architecture: of an owner's new password and an own one at once the owner's stays", async () => {
  const login = await addOperator();
  const { token, code } = await enrolOperator(login);
  club.clock.advance(STEP_MS);
  const handedOut = await hashPassword("выдан-владельцем-клуба", LOW_COST);
  const own = { password: PASSWORD, new_password: "совсем-другой-пароль", code: code() };
  let changing: ReturnType<typeof call<typeof changePassword>> | undefined;
  await club.db.transaction().execute(async (trx) => {
    await trx.updateTable("operators").set({ password_hash: handedOut }).where("login", "=", login).execute();
    changing = call(changePassword, own, token);
    await expect.poll(() => countWaitingForLocks(club)).toBe(1);
  });
  expect((await changing)?.status).toBe(401);
  expect((await begin(login, "выдан-владельцем-клуба")).step).toBe("code");
});

test("architecture: a stranger at an open console doesn't guess the password", async () => {
  const { token } = await enrolOperator(await addOperator());
  const guess = { password: "не тот", new_password: "совсем-другой-пароль", code: "1" };
  for (let tries = 0; tries < 10; tries++) await call(changePassword, guess, token);
  expect((await call(changePassword, { ...guess, password: PASSWORD }, token)).status).toBe(429);
});
