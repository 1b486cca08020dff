import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ZodError } from "zod";
import { defineAct, type OperatorAuthority } from "../../../../club/platform/acts/act";
import {
  carryOutUnanswered,
  checkAct,
  confirmActRequest,
  decideActRequest,
  readActFile,
  readActRequest,
} from "../../../../club/platform/acts/act-requests";
import { writeAuditRow } from "../../../../club/platform/acts/audit-log";
import { file, flag, lines, optionalFile, optionalText, text } from "../../../../club/platform/acts/field";
import { clearActRequestsJob } from "../../../../club/platform/acts/jobs";
import type { Operator } from "../../../../club/platform/acts/operator";
import { runAct } from "../../../../club/platform/acts/run-act";
import { RefusalError } from "../../../../club/platform/http/refusal-error";
import type { Services } from "../../../../club/platform/services";
import { alias } from "../../../../contract/values";
import { openTestClub, type TestClub } from "../../../setup/club";
import { countWaitingForLocks } from "../../../setup/waiting-for-locks";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const SECRET = "отпирается";

let club: TestClub;
let asker: Operator;
let second: Operator;
let third: Operator;
/** Has no role for these acts. */
let stranger: Operator;

/** What the acts run into. */
let obstacle: Error | undefined;
const run = async () => {
  if (obstacle) throw obstacle;
  return {
    lines: ["Дверь открыта."],
    subject: { kind: "door", id: 7 },
    before: { isOpen: false },
    after: { isOpen: true },
    secrets: [{ label: "Слово", value: SECRET }],
    file: { fileName: "door.txt", contentType: "text/plain", content: Buffer.from([0xff, 0x00, 0x41]) },
  };
};
const about = { group: "people", title: "Открыть дверь", summary: "Open a door.", roles: ["support"] } as const;
const fields = {
  door: text({ label: "Дверь", help: "door" }),
  note: optionalText({ label: "Заметка", help: "note", isPrivate: true }),
  wide: flag({ label: "Настежь", help: "wide open" }),
  guests: lines({ label: "Гости", help: "guests" }),
  word: { ...optionalText({ label: "Слово", help: "word" }), control: "secret" as const },
  // Of itself a file is kept out of the audit log, also where nobody has said that it is private.
  picture: { ...optionalFile({ label: "Снимок", help: "picture" }), isPrivate: false },
};
const powerAct = defineAct({ ...about, name: "open-door", gives: "power", fields, run });
const accessAct = defineAct({ ...about, name: "hand-out-key", gives: "access", fields, run });
const plainAct = defineAct({
  ...about,
  name: "look-at-door",
  gives: "nothing",
  fields: { door: fields.door, file: file({ label: "Файл", help: "file" }) },
  run: async (_context, { file: { content, name, contentType } }) => ({
    lines: [`${name}, ${contentType}, ${content.toString("hex")}`],
  }),
});
const dullAct = defineAct({ ...about, name: "paint-door", gives: "nothing", fields: { door: fields.door }, run });
/** By whose authority the act was last done. */
let authority: OperatorAuthority | undefined;
const busyAct = defineAct({
  ...about,
  name: "ring-bell",
  gives: "points",
  fields: { door: fields.door },
  async run(context) {
    authority = context.authority;
    authority.requireSecondOperator("Слышно всем.");
    await context.services.jobs.send(clearActRequestsJob, {});
    return { lines: ["Звонок."], whySecondOperator: ["Громко."], points: 5 };
  },
});
/** What an act with a table shows now. */
let shown = { line: "", cell: "", points: 0 };
const tableAct = defineAct({
  ...about,
  name: "count-doors",
  gives: "points",
  fields: { door: fields.door },
  run: async () => ({
    lines: [shown.line],
    table: { columns: [{ title: "Дверей" }], rows: [{ cells: [shown.cell] }] },
    points: shown.points,
  }),
});
const acts = [powerAct, accessAct, plainAct, dullAct, busyAct, tableAct];
const findAct = (name: string) => {
  const found = acts.find((act) => act.name === name);
  if (!found) throw new Error(name);
  return found;
};

beforeAll(async () => {
  club = await openTestClub({ work: false });
  [asker, second, third] = await Promise.all([addOperator("asker"), addOperator("second"), addOperator("third")]);
  stranger = await addOperator("stranger", ["finance"]);
});
afterAll(() => club.close());

async function addOperator(login: string, roles: ("support" | "finance")[] = ["support"]): Promise<Operator> {
  const { id } = await club.db
    .insertInto("operators")
    .values({ login, full_name: login, roles })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { kind: "operator", id, login, fullName: login, roles };
}

const services = () => club.club.services;
/** The club at a moment that doesn't go on. */
const at = (moment: number): Services => ({ ...services(), now: () => new Date(moment) });
const look = (operator: Operator, id: string, by = services()) => readActRequest(by, operator, findAct, id);
const row = (id: string) =>
  club.db.selectFrom("act_requests").selectAll().where("key", "=", id).executeTakeFirstOrThrow();
const audit = (subjectAct: string) =>
  club.db.selectFrom("audit_log").selectAll().where("act", "=", subjectAct).orderBy("id", "desc").execute();
const confirm = (operator: Operator, { id, seen }: { id: string; seen: string }, by = services()) =>
  confirmActRequest(by, operator, findAct, id, { seen, requestId: "call-1" });
const agree = async (operator: Operator, id: string, by = services()) => {
  const { seen } = await look(operator, id);
  return decideActRequest(by, operator, findAct, id, { yes: { seen, requestId: "call-2" }, reason: "Да" });
};
/** An act that waits since a moment. */
async function askAt(moment: number, act = powerAct, operator = asker): Promise<string> {
  const checked = await checkAct(at(moment), operator, act, { door: "7" });
  expect((await confirm(operator, checked, at(moment))).state).toBe("waiting");
  return checked.id;
}
const refused = (work: Promise<unknown>, status: number, message: string) =>
  expect(work).rejects.toMatchObject({
    status,
    entries: [{ error_display_message: expect.stringContaining(message) }],
  });

test("§1.2 an act of power that nobody answers is done after exactly a day, once, in the name of who has asked", async () => {
  const asked = club.clock.now().getTime();
  const [power, access] = [await askAt(asked), await askAt(asked, accessAct)];
  await carryOutUnanswered(at(asked + DAY_MS - 1), findAct);
  expect((await row(power)).state).toBe("waiting");
  const before = (await audit("open-door")).length;
  // Two processes have found it, and come to its row while somebody holds that.
  let runs: Promise<void>[] = [];
  await club.db.transaction().execute(async (trx) => {
    await trx.selectFrom("act_requests").select("id").where("key", "=", power).forUpdate().execute();
    runs = [1, 2].map(() => carryOutUnanswered(at(asked + DAY_MS), findAct));
    await expect.poll(() => countWaitingForLocks(club)).toBe(2);
  });
  await Promise.all(runs);
  expect(await row(power)).toMatchObject({
    state: "done",
    decided_by: "day:elapsed",
    decided_at: new Date(asked + DAY_MS),
    reason: "За сутки никто не отказал.",
    expires_at: new Date(asked + 31 * DAY_MS),
  });
  expect((await row(access)).state).toBe("waiting");
  const [told, ...earlier] = await audit("open-door");
  expect(earlier).toHaveLength(before);
  expect(told).toMatchObject({
    actor: "asker",
    operator_id: asker.kind === "operator" && asker.id,
    approved_by: "day:elapsed",
    subject_kind: "door",
    subject_id: "7",
    before: { isOpen: false },
    after: { isOpen: true },
    input: { door: "7", wide: false, guests: [] },
  });
  // Nobody is there to be handed it.
  const { answer_sealed, file_sealed } = await row(power);
  const answer = services().seal.open("act_requests.answer_sealed", answer_sealed ?? Buffer.alloc(0));
  expect(JSON.parse(answer.toString()).outcome.lines).toEqual(["Дверь открыта."]);
  expect(answer.toString()).not.toContain(SECRET);
  expect(file_sealed).toBeNull();
  await refused(look(second, power, at(asked + 31 * DAY_MS)), 404, "Начните действие заново");
});

test("§1.2 an act of power that waits for longer than thirty days isn't done any more", async () => {
  const asked = club.clock.now().getTime();
  const [timely, late] = [await askAt(asked - 1), await askAt(asked)];
  await carryOutUnanswered(at(asked - 1 + 30 * DAY_MS), findAct);
  expect([(await row(timely)).state, (await row(late)).state]).toEqual(["waiting", "done"]);
  await club.db.deleteFrom("act_requests").where("key", "=", timely).execute();
});

test("§1.2 an unanswered act that can't be done any more is refused with the reason, and the next one is done", async () => {
  const asked = club.clock.now().getTime();
  const later = at(asked + DAY_MS);
  const leaver = await addOperator("leaver");
  const demoted = await addOperator("demoted");
  const failing = async (error: Error) => {
    const id = await askAt(asked);
    obstacle = error;
    try {
      await carryOutUnanswered(later, findAct);
    } finally {
      obstacle = undefined;
    }
    return row(id);
  };
  const gone = new RefusalError(alias.validation, "Двери больше нет.", "door");
  const ended = { state: "refused", decided_by: "day:elapsed", decided_at: new Date(asked + DAY_MS) };
  expect(await failing(gone)).toMatchObject({ ...ended, reason: "Двери больше нет." });
  expect(await failing(new ZodError([]))).toMatchObject({ ...ended, reason: "" });
  const ids = [await askAt(asked, powerAct, leaver), await askAt(asked, powerAct, demoted), await askAt(asked)];
  await club.db.updateTable("operators").set({ is_disabled: true }).where("login", "=", "leaver").execute();
  await club.db
    .updateTable("operators")
    .set({ roles: ["finance"] })
    .where("login", "=", "demoted")
    .execute();
  await carryOutUnanswered(later, findAct);
  const rows = await Promise.all(ids.map(row));
  expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
    ["refused", "Оператор, который это попросил, отключён."],
    ["refused", "Для вашей роли это действие недоступно."],
    ["done", "За сутки никто не отказал."],
  ]);
  expect(await audit("open-door")).not.toContainEqual(expect.objectContaining({ actor: "leaver" }));
  // What is no refusal is a fault: it is told, and the act goes on waiting.
  await expect(failing(new Error("the disk is full"))).rejects.toThrow("the disk is full");
  const waiting = club.db.selectFrom("act_requests").select("key").where("state", "=", "waiting");
  const [left] = await waiting.where("act", "=", "open-door").execute();
  expect(await agree(second, left?.key ?? "")).toMatchObject({ state: "done" });
});

test("architecture: who has asked and who has agreed fetch the file of an act, for exactly an hour", async () => {
  const asked = club.clock.now().getTime();
  const id = await askAt(asked);
  await refused(readActFile(at(asked), asker, id), 404, "Файла больше нет");
  expect(await agree(second, id, at(asked))).toMatchObject({ state: "done", hasFile: true, mayDecide: false });
  for (const operator of [asker, second]) {
    const { fileName, contentType, content } = await readActFile(at(asked + HOUR_MS - 1), operator, id);
    expect([fileName, contentType, Buffer.from(content)]).toEqual([
      "door.txt",
      "text/plain",
      Buffer.from([0xff, 0x00, 0x41]),
    ]);
    await refused(readActFile(at(asked + HOUR_MS), operator, id), 404, "Файла больше нет");
  }
  await refused(readActFile(at(asked), third, id), 404, "Файла больше нет");
  const other = await askAt(asked);
  await agree(second, other);
  await clearActRequestsJob.handle({}, at(asked + HOUR_MS));
  expect((await row(id)).file_sealed).not.toBeNull();
  await clearActRequestsJob.handle({}, at(asked + HOUR_MS + 1));
  expect(await row(id)).toMatchObject({ file_sealed: null, file_expires_at: null, state: "done" });
  await refused(readActFile(at(asked), asker, id), 404, "Файла больше нет");
});

test("architecture: the answer is there for ten seconds, and the request for as long as it may be decided", async () => {
  const asked = club.clock.now().getTime();
  const checked = await checkAct(at(asked), asker, dullAct, { door: "7" });
  expect(await row(checked.id)).toMatchObject({ state: "checked", expires_at: new Date(asked + HOUR_MS), points: 0 });
  await refused(confirm(asker, checked, at(asked + HOUR_MS)), 404, "Начните действие заново");
  await refused(look(asker, checked.id, at(asked + HOUR_MS)), 404, "Начните действие заново");
  const pressed = asked + HOUR_MS - 1;
  expect((await look(asker, checked.id, at(pressed))).state).toBe("checked");
  const done = await confirm(asker, checked, at(pressed));
  expect(done).toMatchObject({ state: "done", hasFile: true, outcome: { secrets: [{ value: SECRET }] } });
  expect(await row(checked.id)).toMatchObject({
    expires_at: new Date(pressed + 30 * DAY_MS),
    decided_by: null,
    reason: "",
  });
  expect(await confirm(asker, checked, at(pressed + 9_999))).toMatchObject({
    state: "done",
    hasFile: true,
    outcome: { lines: ["Дверь открыта."], secrets: [{ value: SECRET }] },
  });
  await refused(confirm(asker, checked, at(pressed + 10_000)), 409, "уже выполнено");
  await refused(confirm(second, checked, at(pressed)), 409, "уже выполнено");
  await clearActRequestsJob.handle({}, at(pressed + 10_000));
  expect((await row(checked.id)).answer_sealed).not.toBeNull();
  await clearActRequestsJob.handle({}, at(pressed + 10_001));
  expect((await row(checked.id)).answer_sealed).toBeNull();
  await refused(confirm(asker, checked, at(pressed)), 409, "уже выполнено");
  await clearActRequestsJob.handle({}, at(pressed + 30 * DAY_MS));
  expect((await row(checked.id)).key).toBe(checked.id);
  await clearActRequestsJob.handle({}, at(pressed + 30 * DAY_MS + 1));
  await expect(row(checked.id)).rejects.toThrow("no result");
});

test("architecture: a check is its asker's alone, a waiting act everybody's who may do it, and an ended one says nothing more", async () => {
  const checked = await checkAct(services(), asker, powerAct, { door: "7" });
  await refused(look(second, checked.id), 404, "Начните действие заново");
  await refused(look(stranger, checked.id), 403, "роли");
  await refused(look(asker, "00000000-0000-4000-8000-000000000000"), 404, "Начните действие заново");
  await refused(agree(asker, checked.id), 409, "уже выполнено или решено");
  const waiting = await confirm(asker, checked);
  expect(waiting).toMatchObject({ state: "waiting", hasFile: false, mayDecide: false, askedBy: "asker" });
  expect((await look(asker, checked.id)).objection).toContain("Решает другой оператор");
  expect(Object.keys(waiting.outcome)).not.toContain("secrets");
  expect(Object.keys(waiting.outcome)).not.toContain("file");
  const looked = { mayDecide: true, hasFile: false, objection: undefined, id: checked.id };
  expect(await look(second, checked.id)).toMatchObject(looked);
  expect(checked.seen).toMatch(/^[0-9a-f]{32}$/);
  await refused(look(stranger, checked.id), 403, "роли");
  const yes = { yes: { seen: checked.seen }, reason: "" };
  await refused(decideActRequest(services(), stranger, findAct, checked.id, yes), 403, "роли");
  expect((await row(checked.id)).state).toBe("waiting");
  await agree(second, checked.id);
  expect(await row(checked.id)).toMatchObject({ decided_by: "second", reason: "Да" });
  for (const operator of [asker, second, third]) {
    expect(await look(operator, checked.id)).toMatchObject({ state: "done", outcome: { lines: [] }, mayDecide: false });
  }
});

test("§1.2 whoever has read other rows of the table than there are now is asked again", async () => {
  for (const [door, changed] of [
    ["lines", { line: "Иначе." }],
    ["cells", { cell: "2" }],
    ["points", { points: 6 }],
  ] as const) {
    shown = { line: "Строка.", cell: "1", points: 5 };
    const checked = await checkAct(services(), asker, tableAct, { door });
    shown = { ...shown, ...changed };
    const again = await confirm(asker, checked);
    expect([door, again.state, again.seen === checked.seen]).toEqual([door, "changed", false]);
    expect((await confirm(asker, again)).state).toBe("done");
  }
});

test("architecture: a no is told in the audit log without its reason, and the act shows nothing more", async () => {
  const id = await askAt(club.clock.now().getTime());
  const no = { yes: null, reason: "Иванов просил не открывать", requestId: "call-3" };
  expect(await decideActRequest(services(), second, findAct, id, no)).toMatchObject({
    state: "refused",
    hasFile: false,
    mayDecide: false,
    outcome: { lines: ["Действие отклонено, ничего не изменилось."] },
  });
  expect(await row(id)).toMatchObject({ state: "refused", decided_by: "second", reason: no.reason });
  const [told] = await audit("refuse-request");
  expect(told).toMatchObject({
    actor: "second",
    input: { act: "open-door", asked_by: "asker" },
    subject_kind: "request",
    subject_id: id,
    request_id: "call-3",
    before: null,
    after: null,
    points: 0,
    approved_by: null,
  });
  expect(await look(asker, id)).toMatchObject({ state: "refused", outcome: { lines: [] } });
  // The second press of a double click, and whoever says yes nevertheless.
  expect(await decideActRequest(services(), second, findAct, id, no)).toMatchObject({ state: "refused" });
  await refused(confirm(asker, { id, seen: "" }), 409, "уже выполнено или решено");
  await refused(decideActRequest(services(), third, findAct, id, { yes: { seen: "" }, reason: "" }), 409, "решено");
});

test("architecture: the audit log knows the call of the yes, and who has agreed", async () => {
  const own = await checkAct(services(), asker, dullAct, { door: "7" });
  await confirm(asker, own);
  expect((await audit("paint-door"))[0]).toMatchObject({ actor: "asker", approved_by: null, request_id: "call-1" });
  expect(await agree(second, await askAt(club.clock.now().getTime(), accessAct))).toMatchObject({
    state: "done",
    whySecondOperator: [],
  });
  const [told] = await audit("hand-out-key");
  expect(told).toMatchObject({ actor: "asker", approved_by: "second", request_id: "call-2" });
  // Its asker has left before the yes: nobody is there in whose name it could be done.
  const quitter = await addOperator("quitter");
  const id = await askAt(club.clock.now().getTime(), accessAct, quitter);
  await club.db.updateTable("operators").set({ is_disabled: true }).where("login", "=", "quitter").execute();
  await refused(agree(second, id), 403, "отключён");
  expect((await row(id)).state).toBe("waiting");
});

test("architecture: power and access need a second operator, except at the command line", async () => {
  const why = async (act: typeof powerAct) => (await checkAct(services(), asker, act, { door: "7" })).whySecondOperator;
  expect(await why(powerAct)).toEqual([expect.stringContaining("Если за сутки никто не откажет, выполнится само.")]);
  expect(await why(accessAct)).toEqual(["Это открывает кому-то вход или чужой счёт."]);
  expect(await why(dullAct)).toEqual([]);
  const shell: Operator = { kind: "shell", user: "root" };
  for (const act of [powerAct, accessAct]) {
    expect((await runAct(services(), shell, act, { door: "7" })).state).toBe("done");
    const asked = await runAct(services(), asker, act, { door: "7" });
    expect(asked.state).toBe("waiting");
    expect(Object.keys(asked.outcome)).not.toContain("secrets");
    const { expires_at } = await row(asked.state === "waiting" ? asked.requestId : "");
    expect(expires_at.getTime() - club.clock.now().getTime()).toBeGreaterThan(29 * DAY_MS);
  }
  expect((await audit("open-door"))[0]).toMatchObject({ actor: "shell:root", operator_id: null, request_id: "" });
  obstacle = new RefusalError(alias.validation, "Двери больше нет.", "door");
  const failed = runAct(services(), asker, powerAct, { door: "7" });
  await refused(failed, 422, "Двери больше нет.").finally(() => {
    obstacle = undefined;
  });
  await club.db.deleteFrom("act_requests").where("state", "=", "waiting").execute();
});

test("architecture: an act is done with what was typed, files included, and shows all of it but files and secrets", async () => {
  const upload = { name: "снимок.bin", contentType: "image/png", content: Buffer.from([0xff, 0x00, 0x41]) };
  const looked = await checkAct(services(), asker, plainAct, { door: "7", file: upload, unknown: "x" });
  expect(looked.input).toEqual({ door: "7" });
  expect((await confirm(asker, looked)).outcome.lines).toEqual(["снимок.bin, image/png, ff0041"]);
  const input = { door: "7", note: "тихо", wide: true, guests: ["Анна", "Олег"], word: "сезам", picture: upload };
  expect((await checkAct(services(), asker, powerAct, input)).input).toEqual({
    door: "7",
    note: "тихо",
    wide: "on",
    guests: "Анна\nОлег",
  });
  const little = { door: "7", note: undefined, wide: false };
  expect((await checkAct(services(), asker, powerAct, little)).input).toEqual({ door: "7" });
  const { input_sealed } = await row(looked.id);
  expect(input_sealed.toString()).not.toContain("снимок");
  const done = await confirm(asker, await checkAct(services(), asker, dullAct, { door: "8" }));
  expect(done.state).toBe("done");
  const shell: Operator = { kind: "shell", user: "root" };
  await runAct(services(), shell, powerAct, input);
  // Neither what is private nor what is secret nor a file.
  expect((await audit("open-door"))[0]?.input).toEqual({ door: "7", wide: true, guests: ["Анна", "Олег"] });
});

test("architecture: an act says by whose authority it works, and what it brings about besides belongs to it", async () => {
  const sent = async () => {
    const jobs = sql<{ count: number }>`select count(*)::int as count from pgboss.job where name = 'acts.clear'`;
    return (await jobs.execute(club.db)).rows[0]?.count ?? 0;
  };
  const before = await sent();
  const checked = await checkAct(services(), asker, busyAct, { door: "7" });
  expect(checked.whySecondOperator).toEqual(["Громко.", "Слышно всем."]);
  expect(authority).toMatchObject({
    kind: "operator",
    name: "asker",
    act: "ring-bell",
    mayCredit: true,
    isAgreed: false,
  });
  expect((await confirm(asker, checked)).state).toBe("waiting");
  expect([await sent(), (await row(checked.id)).points]).toEqual([before, 5]);
  expect(await agree(second, checked.id)).toMatchObject({ state: "done", whySecondOperator: [] });
  expect(authority).toMatchObject({ name: "asker", isAgreed: true });
  expect(await sent()).toBe(before + 1);
  const asked = await runAct(services(), asker, busyAct, { door: "7" });
  expect((await row(asked.state === "waiting" ? asked.requestId : "")).points).toBe(5);
  const plain = await checkAct(services(), asker, dullAct, { door: "7" });
  expect(Object.keys(plain.outcome)).not.toContain("whySecondOperator");
});

test("architecture: an event of somebody whom the club doesn't know has no name in the audit log", async () => {
  await writeAuditRow(club.db, services(), { act: "knock", operator: null, input: {} });
  expect(await audit("knock")).toMatchObject([
    {
      actor: "—",
      operator_id: null,
      subject_kind: null,
      subject_id: null,
      approved_by: null,
      request_id: "",
      points: 0,
    },
  ]);
});
