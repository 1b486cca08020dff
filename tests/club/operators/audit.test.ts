import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../../club/operators/cli/run";
import { hashPassword } from "../../../club/people/accounts/password";
import {
  checkAct,
  confirmAct,
  confirmCode,
  decideAct,
  downloadActFile,
  logIn,
  logOut,
  readCard,
  readList,
  readRequest,
} from "../../../contract/operator/calls";
import { openTestClub, type TestClub } from "../../setup/club";
import { LOW_COST } from "../../setup/low-cost-password";
import { addTestOperator, callAsOperator } from "../../setup/operators";
import { addPerson } from "../club-people";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club?.close());

/** What the audit log has got by some work. */
async function eventsOf(work: () => Promise<unknown>) {
  const { last } = await club.db
    .selectFrom("audit_log")
    .select(({ fn }) => fn.coalesce(fn.max("id"), fn.count("id")).as("last"))
    .executeTakeFirstOrThrow();
  await work();
  return club.db
    .selectFrom("audit_log")
    .select(["act", "actor", "operator_id", "subject_kind", "subject_id", "input", "before", "after"])
    .where("id", ">", Number(last))
    .orderBy("id")
    .execute();
}

/** Runs a command, which has to succeed. */
async function run(...argv: string[]) {
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const environment = { ...process.env, ...club.environment };
  const code = await runCommand(argv, { print, printError: print }, environment);
  expect([code, ...printed]).toEqual([0, ...printed]);
  return printed;
}

test("architecture: a wrong password is an event, of the operator whose login it was and of nobody for any other", async () => {
  const { id, login } = await addTestOperator(club, ["support"]);
  const password_hash = await hashPassword("верный пароль", LOW_COST);
  await club.db.updateTable("operators").set({ password_hash }).where("id", "=", id).execute();
  const tryPassword = (name: string) =>
    callAsOperator(club, logIn, { login: name, password: "пароль не тот" }, { address: "203.0.113.77" });
  const input = { network: "203.0.113.0/24" };
  expect(await eventsOf(() => tryPassword(login))).toMatchObject([
    { act: "wrong-password", actor: login, operator_id: id, input },
  ]);
  const unknown = await eventsOf(() => tryPassword("мой-пароль-по-ошибке"));
  expect(unknown).toMatchObject([{ act: "wrong-password", actor: "—", operator_id: null, input }]);
  expect(JSON.stringify(unknown)).not.toContain("ошибке");
});

test("architecture: a wrong code and the end of a session are events", async () => {
  const operator = await addTestOperator(club, ["owner"]);
  const { id, login } = operator;
  await club.db
    .updateTable("operator_sessions")
    .set({ code_confirmed_at: null })
    .where("operator_id", "=", id)
    .execute();
  const wrong = await eventsOf(() => operator.call(confirmCode, { code: "000000" }));
  expect(wrong).toMatchObject([{ act: "wrong-code", actor: login, operator_id: id }]);
  expect(await eventsOf(() => operator.call(logOut, {}))).toMatchObject([
    { act: "log-out", actor: login, operator_id: id },
  ]);
});

test("architecture: a wrong code before an act is an event too", async () => {
  const operator = await addTestOperator(club, ["owner"]);
  const person = await addPerson(club);
  club.clock.advance(10 * 60 * 1000);
  const { request_id, seen } = await operator.ask(checkAct, {
    actName: "correct-points",
    person: String(person.id),
    direction: "credit",
    points: "5",
    reason: "Проверка журнала",
  } as never);
  const events = await eventsOf(() =>
    operator.call(confirmAct, { requestId: request_id, seen, code: "000000" } as never),
  );
  expect(events).toMatchObject([{ act: "wrong-code", operator_id: operator.id }]);
});

test("architecture: what is only looked at before an act, asked for, refused and fetched stands in the audit log too", async () => {
  const [first, second] = [await addTestOperator(club, ["support"]), await addTestOperator(club, ["support"])];
  const person = await addPerson(club);
  const subject = { subject_kind: "person", subject_id: String(person.id) };
  const input = { person: person.phone, email: `new${person.phone}@example.org`, reason: "Звонок" };
  let checked = { request_id: "", seen: "" };
  // A preview says whose the phone is.
  const previewed = await eventsOf(async () => {
    checked = await first.ask(checkAct, { actName: "change-contact", ...input });
  });
  expect(previewed).toMatchObject([
    { act: "preview-act", actor: first.login, ...subject, input: { act: "change-contact" } },
  ]);
  const request = { requestId: checked.request_id, seen: checked.seen };
  const ofRequest = { subject_kind: "request", subject_id: checked.request_id };
  expect(await eventsOf(() => first.ask(confirmAct, request))).toMatchObject([
    { act: "ask-second-operator", actor: first.login, ...ofRequest },
  ]);
  expect(await eventsOf(() => second.ask(readRequest, request))).toMatchObject([
    { act: "open-request", actor: second.login, ...subject },
  ]);
  const refused = await eventsOf(() => second.ask(decideAct, { ...request, decision: "no", reason: "Это не он" }));
  expect(refused).toMatchObject([{ act: "refuse-request", actor: second.login, operator_id: second.id, ...ofRequest }]);
  // The reason may name somebody.
  expect(refused[0]?.input).toEqual({ act: "change-contact", asked_by: first.login });
  const made = await first.ask(checkAct, {
    actName: "person-statement",
    person: person.phone,
    from: "2026-01-01",
    to: "2026-12-31",
  });
  const done = { requestId: made.request_id, seen: made.seen };
  await first.ask(confirmAct, done);
  expect(await eventsOf(() => first.call(downloadActFile, done))).toMatchObject([
    { act: "download-file", actor: first.login, subject_id: made.request_id },
  ]);
});

test("architecture: whose card and which list were looked at stands in the audit log, by number", async () => {
  const operator = await addTestOperator(club, ["support"]);
  const person = await addPerson(club);
  const opened = { act: "open-card", operator_id: operator.id, subject_kind: "person", subject_id: String(person.id) };
  const open = (cardId: string) => operator.ask(readCard, { cardName: "person", cardId });
  expect(await eventsOf(() => open(String(person.id)))).toMatchObject([opened]);
  // A card may be asked for by phone, which isn't written.
  expect(await eventsOf(() => open(person.phone))).toMatchObject([opened]);
  expect(await eventsOf(() => operator.ask(readList, { listName: "people" }))).toMatchObject([
    { act: "open-list", subject_kind: "list", subject_id: "people" },
  ]);
  // The card says what was done with the person, not who looked.
  const { sections } = await operator.ask(readCard, { cardName: "person", cardId: String(person.id) });
  expect(JSON.stringify(sections)).not.toContain("Открытие карточки");
});

test("architecture: the commands of the server's command line are events of who ran them, readings too", async () => {
  const person = await addPerson(club);
  const actor = expect.stringMatching(/^shell:/);
  expect(await eventsOf(() => run("show-person", person.phone))).toMatchObject([
    { act: "open-card", actor, subject_kind: "person", subject_id: String(person.id) },
  ]);
  expect(await eventsOf(() => run("list-people"))).toMatchObject([{ act: "open-list", actor, subject_id: "people" }]);
  expect(await eventsOf(() => run("verify-ledger"))).toMatchObject([{ act: "verify-ledger", actor }]);
  const backup = path.join(club.dataDir, "audit.backup");
  expect(await eventsOf(() => run("backup", backup))).toMatchObject([{ act: "backup", actor }]);
});

test("§1.11 set-content shows first what it would change, and its row says what it has changed", async () => {
  const file = path.join(club.dataDir, "content.json");
  await writeFile(file, JSON.stringify({ questions: [{ question: "Как?", answer: "Так." }] }));
  const { count } = await club.db
    .selectFrom("questions")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBeGreaterThan(1);
  const tried = await eventsOf(async () => {
    expect(await run("set-content", file, "--dry-run")).toEqual([
      `questions: 1, before ${count}`,
      "Would set: questions.",
    ]);
  });
  expect(tried).toEqual([]);
  const done = await eventsOf(() => run("set-content", file));
  expect(done).toMatchObject([
    { act: "set-content", input: { questions: true }, before: { questions: count }, after: { questions: 1 } },
  ]);
});
