import { addDays, subDays } from "date-fns";
import type { InviteStatus } from "../../contract/values";
import { INVITE_DAYS } from "../people/invites/find-open-invite";
import type { Trx } from "../platform/services";
import { type Credit, INVITE_POINTS } from "../points/ledger";
import { demoAccounts } from "./demo-accounts";
import type { SeededPeople } from "./people";

interface InvitationSeed {
  readonly inviter: string;
  /** Фамилия Имя Отчество */
  readonly name: string;
  readonly email: string;
  readonly role: "manager" | "member";
  readonly status: Exclude<InviteStatus, "expired">;
  readonly daysAgo: number;
  /** The phone of the participant who accepted the invitation. */
  readonly registeredPhone?: string;
}

const [curator, manager, , , , , newMember] = demoAccounts;

const invitations: readonly InvitationSeed[] = [
  {
    inviter: curator.phone,
    name: "Зайцева Ирина Павловна",
    email: manager.email,
    role: "manager",
    status: "confirmed",
    daysAgo: 390,
    registeredPhone: manager.phone,
  },
  {
    inviter: curator.phone,
    name: "Морозов Кирилл Андреевич",
    email: "morozov@example.com",
    role: "manager",
    status: "confirmed",
    daysAgo: 350,
    registeredPhone: "79000000112",
  },
  {
    inviter: curator.phone,
    name: "Гаврилова Юлия Сергеевна",
    email: "gavrilova@example.com",
    role: "manager",
    status: "confirmed",
    daysAgo: 300,
    registeredPhone: "79000000113",
  },
  {
    inviter: curator.phone,
    name: "Рыбаков Степан Аркадьевич",
    email: "rybakov@example.com",
    role: "manager",
    status: "sent",
    daysAgo: 50,
  },
  {
    inviter: curator.phone,
    name: "Носкова Полина Игоревна",
    email: "noskova@example.com",
    role: "manager",
    status: "sent",
    daysAgo: 4,
  },
  {
    inviter: curator.phone,
    name: "Щукин Лев Антонович",
    email: "shchukin@example.com",
    role: "member",
    status: "error",
    daysAgo: 3,
  },
  {
    inviter: manager.phone,
    name: "Белова Марина Олеговна",
    email: newMember.email,
    role: "member",
    status: "registered",
    daysAgo: 20,
    registeredPhone: newMember.phone,
  },
  {
    inviter: manager.phone,
    name: "Климов Андрей Петрович",
    email: "shop-205@example.com",
    role: "member",
    status: "confirmed",
    daysAgo: 280,
    registeredPhone: "79000000205",
  },
  {
    inviter: manager.phone,
    name: "Воробьёв Глеб Тимурович",
    email: "vorobiev@example.com",
    role: "member",
    status: "sent",
    daysAgo: 9,
  },
  {
    inviter: manager.phone,
    name: "Сорокина Лидия Павловна",
    email: "sorokina@example.com",
    role: "member",
    status: "sent",
    daysAgo: 44,
  },
];

/** Writes invitations in every status (unanswered ones expire by their age) and returns the inviters' credits. */
export async function seedInvitations(trx: Trx, now: Date, people: SeededPeople): Promise<Credit[]> {
  const idOf = (phone: string) => people.idsByPhone.get(phone) ?? 0;
  const credits: Credit[] = [];
  for (const invitation of invitations) {
    const createdAt = subDays(now, invitation.daysAgo);
    const confirmedAt = addDays(createdAt, 1);
    const [lastName = "", firstName = "", surName = ""] = invitation.name.split(" ");
    const { id } = await trx
      .insertInto("invites")
      .values({
        inviter_id: idOf(invitation.inviter),
        email: invitation.email,
        last_name: lastName,
        first_name: firstName,
        sur_name: surName,
        target_role: invitation.role,
        status: invitation.status,
        registered_user_id: invitation.registeredPhone ? idOf(invitation.registeredPhone) : null,
        created_at: createdAt,
        sent_at: createdAt,
        expires_at: addDays(createdAt, INVITE_DAYS),
        confirmed_at: invitation.status === "confirmed" ? confirmedAt : null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (!invitation.registeredPhone) continue;
    await trx.updateTable("users").set({ invite_id: id }).where("phone", "=", invitation.registeredPhone).execute();
    if (invitation.status !== "confirmed") continue;
    credits.push({
      userId: idOf(invitation.inviter),
      amount: INVITE_POINTS,
      reason: "invite",
      reference: id,
      action: `Приглашение: ${invitation.name}`,
      createdAt: confirmedAt,
    });
  }
  return credits;
}
