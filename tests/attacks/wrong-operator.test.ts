import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { acts, cards, findAct, lists } from "../../club/operators/operator-parts";
import { issueRecoveryCodes } from "../../club/operators/recovery-codes";
import type { Act } from "../../club/platform/acts/act";
import { askSecondOperator } from "../../club/platform/acts/act-requests";
import { previewAct } from "../../club/platform/acts/carry-out";
import { mayDo, type Operator } from "../../club/platform/acts/operator";
import { profile } from "../../contract/accounts";
import { type CallDescriptor, type CallInput, pathParameters } from "../../contract/call";
import * as operatorApi from "../../contract/operator/calls";
import {
  addPasskey,
  beginPasskey,
  changePassword,
  checkAct,
  confirmAct,
  confirmCode,
  decideAct,
  downloadActFile,
  enrol,
  logOut,
  readCard,
  readCatalogue,
  readEnrolment,
  readList,
  readOperator,
  readPasskeys,
  readRequest,
  readToday,
  removePasskey,
} from "../../contract/operator/calls";
import { type OperatorRole, operatorRoles } from "../../contract/operator/roles";
import { addPerson } from "../club/club-people";
import { inputOfCall } from "../club/platform/acts/call-input";
import { samples } from "../club/platform/acts/samples";
import { TestAuthenticator } from "../setup/authenticator";
import { openTestClub, type TestClub } from "../setup/club";
import { addTestOperator, callAsOperator, type TestOperator } from "../setup/operators";
import { DIGEST, readTables } from "../setup/table-contents";

/** Whatever an operator may not, is refused: by role, by whose it is, and by who has asked. Derived from the catalogue. */

const ORIGIN = "https://operators.example.com";
/** Operators below the owner, one of each role and one without any. */
const kinds = [...operatorRoles.filter((role) => role !== "owner"), "nobody"] as const;
type Kind = (typeof kinds)[number];

let club: TestClub;
const operators = {} as Record<Kind, TestOperator>;
/** Two who may do everything and have their access from nobody. */
let asker: TestOperator;
let peer: TestOperator;

beforeAll(async () => {
  // A large sum needs no other reason to wait: what is tried here is who may, not how much.
  club = await openTestClub({ work: false, settings: { operatorOrigin: ORIGIN, secondOperatorPoints: 1_000_000 } });
  for (const kind of kinds) operators[kind] = await addTestOperator(club, kind === "nobody" ? [] : [kind]);
  asker = await addTestOperator(club, ["owner"]);
  peer = await addTestOperator(club, ["owner"]);
});
afterAll(() => club?.close());

const asOperator = ({ id, login }: TestOperator, roles: readonly OperatorRole[]): Operator => ({
  kind: "operator",
  id,
  login,
  fullName: "Оператор",
  roles,
});
const owner = () => asOperator(asker, ["owner"]);
const kindsWithout = (roles: readonly OperatorRole[]) =>
  kinds.filter((kind) => kind === "nobody" || !mayDo(asOperator(operators[kind], [kind]), roles));

async function sampleOf(act: Act) {
  const make = samples[act.name];
  if (!make) throw new Error(`There is no sample for ${act.name}`);
  return make(club);
}

/** What a call brings about besides: sessions are used, wrong codes are counted and recorded. */
const CHANGING = ["operator_sessions", "rate_limits", "audit_log"];

/** The rows of the whole club as one digest for each table. */
const readClub = () => readTables(club.db, DIGEST, CHANGING);

/** A request of the first owner that waits for a second operator, whatever the act. */
async function makeWait(act: Act) {
  const input = await sampleOf(act);
  const outcome = await previewAct(club.club.services, owner(), act, input);
  const { id, seen } = await askSecondOperator(club.club.services, owner(), act, input, outcome);
  return { requestId: id, seen };
}

/** As if everybody had just logged in again. */
async function refreshSessions(): Promise<void> {
  const now = club.clock.now();
  const expires_at = new Date(now.getTime() + 60 * 60 * 1000);
  await club.db
    .updateTable("operator_sessions")
    .set({ code_confirmed_at: now, last_used_at: now, expires_at })
    .execute();
}

describe.each(acts.map((act) => [act.name, act] as const))("the act %s", (_name, act) => {
  beforeEach(refreshSessions);

  test("§1.2 is neither checked, asked for, confirmed, decided nor read by an operator without its role", async () => {
    const call = inputOfCall(act, await sampleOf(act));
    const checked = await asker.ask(checkAct, ...call);
    const request = { requestId: checked.request_id, seen: checked.seen };
    const waiting = await makeWait(act);
    const before = await readClub();
    const answers: (string | number)[][] = [];
    for (const kind of kindsWithout(act.roles)) {
      const operator = operators[kind];
      const statusOf = async <D extends CallDescriptor>(descriptor: D, input: CallInput<D>) =>
        (await operator.call(descriptor, input)).status;
      answers.push([
        kind,
        (await operator.call(checkAct, ...call)).status,
        await statusOf(readRequest, request),
        await statusOf(confirmAct, request),
        await statusOf(readRequest, waiting),
        await statusOf(confirmAct, waiting),
        await statusOf(decideAct, { ...waiting, decision: "yes" }),
        await statusOf(decideAct, { ...waiting, decision: "no" }),
      ]);
    }
    expect(answers).toEqual(kindsWithout(act.roles).map((kind) => [kind, 403, 403, 404, 403, 404, 403, 403]));
    expect(await readClub()).toEqual(before);
  });

  test("§1.2 whoever has asked decides nothing; nobody else confirms the check; another's no refuses it for good", async () => {
    const call = inputOfCall(act, await sampleOf(act));
    const checked = await asker.ask(checkAct, ...call);
    const request = { requestId: checked.request_id, seen: checked.seen };
    const waiting = await makeWait(act);
    const before = await readClub();
    // The peer has the role and still no part in a check that isn't theirs.
    for (const descriptor of [readRequest, confirmAct]) expect((await peer.call(descriptor, request)).status).toBe(404);
    expect((await peer.call(decideAct, { ...request, decision: "yes" })).status).toBe(409);
    for (const decision of ["yes", "no"] as const) {
      expect((await asker.call(decideAct, { ...waiting, decision })).status).toBe(403);
    }
    expect((await asker.call(confirmAct, waiting)).result?.state).toBe("waiting");
    expect(await readClub()).toEqual(before);
    expect((await peer.ask(decideAct, { ...waiting, decision: "no" })).state).toBe("refused");
    club.clock.advance(11_000);
    expect((await peer.call(decideAct, { ...waiting, decision: "yes" })).status).toBe(409);
    expect((await asker.call(confirmAct, waiting)).status).toBe(409);
    const { act_requests: _request, ...after } = await readClub();
    const { act_requests: _before, ...untouched } = before;
    expect(after).toEqual(untouched);
  });
});

describe("lists, cards and what the first page counts", () => {
  beforeEach(refreshSessions);

  test("§1.2 are shown to the roles that each names, and to nobody else", async () => {
    const wrong: string[] = [];
    for (const kind of kinds) {
      for (const { name, roles } of lists) {
        const { status } = await operators[kind].call(readList, { listName: name });
        const isAllowed = kind !== "nobody" && roles.includes(kind);
        if (status !== (isAllowed ? 200 : 403)) wrong.push(`${kind} ${name} ${status}`);
      }
      for (const { name, roles } of cards) {
        const isAllowed = kind !== "nobody" && roles.includes(kind);
        for (const cardId of ["1", "0", "буквы", "99999999999"]) {
          const { status } = await operators[kind].call(readCard, { cardName: name, cardId });
          if (isAllowed ? ![200, 404].includes(status) : status !== 403)
            wrong.push(`${kind} ${name} ${cardId} ${status}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test.each(kinds)("§1.2 neither the catalogue nor today's page names what a %s may not", async (kind) => {
    const may = ({ roles }: { roles: readonly OperatorRole[] }) => kind !== "nobody" && roles.includes(kind);
    const catalogue = await operators[kind].ask(readCatalogue, {});
    expect(catalogue.acts.map(({ name }) => name)).toEqual(acts.filter(may).map(({ name }) => name));
    expect(catalogue.lists.map(({ name }) => name)).toEqual(lists.filter(may).map(({ name }) => name));
    const { items } = await operators[kind].ask(readToday, {});
    const named = items.flatMap(({ link }) => ("list" in link ? [link.list] : []));
    expect(named.filter((name) => !lists.some((list) => list.name === name && may(list)))).toEqual([]);
  });

  test("§1.2 a card offers no act that the operator may not do", async () => {
    const person = await addPerson(club);
    for (const kind of ["support", "fulfilment", "finance"] as const) {
      const { acts: offered } = await operators[kind].ask(readCard, { cardName: "person", cardId: String(person.id) });
      for (const { act } of offered)
        expect([kind, act, findAct(act).roles]).toEqual([kind, act, expect.arrayContaining([kind])]);
    }
  });
});

const isCall = (value: unknown): value is CallDescriptor =>
  typeof value === "object" && value !== null && "audience" in value && "path" in value;
const calls = Object.values<unknown>(operatorApi).filter(isCall);

describe("the calls of the operators' API", () => {
  const statusOf = async (call: CallDescriptor, token: string | undefined) => {
    const requestId = "00000000-0000-4000-8000-000000000000";
    const path = {
      listName: "people",
      cardName: "person",
      cardId: "1",
      actName: "disable-person",
      requestId,
      passkeyId: 1,
    };
    const typed = {
      code: "000000",
      password: "x",
      new_password: "x",
      name: "x",
      response: "x",
      seen: "x",
      decision: "no",
    };
    const placeholders = Object.fromEntries(
      pathParameters(call.path).map((name) => [name, path[name as keyof typeof path]]),
    );
    const input = { ...typed, ...placeholders } as never;
    return (await callAsOperator(club, call, input, token === undefined ? {} : { token })).status;
  };
  const needing = (...audiences: unknown[]) => calls.filter(({ audience }) => audiences.includes(audience));

  test("§1.2 each says who may call it", () => {
    expect(needing("operator", "pending-operator", "anyone")).toHaveLength(calls.length);
    expect(needing("operator").length).toBeGreaterThan(10);
  });

  test("§1.2 none is answered to nobody, to a participant, nor to a session that has ended or whose operator is disabled", async () => {
    const [gone, disabled] = [await addTestOperator(club, ["owner"]), await addTestOperator(club, ["owner"])];
    await gone.ask(logOut, {});
    await club.db.updateTable("operators").set({ is_disabled: true }).where("id", "=", disabled.id).execute();
    const participant = await (await addPerson(club)).logIn();
    const tokens = { nobody: undefined, unknown: "unknown", participant, gone: gone.token, disabled: disabled.token };
    const wrong: string[] = [];
    for (const call of needing("operator", "pending-operator")) {
      for (const [who, token] of Object.entries(tokens)) {
        const status = await statusOf(call, token);
        if (status !== 401) wrong.push(`${call.path} answers ${status} to ${who}`);
      }
    }
    expect(wrong).toEqual([]);
    // Nor does an operator's session open the participants' API.
    expect((await club.call(profile, {}, { token: asker.token })).status).toBe(401);
  });

  test("§1.2 none but those that end the log-in is answered before the code", async () => {
    const half = await addTestOperator(club, ["owner"]);
    await club.db
      .updateTable("operator_sessions")
      .set({ code_confirmed_at: null })
      .where("operator_id", "=", half.id)
      .execute();
    const wrong: string[] = [];
    for (const call of needing("operator")) {
      const status = await statusOf(call, half.token);
      if (status !== 403) wrong.push(`${call.path} answers ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("what is an operator's own", () => {
  beforeEach(refreshSessions);

  const makeHalf = async (roles: readonly OperatorRole[] = ["support"]) => {
    const operator = await addTestOperator(club, roles);
    await club.db
      .updateTable("operator_sessions")
      .set({ code_confirmed_at: null })
      .where("operator_id", "=", operator.id)
      .execute();
    return operator;
  };
  const stepOf = async ({ token }: TestOperator) =>
    (await callAsOperator(club, readOperator, {}, { token })).result?.step;

  test("§1.2 a code of the app ends nobody else's log-in, and stays good for its owner", async () => {
    const [thief, victim] = [await makeHalf(), await makeHalf()];
    const code = victim.code();
    expect((await thief.call(confirmCode, { code })).status).toBe(422);
    expect(await stepOf(thief)).toBe("code");
    expect((await victim.ask(confirmCode, { code })).step).toBe("open");
  });

  test("§1.2 a recovery code ends nobody else's log-in, and stays good for its owner", async () => {
    const [thief, victim] = [await makeHalf(), await makeHalf()];
    const [code = ""] = await club.db.transaction().execute((trx) => issueRecoveryCodes(trx, victim.id));
    expect((await thief.call(confirmCode, { code })).status).toBe(422);
    expect(await stepOf(thief)).toBe("code");
    expect((await victim.ask(confirmCode, { code })).step).toBe("open");
    // And once only.
    const again = await makeHalf();
    expect((await again.call(confirmCode, { code })).status).toBe(422);
  });

  test("§1.2 another's code isn't the fresh one of an act, and makes nothing of it", async () => {
    const [thief, victim] = [await addTestOperator(club, ["finance"]), await addTestOperator(club, ["finance"])];
    const person = await addPerson(club);
    const input = { person: person.phone, direction: "credit", points: "5", reason: "Звонок" };
    const { request_id: requestId, seen } = await thief.ask(checkAct, { actName: "correct-points", ...input });
    club.clock.advance(6 * 60 * 1000);
    const before = await readClub();
    expect((await thief.call(confirmAct, { requestId, seen, code: victim.code() })).status).toBe(422);
    expect((await thief.call(confirmAct, { requestId, seen })).status).toBe(422);
    expect(await readClub()).toEqual(before);
  });

  test("§1.2 the secret of an app's set-up belongs to the session that shows it", async () => {
    const [thief, victim] = [await addTestOperator(club, []), await addTestOperator(club, [])];
    for (const { id } of [thief, victim]) {
      await club.db.updateTable("operators").set({ totp_secret_sealed: null }).where("id", "=", id).execute();
      const secret = club.club.services.seal.seal("operator_sessions.enrolment_secret_sealed", Buffer.alloc(20, id));
      await club.db
        .updateTable("operator_sessions")
        .set({ enrolment_secret_sealed: secret, code_confirmed_at: null })
        .where("operator_id", "=", id)
        .execute();
    }
    const secretOf = async (operator: TestOperator) => (await operator.ask(readEnrolment, {})).secret;
    expect(await secretOf(thief)).not.toBe(await secretOf(victim));
    expect((await thief.call(enrol, { code: victim.code() })).status).toBe(422);
    expect(await stepOf(thief)).toBe("enrolment");
  });

  test("§1.2 a passkey is neither shown to, removed by nor made for another operator", async () => {
    const [thief, victim] = [await addTestOperator(club, ["owner"]), await addTestOperator(club, ["owner"])];
    const response = new TestAuthenticator(ORIGIN).create(await victim.ask(beginPasskey, {}));
    const before = await readClub();
    // The victim's challenge makes no passkey of the thief's.
    expect((await thief.call(addPasskey, { name: "Ключ", response })).status).toBe(422);
    expect(await readClub()).toEqual(before);
    const another = new TestAuthenticator(ORIGIN).create(await victim.ask(beginPasskey, {}));
    await victim.ask(addPasskey, { name: "Ключ", response: another });
    expect((await thief.ask(readPasskeys, {})).passkeys).toEqual([]);
    const [{ id: passkeyId } = { id: 0 }] = (await victim.ask(readPasskeys, {})).passkeys;
    for (const id of [passkeyId, 2_147_483_648]) {
      expect([id, (await thief.call(removePasskey, { passkeyId: id })).status]).toEqual([
        id,
        expect.toSatisfy(isRefusal),
      ]);
    }
    expect((await victim.ask(readPasskeys, {})).passkeys).toHaveLength(1);
  });

  test("§1.2 leaving, and a new password, end no session of another operator", async () => {
    const [leaver, other] = [await addTestOperator(club, ["support"]), await addTestOperator(club, ["support"])];
    const change = { password: "x", new_password: "gear-box-4242", code: other.code() };
    expect((await leaver.call(changePassword, change)).status).toBe(422);
    await leaver.ask(logOut, {});
    expect([await stepOf(leaver), await stepOf(other)]).toEqual([undefined, "open"]);
  });

  test("§1.2 the file that an act has made goes to who asked for it and to nobody else, for an hour", async () => {
    const person = await addPerson(club);
    const input = { actName: "person-statement", person: person.phone, from: "2026-01-01", to: "2026-12-31" };
    const { request_id: requestId, seen } = await operators.support.ask(checkAct, input);
    expect((await operators.support.ask(confirmAct, { requestId, seen })).has_file).toBe(true);
    const statuses = await Promise.all(
      [operators.support, asker, ...kinds.filter((kind) => kind !== "support").map((kind) => operators[kind])].map(
        async (operator) => (await operator.call(downloadActFile, { requestId })).status,
      ),
    );
    expect(statuses).toEqual([200, ...statuses.slice(1).map(() => 404)]);
    for (const [minutes, status] of [
      [59, 200],
      [2, 404],
    ] as const) {
      club.clock.advance(minutes * 60 * 1000);
      await refreshSessions();
      expect((await operators.support.call(downloadActFile, { requestId })).status).toBe(status);
    }
  });

  test("§1.2 a role that is taken away ends what it had asked for and what it might have agreed to", async () => {
    const [first, second] = [await addTestOperator(club, ["support"]), await addTestOperator(club, ["support"])];
    const person = await addPerson(club);
    const input = { person: person.phone, email: `new${person.phone}@example.org`, reason: "Звонок" };
    const { request_id: requestId, seen } = await first.ask(checkAct, { actName: "change-contact", ...input });
    await first.ask(confirmAct, { requestId, seen });
    const setRoles = (id: number, roles: OperatorRole[]) =>
      club.db.updateTable("operators").set({ roles }).where("id", "=", id).execute();
    await setRoles(second.id, ["content"]);
    expect((await second.call(decideAct, { requestId, seen, decision: "yes" })).status).toBe(403);
    await setRoles(second.id, ["support"]);
    await setRoles(first.id, ["content"]);
    expect((await second.call(decideAct, { requestId, seen, decision: "yes" })).status).toBe(403);
    const { email } = await club.db
      .selectFrom("users")
      .select("email")
      .where("id", "=", person.id)
      .executeTakeFirstOrThrow();
    expect(email).toBe(person.email);
  });
});

const isRefusal = (status: number) => status >= 400 && status < 500;
