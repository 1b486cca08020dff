import { afterAll, beforeAll, expect, test } from "vitest";
import { removeExpiredData } from "../../../../club/operators/people/retention";
import { readClubConfiguration } from "../../../../club/platform/configuration";
import type { Services } from "../../../../club/platform/services";
import { checkDocuments } from "../../../../contract/accounts";
import { downloadReport } from "../../../../contract/deals";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addCompany, addPerson } from "../../club-people";
import { storeDocuments } from "../../people/documents/store-documents";

const DAY_MS = 24 * 60 * 60_000;

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

const daysAgo = (days: number) => new Date(club.clock.now().getTime() - days * DAY_MS);

/** Runs the nightly job and returns how much it removed of each. */
async function removeAndRead(changes: Partial<Services> = {}): Promise<Record<string, number>> {
  const removed: Record<string, number>[] = [];
  const log = { ...club.club.services.log, info: (fields: object) => void removed.push(Object(fields).removed) };
  await removeExpiredData({ ...club.club.services, log, ...changes });
  return removed[0] ?? {};
}

test("architecture: the file of a report goes after a year, its deals and its line stay, and the curator is told", async () => {
  const curator = await addPerson(club, { role: "curator" });
  await addCompany(club, curator.id, "distributor");
  const token = await curator.logIn();
  const addReport = (finished: Date | null, status: "done" | "refused" = "done") =>
    club.db
      .insertInto("report_files")
      .values({
        curator_id: curator.id,
        file_name: "продажи.csv",
        content_type: "text/csv",
        content: Buffer.from("Менеджер;Телефон"),
        status: finished ? status : "waiting_approval",
        finished_at: finished,
        created_at: daysAgo(500),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
  const [old, young, waiting] = [await addReport(daysAgo(366)), await addReport(daysAgo(364)), await addReport(null)];
  const refused = await addReport(daysAgo(366), "refused");
  for (const file_id of [old.id, young.id, refused.id]) {
    await club.db.insertInto("report_errors").values({ file_id, row: 2, field: "Менеджер", message: "Нет" }).execute();
  }
  expect(await removeAndRead()).toMatchObject({ "report files": 2, "errors of reports": 2 });
  expect((await club.call(downloadReport, { id: String(old.id) }, { token })).refusal?.message).toContain("удалён");
  for (const { id } of [young, waiting]) {
    expect((await club.call(downloadReport, { id: String(id) }, { token })).body.toString()).toContain("Телефон");
  }
  expect(await club.db.selectFrom("report_errors").select("file_id").execute()).toEqual([{ file_id: young.id }]);
  expect(await removeAndRead()).toMatchObject({ "report files": 0, "errors of reports": 0 });
});

test("§1.4 people who never answered an invitation are forgotten, those who joined stay invited", async () => {
  const manager = await addPerson(club, { role: "manager" });
  const joined = await addPerson(club);
  const invite = (email: string, expires_at: Date, registered?: number) =>
    club.db
      .insertInto("invites")
      .values({
        inviter_id: manager.id,
        email,
        first_name: "Олег",
        last_name: "Сомов",
        target_role: "member",
        expires_at,
        status: registered ? "confirmed" : "sent",
        registered_user_id: registered ?? null,
      })
      .execute();
  await invite("old@example.org", daysAgo(181));
  await invite("young@example.org", daysAgo(179));
  await invite("joined@example.org", daysAgo(400), joined.id);
  const { id } = await club.db
    .insertInto("tasks")
    .values({
      owner_id: manager.id,
      kind: "invite_import",
      status: "failed",
      file_name: "люди.csv",
      file_content: Buffer.from("Сомов"),
      finished_at: daysAgo(181),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  // A list that was done has lost its rows already; its name may say as much as they.
  const done = { owner_id: manager.id, kind: "invite_import", status: "done", file_name: "Сомов и сын.csv" } as const;
  await club.db
    .insertInto("tasks")
    .values({ ...done, finished_at: daysAgo(181) })
    .execute();
  await club.db
    .insertInto("task_errors")
    .values({ task_id: id, row: 2, field: "E-mail", value: "somov@", message: "Проверьте" })
    .execute();
  expect(await removeAndRead()).toMatchObject({
    "invitations that nobody answered": 1,
    "lists of invited people": 2,
    "errors of lists": 1,
  });
  const left = await club.db.selectFrom("invites").select("email").orderBy("email").execute();
  expect(left.map(({ email }) => email)).toEqual(["joined@example.org", "young@example.org"]);
  const task = await club.db.selectFrom("tasks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(task).toMatchObject({ file_content: null, file_name: "" });
});

test("§4.13 feedback goes after a year, in batches, whatever its number", async () => {
  const rows = (count: number, created_at: Date) =>
    Array.from({ length: count }, () => ({ name: "Анна", email: "a@example.org", message: "Вопрос", created_at }));
  await club.db
    .insertInto("feedback")
    .values(rows(2300, daysAgo(366)))
    .execute();
  await club.db
    .insertInto("feedback")
    .values(rows(3, daysAgo(364)))
    .execute();
  expect(await removeAndRead()).toMatchObject({ feedback: 2300 });
  const { count } = await club.db
    .selectFrom("feedback")
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBe(3);
});

test("§8.5 the passport goes after its time, that it was accepted stays", async () => {
  const addDocuments = async (status: "accepted" | "rejected" | "pending", decided: Date | null) => {
    const person = await addPerson(club);
    await storeDocuments(club, person.id, { status, decided_at: decided });
    return person;
  };
  const oldAccepted = await addDocuments("accepted", daysAgo(1826));
  const newAccepted = await addDocuments("accepted", daysAgo(1824));
  const oldRejected = await addDocuments("rejected", daysAgo(91));
  const pending = await addDocuments("pending", null);
  expect(await removeAndRead()).toMatchObject({ "accepted documents": 1, "rejected documents": 1 });
  const kept = await club.db.selectFrom("documents").selectAll().execute();
  const sizes = kept.map((row) => [row.user_id, row.passport_main_sealed.length > 0, row.answers_sealed.length > 0]);
  expect(sizes.sort()).toEqual(
    [
      [oldAccepted.id, false, false],
      [newAccepted.id, true, true],
      [oldRejected.id, false, false],
      [pending.id, true, true],
    ].sort(),
  );
  expect(await club.ask(checkDocuments, {}, { token: await oldAccepted.logIn() })).toMatchObject({
    status: "accepted",
  });
});

test("architecture: a stop ends the removal between two batches", async () => {
  await club.db
    .insertInto("feedback")
    .values({ name: "Анна", email: "a@example.org", message: "Вопрос", created_at: daysAgo(400) })
    .execute();
  await expect(removeExpiredData(club.club.services, AbortSignal.abort(new Error("stopping")))).rejects.toThrow(
    "stopping",
  );
  expect(await removeAndRead()).toMatchObject({ feedback: 1 });
});

test("architecture: times come from the environment, in days", () => {
  const read = (environment: Record<string, string>) =>
    readClubConfiguration({ NODE_ENV: "test", DATA_DIR: club.dataDir, ...environment }).settings.retentionDays;
  expect(read({})).toEqual(club.club.services.settings.retentionDays);
  expect(read({ RETENTION_FEEDBACK_DAYS: "30" })).toMatchObject({ feedback: 30, reports: 365 });
  expect(() => read({ RETENTION_MESSAGES_DAYS: "0" })).toThrow("RETENTION_MESSAGES_DAYS");
});
