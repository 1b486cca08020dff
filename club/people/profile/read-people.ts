import { subMonths } from "date-fns";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import type { Actor } from "../../platform/http/endpoint";
import { moscowDate } from "../../platform/moscow-date";
import type { Db, Services } from "../../platform/services";
import { fullName } from "../accounts/person";
import { companyColumns } from "../companies/company-reply";
import { listManagers, listOwnMembers } from "./people";

/** The people and companies that the role of a participant shows on the profile (§3.1, §3.10). */
export async function readPeople(actor: Actor, { db, now }: Services) {
  switch (actor.participant) {
    case "curator":
      return { managers: await listManagers(db, actor.id) };
    case "manager":
      return { members: await listOwnMembers(db, actor, moscowDate(subMonths(now(), 1))) };
    case "member":
      return readRelations(db, actor.id);
    default:
      return {};
  }
}

/**
 * The member's companies, the curator with the name of the distributor company, and the manager who serves the shop; null when
 * there is none yet (§4.11).
 */
async function readRelations(db: Db, memberId: number) {
  const { companies, curator, manager } = await db
    .selectFrom("users as member")
    .where("member.id", "=", memberId)
    .select((member) => [
      jsonArrayFrom(
        member
          .selectFrom("companies")
          .select(companyColumns)
          .whereRef("companies.owner_id", "=", "member.id")
          .orderBy("companies.id"),
      ).as("companies"),
      jsonObjectFrom(
        member
          .selectFrom("users as curator")
          .leftJoin("companies", (join) =>
            join.onRef("companies.owner_id", "=", "curator.id").on("companies.kind", "=", "distributor"),
          )
          .whereRef("curator.id", "=", "member.curator_id")
          .select(["curator.id", "curator.last_name", "curator.first_name", "curator.sur_name"])
          .select(["curator.phone", "curator.email"])
          .select("companies.actual_name_organization as company")
          .orderBy("companies.id")
          .limit(1),
      ).as("curator"),
      jsonObjectFrom(
        member
          .selectFrom("users as manager")
          .whereRef("manager.id", "=", "member.manager_id")
          .where("manager.is_disabled", "=", false)
          .where("manager.is_system", "=", false)
          .select(["manager.last_name", "manager.first_name", "manager.sur_name", "manager.phone", "manager.email"]),
      ).as("manager"),
    ])
    .executeTakeFirstOrThrow();
  return {
    companies,
    curator: curator && { id: curator.id, company: curator.company, ...contactOf(curator) },
    manager: manager && contactOf(manager),
  };
}

type Contact = Parameters<typeof fullName>[0] & { readonly phone: string; readonly email: string };

function contactOf({ phone, email, ...name }: Contact) {
  return { name: fullName(name), phone, email };
}
