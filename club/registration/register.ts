import { sql } from "kysely";
import { register } from "../../contract/accounts";
import type { CallRequest } from "../../contract/call";
import { type RetailCompanyValues, readRetailCompany } from "../companies/retail-company";
import type { UserRow } from "../db/types";
import { endpoint } from "../http/endpoint";
import { limitAddress } from "../http/limits";
import { noteRegistration } from "../invites/join-by-invite";
import { normalizePromoCode, redeemPromoCode } from "../promotions/promo-code";
import type { Services, Trx } from "../services";
import { findEarlierRegistration, lockRegistrations, takeOverCompany } from "./earlier-registration";
import { type Relation, readRelation } from "./relation";

type Registration = CallRequest<typeof register>;
const REGISTRATIONS_PER_ADDRESS_AND_HOUR = 60;

/**
 * Registers a manager or a member (§3.2, §3.3) with everything that belongs to it, or nothing: person, relation, company,
 * invitation, promo code. There is no password yet and no code is sent; both come with the phone's confirmation.
 */
export const registerEndpoint = endpoint(register, async (input, { services, address }) => {
  await limitAddress(services, "register", address, {
    max: REGISTRATIONS_PER_ADDRESS_AND_HOUR,
    seconds: 60 * 60,
    message: "С вашего адреса слишком много регистраций.",
  });
  const userId = await services.db.transaction().execute(async (trx) => {
    await lockRegistrations(trx);
    const earlier = await findEarlierRegistration(trx, services, input);
    const relation = await readRelation(trx, services, input);
    const company = input.user_role === "member" ? await readRetailCompany(trx, input) : null;
    const companyId = company && (await takeOverCompany(trx, services, company.inn, earlier));
    const id = await writePerson(trx, input, relation, earlier);
    await clearCompanies(trx, id, company?.inn);
    if (company) await writeCompany(trx, id, company, companyId ?? undefined);
    await noteRegistration(trx, {
      userId: id,
      inviteId: input.invite_id,
      referralFromUserId: input.referral_from_user_id,
      now: services.now(),
    });
    if (input.user_role === "member") await redeemOnce(trx, services, id, input.promo_code, earlier);
    return id;
  });
  return { user_id: String(userId) };
});

async function writePerson(
  trx: Trx,
  input: Registration,
  relation: Relation,
  earlier: UserRow | undefined,
): Promise<number> {
  const values = {
    role: input.user_role,
    first_name: input.first_name,
    last_name: input.last_name,
    sur_name: input.sur_name,
    phone: input.phone,
    email: input.email,
    employee_position: input.user_role === "member" ? input.employee_position : "",
    registration_promo_code: input.user_role === "member" ? input.promo_code : "",
    curator_id: relation.curatorId,
    manager_id: relation.managerId,
  };
  const written = earlier
    ? trx.updateTable("users").set(values).where("id", "=", earlier.id).returning("id")
    : trx.insertInto("users").values(values).returning("id");
  return (await written.executeTakeFirstOrThrow()).id;
}

/** Companies of the registration that this one repeats; one that has deals stays. */
async function clearCompanies(trx: Trx, userId: number, keptInn: string | undefined): Promise<void> {
  await trx
    .deleteFrom("companies")
    .where("owner_id", "=", userId)
    .where("inn", "!=", keptInn ?? "")
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("deals").select(sql`1`.as("one")).whereRef("deals.company_id", "=", "companies.id"))),
    )
    .execute();
}

async function writeCompany(trx: Trx, ownerId: number, company: RetailCompanyValues, companyId: number | undefined) {
  const values = { ...company, owner_id: ownerId };
  if (companyId === undefined) await trx.insertInto("companies").values(values).execute();
  else await trx.updateTable("companies").set(values).where("id", "=", companyId).execute();
}

/** The promo code of a member's registration; repeated with a registration it counts as the one entered before. */
async function redeemOnce(trx: Trx, services: Services, userId: number, code: string, earlier: UserRow | undefined) {
  const entered = normalizePromoCode(code);
  if (entered === "" || entered === normalizePromoCode(earlier?.registration_promo_code ?? "")) return;
  await redeemPromoCode(trx, services, { userId, code });
}
