import { RESEND_MINUTES } from "../../../../club/people/invites/run-resend";
import { type InviteLine, makeInviteCsv } from "../../../files/invite-files";
import type { TestClub } from "../../../setup/club";
import { addPerson } from "../../club-people";
import { ago, edgesOf, type JobScene, NOW, refuseRows } from "./job-scene";

/** Jobs that send invitations. */
export const inviteScenes: Readonly<Record<string, JobScene>> = {
  "invite-import": {
    // Of three letters of one list the last one waits for the next day.
    settings: { invitesPerManagerAndDay: 2 },
    async make(club) {
      const curator = await addPerson(club, { role: "curator", last_name: "Кураторова" });
      const manager = await addPerson(club, { role: "manager", curator_id: curator.id, last_name: "Сейлзов" });
      const known = await addPerson(club, { email: "participant@example.com" });
      await club.db.insertInto("unsubscribed_addresses").values({ email: "unsubscribed@example.com" }).execute();
      const list = [
        line("first@example.com"),
        line("first@example.com"),
        line(known.email),
        line("unsubscribed@example.com"),
        line("no mailbox"),
      ];
      const limited = ["a", "b", "c"].map((name) => line(`${name}@example.com`));
      return [
        { taskId: await addImport(club, curator.id, list) },
        { taskId: await addImport(club, manager.id, limited) },
        { taskId: await addImport(club, manager.id, [line("failed@example.com")], { status: "failed" }) },
      ];
    },
  },
  "invite-resend": {
    async make(club) {
      const curator = await addPerson(club, { role: "curator", last_name: "Кураторова" });
      const other = await addPerson(club, { role: "curator", last_name: "Другая" });
      const known = await addPerson(club, { email: "participant@example.com" });
      const invites = createInviteWriter(club);
      const old = ago({ days: 1 });
      for (const { name, at } of edgesOf(RESEND_MINUTES, "minutes")) {
        await invites({ inviter_id: curator.id, email: `${name.replaceAll(" ", "-")}@example.com`, sent_at: at });
      }
      await invites({ inviter_id: curator.id, email: known.email, sent_at: old });
      await invites({ inviter_id: curator.id, email: "registered@example.com", sent_at: old, status: "registered" });
      await invites({ inviter_id: curator.id, email: "unsubscribed@example.com", sent_at: old });
      await club.db.insertInto("unsubscribed_addresses").values({ email: "unsubscribed@example.com" }).execute();
      const { id: outbox_id } = await club.db
        .insertInto("outbox")
        .values({ channel: "email", recipient: "in-queue@example.com", text: "" })
        .returning("id")
        .executeTakeFirstOrThrow();
      await invites({ inviter_id: curator.id, email: "in-queue@example.com", sent_at: old, outbox_id });
      await invites({ inviter_id: other.id, email: "another-inviters@example.com", sent_at: old });
      const task = { kind: "invite_resend", created_at: NOW, total: 2 } as const;
      const tasks = await club.db
        .insertInto("tasks")
        .values([
          { ...task, owner_id: curator.id },
          { ...task, owner_id: other.id, status: "failed" },
        ])
        .returning("id")
        .execute();
      return tasks.map(({ id }) => ({ taskId: id }));
    },
  },
  "invite-task-resume": {
    async make(club) {
      const curator = await addPerson(club, { role: "curator" });
      const add = (name: string, created_at: Date) =>
        addImport(club, curator.id, [line(`${name.replaceAll(" ", "-")}@example.com`)], { created_at });
      for (const { name, at } of edgesOf(60, "seconds")) await add(name, at);
      for (const { name, at } of edgesOf(24, "hours")) await add(`broken ${name}`, at);
      const resend = { owner_id: curator.id, kind: "invite_resend", created_at: ago({ hours: 1 }) } as const;
      await club.db
        .insertInto("tasks")
        .values([resend, { ...resend, status: "done" }])
        .execute();
      await refuseRows(club, "invites", "new.email like 'broken%'");
      return [{}];
    },
  },
};

const line = (email: string): InviteLine => [email, "Ёлкин", "Пётр", "", "Магазин"];

async function addImport(
  { db }: TestClub,
  owner_id: number,
  lines: readonly InviteLine[],
  task: { status?: "failed"; created_at?: Date } = {},
): Promise<string> {
  const { id } = await db
    .insertInto("tasks")
    .values({
      owner_id,
      kind: "invite_import",
      total: lines.length,
      file_content: Buffer.from(await makeInviteCsv(lines).arrayBuffer()),
      created_at: NOW,
      ...task,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes invitations with ids in their order, in which the letters go out. */
function createInviteWriter({ db }: TestClub) {
  let last = 0;
  return (invite: { inviter_id: number; email: string; sent_at: Date; status?: "registered"; outbox_id?: number }) =>
    db
      .insertInto("invites")
      .values({
        id: `00000000-0000-4000-8000-${String(++last).padStart(12, "0")}`,
        first_name: "Пётр",
        last_name: "Ёлкин",
        target_role: "member",
        status: "sent",
        created_at: ago({ days: 10 }),
        expires_at: ago({ days: -20 }),
        ...invite,
      })
      .execute();
}
