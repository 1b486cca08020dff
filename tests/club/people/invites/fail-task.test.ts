import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { importInvitesJob, resumeInviteTasksJob } from "../../../../club/people/invites/jobs";
import { importStatus } from "../../../../contract/invites";
import { makeInviteCsv } from "../../../files/invite-files";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson, type TestPerson } from "../../points/people";

let club: TestClub;
let curator: TestPerson;
const log: { fields: object; message: string }[] = [];
beforeAll(async () => {
  const remember = (fields: object, message: string) => void log.push({ fields, message });
  club = await openTestClub({ work: false, log: { info: () => undefined, warn: remember, error: remember } });
  curator = await addPerson(club, { role: "curator" });
});
afterAll(() => club.close());
afterEach(async () => {
  await sql`drop function if exists refuse() cascade`.execute(club.db);
  log.length = 0;
});

async function store(email: string): Promise<string> {
  const content = Buffer.from(await makeInviteCsv([[email, "Ёлкин", "Пётр", "", "Сейлз"]]).arrayBuffer());
  const { id } = await club.db
    .insertInto("tasks")
    .values({
      owner_id: curator.id,
      kind: "invite_import",
      total: 1,
      file_content: content,
      created_at: club.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The invitations of this address can't be written, with this code of PostgreSQL. */
async function refuse(email: string, code: string) {
  await sql`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused' using errcode = ${sql.lit(code)}; end $$;
    create trigger refuse before insert on invites for each row when (new.email = ${sql.lit(email)})
      execute function refuse();
  `.execute(club.db);
}

const read = (id: string) => club.ask(importStatus, { id }, { token: curator.token });

test("§1.4 an import that can't be stored fails at once, with a message for its inviter and a line for the operator", async () => {
  const id = await store("bad@example.org");
  await refuse("bad@example.org", "22003");
  await importInvitesJob.handle({ taskId: id }, club.club.services);
  expect(await read(id)).toMatchObject({
    status: "failed",
    errors: [{ row: 0, message: expect.stringContaining("не удалось обработать") }],
  });
  expect(log).toMatchObject([
    { fields: { taskId: id, err: { code: "22003" } }, message: "an invitation task failed for good" },
  ]);
  // Names and addresses of strangers aren't needed any more.
  const file = await club.db.selectFrom("tasks").select("file_content").where("id", "=", id).executeTakeFirstOrThrow();
  expect(file.file_content).toBeNull();
});

test("§1.4 an import that goes wrong doesn't keep the later ones waiting, and after a day it has failed", async () => {
  const bad = await store("bad@example.org");
  const good = await store("good@example.org");
  await refuse("bad@example.org", "P0001");
  club.clock.advance(2 * 60_000);
  await resumeInviteTasksJob.handle({}, club.club.services);
  expect([(await read(bad)).status, (await read(good)).status]).toEqual(["queued", "done"]);
  club.clock.advance(25 * 60 * 60_000);
  await resumeInviteTasksJob.handle({}, club.club.services);
  expect(await read(bad)).toMatchObject({ status: "failed", errors: [{ row: 0 }] });
  expect(log.at(-1)).toMatchObject({ fields: { taskId: bad }, message: "an invitation task failed for good" });
});
