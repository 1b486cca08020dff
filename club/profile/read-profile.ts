import { profile } from "../../contract/accounts";
import { pointHolders } from "../../contract/values";
import { fullName } from "../accounts/person";
import { toCompanyReply } from "../companies/company-reply";
import { type Actor, endpoint } from "../http/endpoint";
import { readBalance } from "../ledger/ledger";
import type { Db } from "../services";
import { readBanner } from "./banner";
import { listManagers, listMembers } from "./people";

/** Reads the current participant with the people and companies of the role (§3.1, §3.10). */
export const readProfileEndpoint = endpoint(profile, async (_input, { services: { db }, actor }) => {
  const hasPoints = pointHolders.some((holder) => holder === actor.participant);
  const [user, points, banner, people] = await Promise.all([
    db.selectFrom("users").selectAll().where("id", "=", actor.id).executeTakeFirstOrThrow(),
    hasPoints ? readBalance(db, actor.id) : 0,
    readBanner(db, actor),
    readPeople(actor, db),
  ]);
  return {
    id: user.id,
    promo_group: { system_name: user.role },
    is_system: user.is_system,
    points: { points },
    first_name: user.first_name,
    last_name: user.last_name,
    sur_name: user.sur_name,
    phone: user.phone,
    email: user.email,
    employee_position: user.employee_position,
    is_agreement_accepted: user.agreement_accepted_at !== null,
    is_banner_shown: banner === null || banner.isSeen,
    referral_code: user.referral_code,
    password_valid_until: user.password_expires_at?.toISOString() ?? null,
    banner: banner && { title: banner.title, text: banner.text },
    ...people,
  };
});

async function readPeople(actor: Actor, db: Db) {
  switch (actor.participant) {
    case "curator":
      return { managers: await listManagers(db, actor.id) };
    case "manager":
      return { members: await listMembers(db, actor.id) };
    case "member": {
      const [companies, curator] = await Promise.all([listOwnCompanies(db, actor.id), readCurator(db, actor.id)]);
      return { companies, curator };
    }
    default:
      return {};
  }
}

async function listOwnCompanies(db: Db, ownerId: number) {
  const companies = await db
    .selectFrom("companies")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .orderBy("id")
    .execute();
  return companies.map(toCompanyReply);
}

/** Reads the curator of a member and the name of the distributor company; null when there is none yet (§4.11). */
async function readCurator(db: Db, memberId: number) {
  const curator = await db
    .selectFrom("users as member")
    .innerJoin("users as curator", "curator.id", "member.curator_id")
    .leftJoin("companies", (join) =>
      join.onRef("companies.owner_id", "=", "curator.id").on("companies.kind", "=", "distributor"),
    )
    .select(["curator.id", "curator.last_name", "curator.first_name", "curator.sur_name"])
    .select("companies.actual_name_organization as company")
    .where("member.id", "=", memberId)
    .orderBy("companies.id")
    .executeTakeFirst();
  return curator ? { id: curator.id, name: fullName(curator), company: curator.company } : null;
}
