import { afterAll, beforeAll, expect, test } from "vitest";
import { clearOperatorSessionsJob } from "../../../club/operators/jobs";
import { findAct } from "../../../club/operators/operator-parts";
import { requireFreshCode } from "../../../club/operators/require-code";
import { findSession } from "../../../club/operators/sessions";
import type { Operator } from "../../../club/platform/acts/operator";
import { runAct } from "../../../club/platform/acts/run-act";
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogIn,
  finishPasskeyLogIn,
  readLogInWays,
  readOperator,
  readPasskeys,
  removePasskey,
} from "../../../contract/operator/calls";
import { alias } from "../../../contract/values";
import { type AuthenticatorFault, TestAuthenticator } from "../../setup/authenticator";
import { openTestClub, type TestClub } from "../../setup/club";
import { addTestOperator, callAsOperator, type TestOperator } from "../../setup/operators";
import { countWaitingForLocks } from "../../setup/waiting-for-locks";

const MINUTE_MS = 60 * 1000;
const shell: Operator = { kind: "shell", user: "root" };
const ORIGIN = "https://operators.example.com";

let club: TestClub;

beforeAll(async () => {
  club = await openTestClub({ work: false, settings: { operatorOrigin: ORIGIN } });
});
afterAll(() => club.close());

/** Makes a passkey and adds it, in a session with a code that was just given. */
async function addTo(operator: TestOperator, authenticator = new TestAuthenticator(ORIGIN), name = "Телефон") {
  const response = authenticator.create(await operator.ask(beginPasskey, {}));
  await operator.ask(addPasskey, { name, response });
  return authenticator;
}

async function addOperatorWithPasskey() {
  const operator = await addTestOperator(club, ["support"]);
  return { operator, authenticator: await addTo(operator) };
}

async function begin() {
  const { result } = await callAsOperator(club, beginPasskeyLogIn, {});
  if (!result) throw new Error("no challenge");
  return result;
}

const finish = (response: string) => callAsOperator(club, finishPasskeyLogIn, { response });

const logIn = async (authenticator: TestAuthenticator, fault?: AuthenticatorFault) =>
  finish(authenticator.get(await begin(), fault));

const logInToken = async (authenticator: TestAuthenticator) =>
  (await logIn(authenticator)).result?.access_token ?? "refused";

async function statusOf(token: string): Promise<number> {
  return (await callAsOperator(club, readOperator, {}, { token })).status;
}

async function eventsOf({ login }: TestOperator): Promise<string[]> {
  const rows = await club.db.selectFrom("audit_log").select("act").where("actor", "=", login).orderBy("id").execute();
  return rows.map(({ act }) => act);
}

test("architecture: an operator adds a passkey, and it alone opens the console; the list says when it was used", async () => {
  const { operator, authenticator } = await addOperatorWithPasskey();
  expect((await callAsOperator(club, readLogInWays, {})).result).toEqual({ provider: null, has_passkeys: true });
  const begun = await begin();
  // Nobody is named before the passkey answers.
  expect(begun.options).toMatchObject({ rpId: "operators.example.com", userVerification: "required" });
  expect(begun.options.allowCredentials ?? []).toEqual([]);
  const { result } = await finish(authenticator.get(begun));
  expect(result?.step).toBe("open");
  const token = result?.access_token ?? "";
  expect((await callAsOperator(club, readOperator, {}, { token })).result).toMatchObject({
    step: "open",
    login: operator.login,
  });
  const { passkeys } = await operator.ask(readPasskeys, {});
  expect(passkeys).toEqual([
    {
      id: expect.any(Number),
      name: "Телефон",
      created: expect.any(String),
      lastUsed: expect.any(String),
      isBackedUp: false,
    },
  ]);
  expect(await eventsOf(operator)).toEqual(["add-passkey", "log-in-by-passkey"]);
  // The session lasts like one with a code, not for the time of a log-in.
  club.clock.advance(20 * MINUTE_MS);
  expect(await statusOf(token)).toBe(200);
});

test("architecture: a passkey stands for the code of the log-in, not for the fresh one that an act asks for", async () => {
  const { operator, authenticator } = await addOperatorWithPasskey();
  const token = await logInToken(authenticator);
  const asked = (await callAsOperator(club, readPasskeys, {}, { token })).result;
  expect(asked?.needs_code).toBe(true);
  const passkeyId = asked?.passkeys[0]?.id ?? 0;
  const { refusal } = await callAsOperator(club, removePasskey, { passkeyId }, { token });
  expect(refusal?.fields).toHaveProperty("code");
  // Nor for one that adds another passkey.
  const another = new TestAuthenticator(ORIGIN);
  const { result } = await callAsOperator(club, beginPasskey, {}, { token });
  if (!result) throw new Error("no challenge");
  const added = await callAsOperator(club, addPasskey, { name: "x", response: another.create(result) }, { token });
  expect(added.refusal?.fields).toHaveProperty("code");
  expect((await operator.ask(readPasskeys, {})).passkeys).toHaveLength(1);
  // With the code it works, and the session that gave it goes on without the passkey.
  const removal = { passkeyId, code: operator.code(1) };
  expect((await callAsOperator(club, removePasskey, removal, { token })).status).toBe(200);
  expect(await statusOf(token)).toBe(200);
});

const faults: [string, AuthenticatorFault][] = [
  ["comes from another origin", { origin: "https://operators.example.org" }],
  ["comes from a subdomain", { origin: "https://evil.operators.example.com" }],
  ["is made for another name", { rpId: "example.com" }],
  ["doesn't say that the user was verified", { isUserVerified: false }],
  ["has a wrong signature", { spoilsSignature: true }],
  ["answers a challenge that was never given", { challenge: Buffer.from("made up").toString("base64url") }],
];

test.each(faults)("architecture: nobody is logged in when the answer of a passkey %s", async (_what, fault) => {
  const { operator, authenticator } = await addOperatorWithPasskey();
  const { status, refusal } = await logIn(authenticator, fault);
  expect([status, refusal?.message]).toEqual([422, expect.stringContaining("Вход по ключу не удался")]);
  expect(await eventsOf(operator)).toEqual(["add-passkey"]);
  // The fault alone was the reason.
  expect((await logIn(authenticator)).status).toBe(200);
});

test("architecture: a challenge works once, for ten minutes, and for what it was given", async () => {
  const { operator, authenticator } = await addOperatorWithPasskey();
  const begun = await begin();
  const first = authenticator.get(begun);
  expect((await finish(first)).status).toBe(200);
  expect((await finish(first)).status).toBe(422);
  expect((await finish(authenticator.get(begun))).status).toBe(422);
  // Neither does the challenge of a new passkey log in.
  expect((await finish(authenticator.get(await operator.ask(beginPasskey, {})))).status).toBe(422);
  const [timely, late] = [await begin(), await begin()];
  club.clock.advance(9 * MINUTE_MS);
  expect((await finish(authenticator.get(timely))).status).toBe(200);
  club.clock.advance(2 * MINUTE_MS);
  expect((await finish(authenticator.get(late))).status).toBe(422);
  await begin();
  club.clock.advance(11 * MINUTE_MS);
  await clearOperatorSessionsJob.handle({}, club.club.services);
  expect(await club.db.selectFrom("operator_challenges").selectAll().execute()).toEqual([]);
});

test("architecture: of two answers to one challenge at once only one logs in", async () => {
  const { authenticator } = await addOperatorWithPasskey();
  const begun = await begin();
  const answers = [authenticator.get(begun), authenticator.get(begun)];
  const statuses = (await Promise.all(answers.map(finish))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 422]);
});

test("architecture: a count of uses that goes back tells of a copy; passkeys that never count are good", async () => {
  const { operator, authenticator } = await addOperatorWithPasskey();
  expect((await logIn(authenticator, { count: 7 })).status).toBe(200);
  expect((await logIn(authenticator, { count: 7 })).status).toBe(422);
  expect((await logIn(authenticator, { count: 6 })).status).toBe(422);
  expect((await logIn(authenticator, { count: 0 })).status).toBe(422);
  expect((await logIn(authenticator, { count: 8 })).status).toBe(200);
  const synced = await addTo(operator, new TestAuthenticator(ORIGIN, false), "Облако");
  expect((await logIn(synced)).status).toBe(200);
  expect((await logIn(synced)).status).toBe(200);
});

test("architecture: of two answers at once with the same count of uses, as a copy gives them, only one logs in", async () => {
  const { operator, authenticator } = await addOperatorWithPasskey();
  const answers = [await begin(), await begin()].map((begun) => authenticator.get(begun, { count: 7 }));
  let replies: ReturnType<typeof finish>[] = [];
  await club.db.transaction().execute(async (trx) => {
    await trx.selectFrom("operator_passkeys").select("id").where("operator_id", "=", operator.id).forUpdate().execute();
    replies = answers.map(finish);
    await expect.poll(() => countWaitingForLocks(club)).toBe(2);
  });
  expect((await Promise.all(replies)).map(({ status }) => status).sort()).toEqual([200, 422]);
});

test("architecture: a removed passkey opens nothing, and what it has opened ends", async () => {
  const { operator, authenticator } = await addOperatorWithPasskey();
  const token = await logInToken(authenticator);
  const [passkey] = (await operator.ask(readPasskeys, {})).passkeys;
  const other = await addTestOperator(club, ["support"]);
  // It is the operator's own to remove.
  expect((await other.call(removePasskey, { passkeyId: passkey?.id ?? 0 })).status).toBe(404);
  await operator.ask(removePasskey, { passkeyId: passkey?.id ?? 0 });
  expect(await statusOf(token)).toBe(401);
  expect(await statusOf(operator.token)).toBe(200);
  expect((await logIn(authenticator)).refusal?.message).toContain("Этого ключа в клубе нет");
  expect(await eventsOf(operator)).toEqual(["add-passkey", "log-in-by-passkey", "remove-passkey"]);
});

test("architecture: no passkey opens the account of a disabled operator, or of one whose code was reset", async () => {
  const { operator, authenticator } = await addOperatorWithPasskey();
  const token = await logInToken(authenticator);
  const run = (act: string) => runAct(club.club.services, shell, findAct(act), { operator: operator.login });
  await run("disable-operator");
  expect(await statusOf(token)).toBe(401);
  expect((await logIn(authenticator)).status).toBe(422);
  await club.db.updateTable("operators").set({ is_disabled: false }).where("id", "=", operator.id).execute();
  expect((await logIn(authenticator)).status).toBe(200);
  // Before the app for codes is set up there is nothing for which the passkey could stand.
  const unset = { totp_secret_sealed: null };
  await club.db.updateTable("operators").set(unset).where("id", "=", operator.id).execute();
  expect((await logIn(authenticator)).refusal?.message).toContain("настройте приложение для кодов");
  await run("reset-operator-code");
  expect((await logIn(authenticator)).refusal?.message).toContain("Этого ключа в клубе нет");
});

test("architecture: a passkey is added only with a fresh code, an own challenge, a verified user, and once", async () => {
  const operator = await addTestOperator(club, ["support"]);
  const other = await addTestOperator(club, ["support"]);
  const authenticator = new TestAuthenticator(ORIGIN);
  const add = (response: string, more: { code?: string; name?: string } = {}) =>
    operator.call(addPasskey, { name: "Ключ", response, ...more });
  const make = async (fault?: AuthenticatorFault) => authenticator.create(await operator.ask(beginPasskey, {}), fault);
  for (const response of [
    "not JSON",
    "null",
    await make({ origin: "https://operators.example.org" }),
    await make({ rpId: "example.org" }),
    await make({ isUserVerified: false }),
    authenticator.create(await other.ask(beginPasskey, {})),
    authenticator.create(await begin()),
  ]) {
    expect((await add(response)).refusal?.message).toContain("Ключ не добавлен");
  }
  expect((await finish("not JSON")).status).toBe(422);
  expect((await finish("null")).status).toBe(422);
  expect((await add(await make(), { name: " " })).refusal?.fields).toHaveProperty("name");
  club.clock.advance(6 * MINUTE_MS);
  expect((await add(await make())).refusal?.fields).toHaveProperty("code");
  expect((await add(await make(), { code: operator.code() })).status).toBe(200);
  expect((await add(await make())).refusal?.message).toContain("уже добавлен");
  expect((await operator.ask(readPasskeys, {})).passkeys).toHaveLength(1);
});

test("architecture: a code is fresh for five minutes", async () => {
  const operator = await addTestOperator(club, ["support"]);
  const needsCode = async () => (await operator.ask(readPasskeys, {})).needs_code;
  club.clock.advance(4 * MINUTE_MS);
  expect(await needsCode()).toBe(false);
  await addTo(operator);
  club.clock.advance(2 * MINUTE_MS);
  expect(await needsCode()).toBe(true);
});

test("architecture: a second press with the code of the first isn't refused, and is five minutes later", async () => {
  const operator = await addTestOperator(club, ["support"]);
  const services = club.club.services;
  const session = await findSession(services, operator.token);
  if (!session) throw new Error("no session");
  club.clock.advance(6 * MINUTE_MS);
  // Both presses have found the session before either code.
  const press = { services, session, requestId: "", address: "" };
  const code = operator.code();
  await requireFreshCode(press, code);
  await requireFreshCode(press, code);
  club.clock.advance(6 * MINUTE_MS);
  await expect(requireFreshCode(press, code)).rejects.toMatchObject({ reason: alias.codeWrong });
});

test("architecture: a fresh code doesn't put off the end of the session, twelve hours after the log-in", async () => {
  const operator = await addTestOperator(club, ["support"]);
  for (let used = 0; used < 12 * 60 - 20; used += 20) {
    club.clock.advance(20 * MINUTE_MS);
    // The code is asked for first, and there is no such passkey.
    expect((await operator.call(removePasskey, { passkeyId: 1_000_000, code: operator.code() })).status).toBe(404);
  }
  club.clock.advance(21 * MINUTE_MS);
  expect((await operator.call(readOperator, {})).status).toBe(401);
});

test("architecture: an operator has twenty passkeys at most, however many others have", async () => {
  const [operator, other] = [await addTestOperator(club, ["support"]), await addTestOperator(club, ["support"])];
  const values = Array.from({ length: 19 }, (_, index) => ({
    operator_id: operator.id,
    credential_id: `passkey-${index}`,
    public_key: Buffer.from("key"),
    sign_count: 0,
    is_backed_up: false,
    name: "Ключ",
    created_at: club.clock.now(),
  }));
  await club.db.insertInto("operator_passkeys").values(values).execute();
  await addTo(operator);
  await expect(addTo(operator)).rejects.toThrow("Ключей уже слишком много");
  expect((await operator.ask(readPasskeys, {})).passkeys).toHaveLength(20);
  await addTo(other);
});

test("architecture: without a name for the console, as browsers need it, there are no passkeys", async () => {
  const { services } = club.club;
  const settings = services.settings;
  const operator = await addTestOperator(club, ["support"]);
  for (const operatorOrigin of [null, "http://127.0.0.1:3100", "http://[::1]:3100"]) {
    Object.assign(services, { settings: { ...settings, operatorOrigin } });
    expect((await callAsOperator(club, readLogInWays, {})).result?.has_passkeys).toBe(false);
    expect((await callAsOperator(club, beginPasskeyLogIn, {})).status).toBe(404);
    expect((await operator.call(beginPasskey, {})).status).toBe(404);
    expect((await operator.ask(readPasskeys, {})).is_possible).toBe(false);
  }
  Object.assign(services, { settings });
});
