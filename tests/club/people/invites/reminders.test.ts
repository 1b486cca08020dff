import { afterAll, beforeAll, expect, test } from "vitest";
import * as calls from "../../../../contract/invites";
import { summariseInvites } from "../../../../contract/overviews";
import { makeInviteCsv } from "../../../files/invite-files";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson, type TestPerson } from "../../points/people";

let club: TestClub;
let curator: TestPerson;
let token: string;
beforeAll(async () => {
  club = await openTestClub({ now: "2026-06-15T09:00:00Z", settings: { invitesPerCuratorAndDay: 6 } });
  curator = await addPerson(club, { role: "curator" });
  token = curator.token;
});
afterAll(() => club.close());

const summary = (filters: { search?: string; invite_status?: string } = {}) =>
  club.ask(summariseInvites, filters, { token });

async function untilDone(task_id: string, status: typeof calls.importStatus | typeof calls.resendStatus) {
  await expect.poll(async () => (await club.ask(status, { id: task_id }, { token })).status).toBe("done");
  return club.ask(status, { id: task_id }, { token });
}

/** Invites by a list and lets so much time pass that all may be reminded. */
async function inviteByList(people: readonly (readonly [email: string, name: string])[], wrong = 0) {
  const rows = people.map(([email, name]) => [email, name, "Яна", "", "Ритейл"] as const);
  const bad = Array.from({ length: wrong }, () => ["нет адреса", "Ошибкина", "Яна", "", "Ритейл"] as const);
  const file = makeInviteCsv([...rows, ...bad].map((row) => [...row]));
  const { task_id } = await club.ask(calls.importInvites, {}, { token, files: { file } });
  await untilDone(task_id, calls.importStatus);
  await club.db
    .updateTable("invites")
    .set({ sent_at: new Date(0), outbox_id: null })
    .execute();
  return task_id;
}

test("§1.4 an inviter finds the last list again, with how many of its rows are wrong", async () => {
  expect(await summary()).toMatchObject({ import_id: "", resendable: 0 });
  await inviteByList([["first@example.org", "Первая"]]);
  const id = await inviteByList(
    [
      ["second@example.org", "Вторая"],
      ["third@example.org", "Третья"],
    ],
    1,
  );
  const found = await summary();
  expect(found).toMatchObject({
    import_id: id,
    import_status: "done",
    import_total: 3,
    import_failed: 1,
    resendable: 3,
  });
  expect((await club.ask(calls.importStatus, { id: found.import_id }, { token })).errors).toHaveLength(1);
  const other = await addPerson(club, { role: "curator" });
  const theirs = await club.ask(summariseInvites, {}, { token: other.token });
  expect(theirs).toMatchObject({ import_id: "", resendable: 0 });
});

test("§1.4 a reminder goes to those whom the filter shows, as many as the page has said", async () => {
  // Whoever has registered and hasn't confirmed the phone isn't in the club yet.
  const newcomer = await addPerson(club, { role: "member", isActivated: false });
  await club.db.updateTable("users").set({ email: "second@example.org" }).where("id", "=", newcomer.id).execute();
  expect((await summary({ search: "Вторая" })).resendable).toBe(1);
  const { task_id } = await club.ask(calls.resendAllInvites, { search: "Вторая" }, { token });
  expect(await untilDone(task_id, calls.resendStatus)).toMatchObject({ total: 1, processed: 1, errors: [] });
  const sent = await club.db.selectFrom("invites").select("email").where("sent_at", ">", new Date(1)).execute();
  expect(sent).toEqual([{ email: "second@example.org" }]);
  expect((await summary({ invite_status: "nothing" })).resendable).toBe(0);
});

test("§1.4 whoever isn't reminded is counted by the reason", async () => {
  // The first one is in the club, and is told as that only.
  const unsubscribed = ["first@example.org", "third@example.org"].map((email) => ({ email }));
  await club.db.insertInto("unsubscribed_addresses").values(unsubscribed).execute();
  const member = await addPerson(club, { role: "member" });
  await club.db.updateTable("users").set({ email: "first@example.org" }).where("id", "=", member.id).execute();
  expect((await summary()).resendable).toBe(0);
  const { task_id } = await club.ask(calls.resendAllInvites, {}, { token });
  const { processed, errors } = await untilDone(task_id, calls.resendStatus);
  expect(processed).toBe(0);
  expect(errors.map(({ message }) => message)).toEqual([
    "Ещё раз не отправили: 1 — уже в клубе.",
    "Ещё раз не отправили: 1 — письмо ещё в очереди или ушло меньше 10 минут назад.",
    "Ещё раз не отправили: 1 — просили не присылать приглашений.",
  ]);
});

test("§1.4 letters above the day's limit are told with the day of the last one", async () => {
  const people = Array.from({ length: 4 }, (_, index) => [`many-${index}@example.org`, "Многие"] as const);
  await inviteByList(people);
  const { task_id } = await club.ask(calls.resendAllInvites, { search: "Многие" }, { token });
  const { errors } = await untilDone(task_id, calls.resendStatus);
  expect(errors.map(({ message }) => message)).toEqual(["Писем больше, чем уходит за день. Последние уйдут 16.06.26."]);
});
