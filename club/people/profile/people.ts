import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { z } from "zod";
import type { userReply } from "../../../contract/accounts";
import type { Actor } from "../../platform/http/endpoint";
import { moscowMoment } from "../../platform/moscow-date";
import type { Db } from "../../platform/services";
import { seesDeal } from "../../points/visible-sales";
import { companyColumns } from "../companies/company-reply";

type Profile = z.input<typeof userReply>;
export type ManagerReply = NonNullable<NonNullable<Profile["managers"]>[number]>;
export type MemberReply = NonNullable<ManagerReply["members"]>[number];
type OwnMemberReply = NonNullable<NonNullable<Profile["members"]>[number]>;

/** Lists a curator's managers by name, with their retail members and the members' companies, in one statement. */
export function listManagers(db: Db, curatorId: number): Promise<ManagerReply[]> {
  return db
    .selectFrom("users as manager")
    .where("manager.role", "=", "manager")
    .where("manager.phone_confirmed_at", "is not", null)
    .where("manager.is_disabled", "=", false)
    .where("manager.curator_id", "=", curatorId)
    .where("manager.is_system", "=", false)
    .select([
      "manager.id",
      "manager.first_name",
      "manager.last_name",
      "manager.sur_name",
      "manager.phone",
      "manager.email",
    ])
    .select((manager) =>
      jsonArrayFrom(selectMembers(db).whereRef("member.manager_id", "=", manager.ref("manager.id"))).as("members"),
    )
    .orderBy("manager.last_name")
    .orderBy("manager.first_name")
    .orderBy("manager.id")
    .execute();
}

/** Lists a manager's retail members by name, with their companies, in one statement. */
export function listMembers(db: Db, managerId: number): Promise<MemberReply[]> {
  return selectMembers(db).where("member.manager_id", "=", managerId).execute();
}

/**
 * The same members with what is worth a call to them. A month without purchases that the manager may see counts from the
 * confirmation of the phone, and the newest of a member's deals that can tell of it is found by `deals_by_member`.
 * @param monthAgo the day a month before today, "YYYY-MM-DD"
 */
export function listOwnMembers(db: Db, actor: Actor, monthAgo: string): Promise<OwnMemberReply[]> {
  return selectMembers(db)
    .where("member.manager_id", "=", actor.id)
    .select((member) => [
      member("member.agreement_accepted_at", "is not", null).$castTo<boolean>().as("is_agreement_accepted"),
      member
        .or([
          member("member.phone_confirmed_at", ">=", moscowMoment(monthAgo, "00:00")),
          member.exists(
            member
              .selectFrom("deals")
              .select("deals.id")
              .whereRef("deals.member_id", "=", "member.id")
              .where("deals.sell_date", ">=", monthAgo)
              .where("deals.sell_count", ">", 0)
              .where(seesDeal(actor))
              .where("deals.recalled_at", "is", null),
          ),
        ])
        .$castTo<boolean>()
        .as("bought_within_month"),
    ])
    .execute();
}

/** Selects the members who confirmed the phone and haven't left, with their companies. */
function selectMembers(db: Db) {
  return db
    .selectFrom("users as member")
    .where("member.role", "=", "member")
    .where("member.phone_confirmed_at", "is not", null)
    .where("member.is_disabled", "=", false)
    .select(["member.id", "member.first_name", "member.last_name", "member.sur_name", "member.phone", "member.email"])
    .select((member) =>
      jsonArrayFrom(
        member
          .selectFrom("companies")
          .select(companyColumns)
          .whereRef("companies.owner_id", "=", "member.id")
          .orderBy("companies.id"),
      ).as("companies"),
    )
    .orderBy("member.last_name")
    .orderBy("member.first_name")
    .orderBy("member.id");
}
