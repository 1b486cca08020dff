import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { issueChallenge } from "../../../club/operators/challenges";
import { clearOperatorSessionsJob } from "../../../club/operators/jobs";
import { findAct } from "../../../club/operators/operator-parts";
import { runAct } from "../../../club/platform/acts/run-act";
import { readClubConfiguration } from "../../../club/platform/configuration";
import { openOidc } from "../../../club/platform/providers/oidc/open-oidc";
import type { OidcSettings } from "../../../club/platform/services";
import {
  beginProviderLogIn,
  confirmCode,
  finishProviderLogIn,
  logOut,
  readCatalogue,
  readLogInWays,
  readOperator,
} from "../../../contract/operator/calls";
import { type OidcFault, type OidcProvider, openOidcProvider } from "../../providers/oidc";
import { openTestClub, type TestClub } from "../../setup/club";
import { addTestOperator, callAsOperator, type TestOperator } from "../../setup/operators";

const MINUTE_MS = 60 * 1000;
const STEP_MS = 30 * 1000;
const CONSOLE = "http://127.0.0.1:3100";

let provider: OidcProvider;
let club: TestClub;
let known: TestClub["club"]["services"]["identityProvider"];
const logged: string[] = [];
const note = (fields: object, message: string) => void logged.push(JSON.stringify(fields) + message);

beforeAll(async () => {
  provider = await openOidcProvider();
  const { issuer, clientId, clientSecret } = provider;
  const operatorOidc: OidcSettings = { issuer, clientId, clientSecret, name: "Вход сотрудника" };
  club = await openTestClub({
    work: false,
    settings: { operatorOrigin: CONSOLE, operatorOidc },
    log: { info: note, warn: note, error: note },
  });
  known = club.club.services.identityProvider;
});
afterAll(async () => {
  await club.close();
  await provider.close();
});
afterEach(() => {
  provider.fault = undefined;
  provider.hasUserInfo = false;
  Object.assign(club.club.services, { identityProvider: known });
});

/** Makes the club one that has just started, with this provider. */
function startWith({ issuer, clientId, clientSecret }: Omit<OidcSettings, "name">): void {
  const redirectAddress = `${CONSOLE}/login/provider/callback`;
  const identityProvider = openOidc({ issuer, clientId, clientSecret, name: "x", redirectAddress });
  Object.assign(club.club.services, { identityProvider });
}

let count = 0;

/** Adds an operator with an address of the company, who is the one logged in at the provider. */
async function addOperator(): Promise<TestOperator> {
  const login = `anna-${++count}@example.com`;
  const operator = await addTestOperator(club, ["support"], login);
  provider.account = { sub: `subject-${count}`, email: login, email_verified: true };
  return operator;
}

/** Begins a log-in and comes back from the provider. */
async function comeBack() {
  const { result: begun, refusal } = await callAsOperator(club, beginProviderLogIn, {});
  if (!begun) throw new Error(refusal?.message);
  const response = await fetch(begun.address, { redirect: "manual" });
  const address = new URL(response.headers.get("location") ?? "");
  return { ...begun, back: address, query: address.search };
}

const finish = ({ flow, query }: { flow: string; query: string }) =>
  callAsOperator(club, finishProviderLogIn, { flow, query });

const logIn = async () => finish(await comeBack());

async function eventsOf({ login }: TestOperator): Promise<string[]> {
  const rows = await club.db.selectFrom("audit_log").select("act").where("actor", "=", login).orderBy("id").execute();
  return rows.map(({ act }) => act);
}

test("architecture: an operator logs in at the provider instead of giving a password, and gives the code as always", async () => {
  const operator = await addOperator();
  expect((await callAsOperator(club, readLogInWays, {})).result).toEqual({
    provider: "Вход сотрудника",
    has_passkeys: false,
  });
  const returned = await comeBack();
  expect(returned.back.origin + returned.back.pathname).toBe(`${CONSOLE}/login/provider/callback`);
  const { result } = await finish(returned);
  const token = result?.access_token ?? "";
  expect(result?.step).toBe("code");
  expect((await callAsOperator(club, readCatalogue, {}, { token })).status).toBe(403);
  // Nothing is linked before the code: whoever took over the address alone gets nowhere.
  expect(await club.db.selectFrom("operator_identities").selectAll().execute()).toEqual([]);
  expect((await callAsOperator(club, confirmCode, { code: operator.code() }, { token })).result?.step).toBe("open");
  expect((await callAsOperator(club, readOperator, {}, { token })).result).toMatchObject({ login: operator.login });
  expect(await eventsOf(operator)).toEqual(["log-in-by-identity", "link-identity"]);
  await callAsOperator(club, logOut, {}, { token });
  expect((await callAsOperator(club, readOperator, {}, { token })).status).toBe(401);

  // The account stays the operator's when its address changes, and the next log-in links nothing.
  provider.account = { ...provider.account, email: "married@example.com" };
  club.clock.advance(STEP_MS);
  const again = (await logIn()).result?.access_token ?? "";
  expect((await callAsOperator(club, confirmCode, { code: operator.code() }, { token: again })).status).toBe(200);
  expect((await eventsOf(operator)).slice(2)).toEqual(["log-out", "log-in-by-identity"]);
  // Another account with the operator's address isn't the operator's.
  provider.account = { sub: "another", email: operator.login, email_verified: true };
  expect((await logIn()).refusal?.message).toContain("доступа к консоли у этой учётной записи нет");
});

test("architecture: the address counts only when the provider has verified it, wherever it tells it", async () => {
  await addOperator();
  // Some providers leave it out, some write it as a text, and what isn't said to be true isn't.
  for (const said of [false, undefined, "false", "true", null]) {
    Object.assign(provider.account, { email_verified: said });
    expect((await logIn()).refusal?.message, String(said)).toContain("доступа к консоли");
  }
  provider.account.email_verified = true;
  provider.account.email = provider.account.email.toUpperCase();
  provider.hasUserInfo = true;
  // The provider's description is kept; a club that starts afterwards knows of the user info.
  startWith(provider);
  expect((await logIn()).result?.step).toBe("code");
});

test("architecture: every log-in has a state, a nonce and a key of its own, and none of them tells the browser's secret", async () => {
  const begun = await Promise.all([comeBack(), comeBack()]);
  const [mine, other] = begun.map(({ address }) => new URL(address).searchParams);
  for (const name of ["state", "nonce", "code_challenge"]) {
    expect(mine?.get(name)).toHaveLength(43);
    expect(mine?.get(name)).not.toBe(other?.get(name));
  }
  expect(mine?.get("code_challenge_method")).toBe("S256");
  for (const { address, flow } of begun) expect(address).not.toContain(flow);
});

test("architecture: an account at another provider is another account, and the operator's former one stays linked", async () => {
  const operator = await addOperator();
  const token = (await logIn()).result?.access_token ?? "";
  await callAsOperator(club, confirmCode, { code: operator.code() }, { token });
  const next = await openOidcProvider();
  try {
    startWith(next);
    // Each provider numbers its accounts by itself.
    next.account = { sub: provider.account.sub, email: "stranger@example.com", email_verified: true };
    expect((await logIn()).refusal?.message).toContain("доступа к консоли");
    next.account = { sub: "another", email: operator.login, email_verified: true };
    const again = (await logIn()).result?.access_token ?? "";
    club.clock.advance(STEP_MS);
    expect((await callAsOperator(club, confirmCode, { code: operator.code() }, { token: again })).status).toBe(200);
  } finally {
    await next.close();
  }
  expect((await eventsOf(operator)).filter((event) => event === "link-identity")).toHaveLength(2);
});

test("architecture: the provider makes nobody an operator, and opens no disabled or unfinished account", async () => {
  provider.account = { sub: "stranger", email: "stranger@example.com", email_verified: true };
  const before = await club.db.selectFrom("operators").select("id").execute();
  expect((await logIn()).refusal?.message).toContain("Обратитесь к владельцу");
  expect(await club.db.selectFrom("operators").select("id").execute()).toEqual(before);

  const { id } = await addOperator();
  await club.db.updateTable("operators").set({ is_disabled: true }).where("id", "=", id).execute();
  expect((await logIn()).refusal?.message).toContain("доступа к консоли");
  await club.db
    .updateTable("operators")
    .set({ is_disabled: false, totp_secret_sealed: null })
    .where("id", "=", id)
    .execute();
  // Without a code to ask for, the provider alone would open the console.
  expect((await logIn()).refusal?.message).toContain("настройте приложение для кодов");
});

test("architecture: a reset ends the link of the account at the provider, and no other operator's", async () => {
  const linked = async () => {
    const operator = await addOperator();
    const token = (await logIn()).result?.access_token ?? "";
    expect((await callAsOperator(club, confirmCode, { code: operator.code() }, { token })).status).toBe(200);
    return operator;
  };
  const [other, operator] = [await linked(), await linked()];
  const shell = { kind: "shell", user: "root" } as const;
  await runAct(club.club.services, shell, findAct("reset-operator-code"), { operator: operator.login });
  const links = await club.db
    .selectFrom("operator_identities")
    .select("operator_id")
    .where("operator_id", "in", [other.id, operator.id])
    .execute();
  expect(links).toEqual([{ operator_id: other.id }]);
});

test("architecture: a session that began at the provider ends when the operator is disabled before the code", async () => {
  const operator = await addOperator();
  const token = (await logIn()).result?.access_token ?? "";
  await club.db.updateTable("operators").set({ is_disabled: true }).where("id", "=", operator.id).execute();
  expect((await callAsOperator(club, confirmCode, { code: operator.code() }, { token })).status).toBe(401);
});

/** As ID tokens have it. */
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const faults: [string, () => OidcFault, string][] = [
  ["refuses", () => "denied", "не подтверждён"],
  ["answers with another nonce", () => ({ claims: { nonce: "another" } }), "не подтверждён"],
  ["signs for another issuer", () => ({ claims: { iss: "https://evil.example" } }), "не подтверждён"],
  ["signs for another client", () => ({ claims: { aud: "another" } }), "не подтверждён"],
  ["signs for another client too", () => ({ claims: { aud: [provider.clientId, "another"] } }), "не подтверждён"],
  ["signs what has expired", () => ({ claims: { exp: inSeconds(-60) } }), "не подтверждён"],
  ["signs with an unknown key", () => "foreign-key", "не подтверждён"],
  ["fails", () => ({ status: 503 }), "сейчас не отвечает"],
  ["never answers", () => "silent", "сейчас не отвечает"],
];

test.each(faults)("architecture: nobody is logged in when the provider %s", async (_what, fault, message) => {
  await addOperator();
  provider.fault = fault();
  logged.length = 0;
  const returned = await comeBack();
  const outcome = await finish(returned);
  expect(outcome.status).toBe(422);
  expect(outcome.refusal?.message).toContain(message);
  // What was wrong, and that the log-in was refused.
  expect(logged.map((line) => line.endsWith("a call was refused"))).toEqual([false, true]);
  const code = returned.back.searchParams.get("code");
  for (const secret of [provider.clientSecret, provider.account.email, returned.flow, code]) {
    if (secret) expect(logged.join()).not.toContain(secret);
  }
  // The same answer of the provider doesn't work later either.
  provider.fault = undefined;
  expect((await finish(returned)).refusal?.message).toContain("больше десяти минут");
});

test("architecture: the provider's clock may be a few seconds ahead", async () => {
  await addOperator();
  provider.fault = { claims: { nbf: inSeconds(25) } };
  expect((await logIn()).result?.step).toBe("code");
});

test("architecture: a log-in that comes back with the state of another browser, late, or twice is refused", async () => {
  const operator = await addOperator();
  const [mine, other] = [await comeBack(), await comeBack()];
  expect((await finish({ flow: mine.flow, query: other.query })).refusal?.message).toContain("не подтверждён");
  const ofPasskeys = await issueChallenge(club.club.services, "passkey-log-in");
  for (const flow of ["unknown", ofPasskeys, mine.flow]) {
    expect((await finish({ flow, query: other.query })).refusal?.message).toContain("больше десяти минут");
  }
  expect((await finish(other)).result?.step).toBe("code");
  expect((await finish(other)).refusal?.message).toContain("больше десяти минут");
  const late = await comeBack();
  club.clock.advance(11 * MINUTE_MS);
  expect((await finish(late)).refusal?.message).toContain("больше десяти минут");
  await comeBack();
  club.clock.advance(11 * MINUTE_MS);
  await clearOperatorSessionsJob.handle({}, club.club.services);
  expect(await club.db.selectFrom("operator_challenges").selectAll().execute()).toEqual([]);
  expect(await eventsOf(operator)).toEqual([]);
});

test("architecture: while the provider is down the page says so, and the next try asks it again", async () => {
  startWith(provider);
  provider.fault = "down";
  const { status, refusal } = await callAsOperator(club, beginProviderLogIn, {});
  expect([status, refusal?.message]).toEqual([422, expect.stringContaining("сейчас не отвечает")]);
  provider.fault = undefined;
  expect((await callAsOperator(club, beginProviderLogIn, {})).status).toBe(200);
  // Another provider answers at this address.
  startWith({ ...provider, issuer: `${provider.issuer}/other` });
  expect((await callAsOperator(club, beginProviderLogIn, {})).refusal?.message).toContain("сейчас не отвечает");
  Object.assign(club.club.services, { identityProvider: null });
  expect((await callAsOperator(club, readLogInWays, {})).result).toEqual({ provider: null, has_passkeys: false });
  expect((await callAsOperator(club, beginProviderLogIn, {})).status).toBe(404);
});

test("architecture: a provider is configured as a whole, with https, and with the console's address", () => {
  const complete = {
    OPERATOR_ORIGIN: "https://operators.example.com/",
    OPERATOR_OIDC_ISSUER: "https://id.example.com/realms/staff",
    OPERATOR_OIDC_CLIENT_ID: "club",
    OPERATOR_OIDC_CLIENT_SECRET: "secret",
  };
  const read = (changes: Record<string, string>) =>
    readClubConfiguration({ NODE_ENV: "test", ...complete, ...changes }).settings;
  expect(read({})).toMatchObject({
    operatorOrigin: "https://operators.example.com",
    operatorOidc: {
      issuer: complete.OPERATOR_OIDC_ISSUER,
      clientId: "club",
      clientSecret: "secret",
      name: "id.example.com",
    },
  });
  expect(read({ OPERATOR_OIDC_NAME: "Портал сотрудника" }).operatorOidc?.name).toBe("Портал сотрудника");
  for (const name of Object.keys(complete)) expect(() => read({ [name]: "" })).toThrow(name);
  expect(() => read({ OPERATOR_OIDC_ISSUER: "http://id.example.com" })).toThrow("must be https");
  expect(readClubConfiguration({ NODE_ENV: "test" }).settings.operatorOidc).toBeNull();
});
