import { afterAll, beforeAll, expect, test } from "vitest";
import { createInvites } from "../../../../club/people/invites/create-invites";
import { runImport } from "../../../../club/people/invites/run-import";
import * as calls from "../../../../contract/invites";
import { alias } from "../../../../contract/values";
import { type InviteLine, makeInviteCsv } from "../../../files/invite-files";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson } from "../../club-people";

const alarms: string[] = [];
const ignore = () => undefined;
const TODAY = "20.03.2026";
let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({
    work: false,
    now: "2026-03-20T12:00:00+03:00",
    settings: { invitesPerManagerAndDay: 3, invitesPerCuratorAndDay: 5, invitesPerDay: 7 },
    log: { info: ignore, warn: ignore, error: ignore },
    countAlarm: (alarm) => void alarms.push(alarm),
  });
});
afterAll(() => club.close());

const names = { last_name: "Новиков", first_name: "Олег", sur_name: "" };

/** The days, with the hour in Moscow, on which the letters to such addresses go out, in the order of the letters. */
async function readTimes(prefix: string): Promise<string[]> {
  const rows = await club.db
    .selectFrom("outbox")
    .select("next_attempt_at")
    .where("recipient", "like", `${prefix}%`)
    .orderBy("id")
    .execute();
  const format = new Intl.DateTimeFormat("ru", { timeZone: "Europe/Moscow", dateStyle: "short", timeStyle: "short" });
  return rows.map(({ next_attempt_at }) => format.format(next_attempt_at).replace(/, 12:.*/, ", now"));
}

const addressesOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, number) => `${prefix}${number}@example.org`);
/** Rows of a list with so many addresses. */
const listOf = (prefix: string, count: number) =>
  addressesOf(prefix, count).map((email): InviteLine => [email, names.last_name, names.first_name, "", "Ритейл"]);
/** So many shops to be invited at once. */
const shopsOf = (prefix: string, count: number) =>
  addressesOf(prefix, count).map((email) => ({ ...names, email, target_role: "member" as const }));

/** Stores a list as its upload does, and imports it. Returns the id of its task. */
async function importList(ownerId: number, list: InviteLine[]): Promise<string> {
  const { id } = await club.db
    .insertInto("tasks")
    .values({
      owner_id: ownerId,
      kind: "invite_import",
      total: list.length,
      file_content: Buffer.from(await makeInviteCsv(list).arrayBuffer()),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await runImport(club.club.services, id);
  return id;
}

async function inviteMany(token: string, prefix: string, count: number) {
  for (const email of addressesOf(prefix, count)) {
    await club.ask(calls.createInvite, { ...names, email, target_promo_group_system_name: "member" }, { token });
  }
}

test("§1.4 a manager's letters above the day's number wait for the next mornings, a curator may send more, and the club has a limit too", async () => {
  const manager = await addPerson(club, { role: "manager" });
  await inviteMany(await manager.logIn(), "manager", 4);
  expect(await readTimes("manager")).toEqual([...Array(3).fill(`${TODAY}, now`), "21.03.2026, 09:00"]);
  expect(alarms).toEqual([]);

  const curator = await addPerson(club, { role: "curator" });
  await inviteMany(await curator.logIn(), "curator", 6);
  expect(await readTimes("curator")).toEqual([
    ...Array(4).fill(`${TODAY}, now`),
    "21.03.2026, 09:00",
    "21.03.2026, 09:00",
  ]);
  expect(alarms).toEqual(["invites-per-day"]);

  // The wait takes nothing from the days in which the invitation can be answered.
  const letters = await club.db
    .selectFrom("outbox")
    .innerJoin("invites", "invites.outbox_id", "outbox.id")
    .select(["outbox.next_attempt_at", "invites.expires_at", "outbox.text"])
    .where("recipient", "like", "manager%")
    .orderBy("outbox.id")
    .execute();
  const days = letters.map((row) => (row.expires_at.getTime() - row.next_attempt_at.getTime()) / 86_400_000);
  expect(new Set(days).size).toBe(1);
  expect(letters[0]?.text).not.toContain(letters[3]?.text.match(/до \S+\./)?.[0]);
});

test("§1.4 whoever has letters for more than a week waiting is refused in words until the queue is shorter", async () => {
  const manager = await addPerson(club, { role: "manager" });
  const token = await manager.logIn();
  const email = "one-more@example.org";
  const invite = { ...names, email, target_promo_group_system_name: "member" } as const;
  const many = shopsOf("queue", 26);
  const { db, services } = { db: club.db, services: club.club.services };
  await db.transaction().execute((trx) => createInvites(trx, services, manager.id, many));
  const file = makeInviteCsv([[email, "Новиков", "Олег", "", "Ритейл"]]);
  for (const { status, refusal } of [
    await club.call(calls.createInvite, invite, { token }),
    await club.call(calls.importInvites, {}, { token, files: { file } }),
    await club.call(calls.resendAllInvites, {}, { token }),
  ]) {
    expect([status, refusal?.aliases]).toEqual([429, [alias.tooOften]]);
    expect(refusal?.message).toMatch(/очередь расписана до \d\d\.0[34]\.26/);
  }
  club.clock.advance(4 * 24 * 60 * 60_000);
  expect((await club.call(calls.createInvite, invite, { token: await manager.logIn() })).status).toBe(200);
});

test("§1.4 a list loses no row to the limit: its letters wait, and the inviter reads until when", async () => {
  club.clock.set("2026-05-20T12:00:00+03:00");
  const manager = await addPerson(club, { role: "manager" });
  const list = listOf("list", 8);
  const id = await importList(manager.id, list);
  expect(await readTimes("list")).toEqual([
    ...Array(3).fill("20.05.2026, now"),
    ...Array(3).fill("21.05.2026, 09:00"),
    ...Array(2).fill("22.05.2026, 09:00"),
  ]);
  const task = await club.ask(calls.importStatus, { id }, { token: await manager.logIn() });
  expect(task).toMatchObject({ status: "done", processed: 8, failed: 0 });
  expect(task.errors).toEqual([
    { row: 0, field: "Письма", message: "Писем больше, чем уходит за день. Последние уйдут 22.05.26." },
  ]);
});

test("§1.4 the seventh day is the last one for which letters may wait, a letter for the eighth is refused", async () => {
  club.clock.set("2026-07-01T12:00:00+03:00");
  const manager = await addPerson(club, { role: "manager" });
  const token = await manager.logIn();
  // Three a day: one is missing of the eight days from today on.
  const many = shopsOf("edge", 23);
  await club.db.transaction().execute((trx) => createInvites(trx, club.club.services, manager.id, many));
  const invite = (email: string) =>
    club.call(calls.createInvite, { ...names, email, target_promo_group_system_name: "member" }, { token });
  expect((await invite("edge-last@example.org")).status).toBe(200);
  expect((await readTimes("edge")).at(-1)).toBe("08.07.2026, 09:00");
  const above = await invite("edge-above@example.org");
  expect([above.status, above.refusal?.message]).toEqual([429, expect.stringContaining("расписана до 09.07.26")]);
});

test("§1.4 a system manager sends as many letters a day as a curator", async () => {
  club.clock.set("2026-09-01T12:00:00+03:00");
  const system = await addPerson(club, { role: "manager", is_system: true });
  await inviteMany(await system.logIn(), "system", 6);
  expect(await readTimes("system")).toEqual([...Array(5).fill("01.09.2026, now"), "02.09.2026, 09:00"]);
});

test("§1.4 a list that waited while others filled the week is refused as a whole, with the day of the queue", async () => {
  club.clock.set("2026-10-01T12:00:00+03:00");
  const manager = await addPerson(club, { role: "manager" });
  const many = shopsOf("full", 24);
  await club.db.transaction().execute((trx) => createInvites(trx, club.club.services, manager.id, many));
  const id = await importList(manager.id, listOf("late", 1));
  const task = await club.ask(calls.importStatus, { id }, { token: await manager.logIn() });
  expect(task).toMatchObject({ status: "failed", processed: 0 });
  expect(task.errors.map(({ message }) => message)).toEqual([expect.stringContaining("расписана до 09.10.26")]);
});

test("§1.4 the letters of invitations that a list has renewed are its letters, too", async () => {
  club.clock.set("2026-11-20T12:00:00+03:00");
  const manager = await addPerson(club, { role: "manager" });
  const list = listOf("renewed", 4);
  await importList(manager.id, list);
  club.clock.set("2026-12-30T12:00:00+03:00");
  const id = await importList(manager.id, list);
  const { errors, repeated } = await club.ask(calls.importStatus, { id }, { token: await manager.logIn() });
  expect([repeated, errors.map(({ message }) => message)]).toEqual([
    0,
    ["Писем больше, чем уходит за день. Последние уйдут 31.12.26."],
  ]);
});
