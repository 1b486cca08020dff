import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { z } from "zod";
import type { userReply } from "../../contract/accounts";
import { companyColumns } from "../companies/company-reply";
import type { Db } from "../services";

type Profile = z.input<typeof userReply>;
export type ManagerReply = NonNullable<NonNullable<Profile["managers"]>[number]>;
export type MemberReply = NonNullable<NonNullable<Profile["members"]>[number]>;

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
