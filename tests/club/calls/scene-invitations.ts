import { runImport } from "../../../club/people/invites/run-import";
import { createInvite, importInvites } from "../../../contract/invites";
import { type InviteLine, makeInviteCsv } from "../../files/invite-files";
import type { TestClub } from "../../setup/club";
import type { People, PersonName } from "./scene-people";

export interface Invitations {
  /** Invitations by the name in their address. */
  readonly invites: Readonly<Record<string, string>>;
  /** Imports of lists, by who made them. */
  readonly imports: Readonly<Record<"curator" | "otherCurator", string>>;
}

const BY: Readonly<Record<string, PersonName>> = {
  sent: "manager",
  registered: "manager",
  confirmed: "manager",
  failed: "manager",
  old: "manager",
  colleague: "secondManager",
  other: "otherManager",
  area: "systemManager",
};

/** Invites people one by one and by lists, in March. Their answers differ. */
export async function addInvitations(club: TestClub, people: People): Promise<Invitations> {
  const { db } = club;
  const ids: Record<string, string> = {};
  for (const [day, [name, by]] of Object.entries(BY).entries()) {
    club.clock.stop(`2026-03-${String(10 + day)}T${name === "old" ? "21:30" : "08:30"}:00Z`);
    ids[name] = (await club.ask(createInvite, inviteOf(name), { token: people[by].token })).id;
  }
  const set = (name: string, values: object) =>
    db
      .updateTable("invites")
      .set(values)
      .where("id", "=", ids[name] ?? "")
      .execute();
  const at = new Date("2026-03-17T21:30:00Z");
  await set("registered", { status: "registered", registered_user_id: people.newcomer.id });
  await set("confirmed", { status: "confirmed", registered_user_id: people.shop.id, confirmed_at: at });
  await set("failed", { status: "error" });
  await set("old", { status: "expired", expires_at: at });
  await set("other", { status: "sent", sent_at: at });
  await set("sent", { status: "sent", sent_at: at });
  const letters = db.updateTable("outbox").set({ sent_at: at, attempts: 1 }).where("channel", "=", "email");
  await letters.where("recipient", "!=", "area@guests.example").execute();
  club.clock.stop("2026-03-18T08:30:00Z");
  const imports = {
    curator: await importList(club, people.curator.token, "a"),
    otherCurator: await importList(club, people.otherCurator.token, "b"),
  };
  // The letters of one list are of the same moment.
  const listed = await db
    .selectFrom("invites")
    .select("id")
    .where("task_id", "is not", null)
    .orderBy("email")
    .execute();
  for (const [row, { id }] of listed.entries()) {
    const created_at = new Date(club.clock.now().getTime() + row);
    await db.updateTable("invites").set({ created_at }).where("id", "=", id).execute();
  }
  return { invites: ids, imports };
}

/** A form with which somebody is invited. */
export function inviteOf(name: string, target: "manager" | "member" = "member") {
  const [last_name, first_name, sur_name] = ["Гостев", "Глеб", "Гаврилович"];
  return { email: `${name}@guests.example`, last_name, first_name, sur_name, target_promo_group_system_name: target };
}

/** Lines of which one is right, one wrong, and one of somebody who is invited. */
export function inviteLines(mark: string): InviteLine[] {
  return [
    [`${mark}-1@list.example`, "Списков", "Семён", "", "Менеджер"],
    [`${mark}-2@list.example`, "Списков", "Савва", "Саввич", "Магазин"],
    ["не адрес", "Ошибкин", "Олег", "", "Магазин"],
    ["sent@guests.example", "Гостев", "Глеб", "", "Магазин"],
  ];
}

async function importList(club: TestClub, token: string, mark: string): Promise<string> {
  const file = makeInviteCsv(inviteLines(mark));
  const { task_id: id } = await club.ask(importInvites, {}, { token, files: { file } });
  await runImport(club.club.services, id);
  return id;
}
