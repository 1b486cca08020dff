import { type Insertable, sql } from "kysely";
import { memberTexts, register } from "../../../contract/accounts";
import type { CallRequest } from "../../../contract/call";
import type { Users } from "../../platform/db/schema";
import type { UserRow } from "../../platform/db/types";
import { type CallContext, endpoint } from "../../platform/http/endpoint";
import { subnetOf } from "../../platform/http/network-address";
import { spellMailbox } from "../../platform/outbox/mailbox";
import { requireServedPhone } from "../../platform/outbox/send-sms";
import type { Services, Trx } from "../../platform/services";
import { fullName } from "../accounts/person";
import { settleClaims } from "../companies/company-claims";
import { lookUpLegalEntity } from "../companies/legal-entity";
import { type RetailCompanyValues, validateRetailCompany } from "../companies/retail-company";
import { recordInviteOrReferral } from "../invites/join-by-invite";
import {
  claimRefusedCompany,
  findEarlierRegistration,
  lockRegistrations,
  requireAvailableCompany,
} from "./earlier-registration";
import { recordRegistrationConsents } from "./record-consent";
import { type Relation, requireRegistrationRelation } from "./relation";

type Registration = CallRequest<typeof register>;

const REGISTRATIONS_PER_ADDRESS_AND_HOUR = 60;

/**
 * Redeems the promo code of a member's registration, unless the replaced registration had the same one. Promotions are of a
 * wing above people: their part is handed in.
 */
export type RedeemRegistrationCode = (
  trx: Trx,
  services: Services,
  request: { readonly userId: number; readonly code: string; readonly earlierCode: string },
) => Promise<void>;

/**
 * Registers a manager or a member (§3.2, §3.3). Person, relation, company, consents, invitation and promo code are written in one
 * transaction. A company of another participant is refused, and the claim is recorded for an operator (§8.2). No code is
 * sent yet (see `sendPhoneCode`), and the password is made when the phone is confirmed.
 */
export const createRegisterEndpoint = (redeemCode: RedeemRegistrationCode) =>
  endpoint(
    register,
    async (typed, context) => {
      const { services } = context;
      const input = { ...typed, email: spellMailbox(typed.email) };
      requireServedPhone(services, input.phone);
      const inn = input.user_role === "member" ? input.company_inn : "";
      // The form needn't have looked the company up. An outer register isn't asked within a transaction.
      if (inn !== "") await lookUpLegalEntity(services, inn);
      const userId = await claimRefusedCompany(services, inn, { ...input, fullName: fullName(input) }, () =>
        services.db.transaction().execute((trx) => saveRegistration(trx, input, context, redeemCode)),
      );
      return { user_id: String(userId) };
    },
    {
      rateLimits: [
        {
          name: "register",
          by: "address",
          max: REGISTRATIONS_PER_ADDRESS_AND_HOUR,
          seconds: 60 * 60,
          message: "С вашего адреса слишком много регистраций.",
        },
      ],
    },
  );

/** Returns the person's id. */
async function saveRegistration(
  trx: Trx,
  input: Registration,
  context: CallContext,
  redeemCode: RedeemRegistrationCode,
): Promise<number> {
  const { services } = context;
  await lockRegistrations(trx);
  const earlier = await findEarlierRegistration(trx, services, input);
  const relation = await requireRegistrationRelation(trx, services, input);
  const company = input.user_role === "member" ? await validateRetailCompany(trx, input) : null;
  const companyId =
    company && (await requireAvailableCompany(trx, services, company.inn, { phone: input.phone, earlier }));
  const id = await savePerson(trx, { input, relation, network: subnetOf(context.address) }, earlier);
  await removeUnusedCompanies(trx, id, company?.inn);
  if (company) await saveCompany(trx, id, company, companyId ?? undefined);
  await recordInviteOrReferral(trx, {
    userId: id,
    inviteId: input.invite_id,
    referralFromUserId: input.referral_from_user_id,
    now: services.now(),
  });
  await recordRegistrationConsents(trx, context, id);
  if (input.user_role === "member") {
    const earlierCode = earlier?.registration_promo_code ?? "";
    await redeemCode(trx, services, { userId: id, code: input.promo_code, earlierCode });
  }
  return id;
}

async function savePerson(
  trx: Trx,
  { input, relation, network }: { input: Registration; relation: Relation; network: string },
  earlier: UserRow | undefined,
): Promise<number> {
  const values = {
    role: input.user_role,
    first_name: input.first_name,
    last_name: input.last_name,
    sur_name: input.sur_name,
    phone: input.phone,
    email: input.email,
    ...readMemberTexts(input),
    curator_id: relation.curatorId,
    manager_id: relation.managerId,
    distributor_confirmed_at: null,
    registration_network: network,
  } satisfies Insertable<Users>;
  const written = earlier
    ? trx.updateTable("users").set(values).where("id", "=", earlier.id).returning("id")
    : trx.insertInto("users").values(values).returning("id");
  return (await written.executeTakeFirstOrThrow()).id;
}

/** Where a member's optional texts are saved: all but the promo code under their own names. */
type MemberTextColumn = Exclude<keyof typeof memberTexts.shape, "promo_code"> | "registration_promo_code";

/** The optional texts of a member by their columns in `users`; all of them are empty of a manager. */
function readMemberTexts(input: Registration): Pick<Insertable<Users>, MemberTextColumn> {
  const { promo_code, ...texts } = memberTexts.parse(input.user_role === "member" ? input : {});
  return { ...texts, registration_promo_code: promo_code };
}

/** Deletes the companies of the replaced registration, except the one with `remainingInn` and those that have deals. */
async function removeUnusedCompanies(trx: Trx, userId: number, remainingInn: string | undefined): Promise<void> {
  await trx
    .deleteFrom("companies")
    .where("owner_id", "=", userId)
    .where("inn", "!=", remainingInn ?? "")
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("deals").select(sql`1`.as("one")).whereRef("deals.company_id", "=", "companies.id"))),
    )
    .execute();
}

async function saveCompany(trx: Trx, ownerId: number, company: RetailCompanyValues, companyId: number | undefined) {
  const values = { ...company, owner_id: ownerId };
  if (companyId === undefined) await trx.insertInto("companies").values(values).execute();
  else await trx.updateTable("companies").set(values).where("id", "=", companyId).execute();
  if (companyId !== undefined) await settleClaims(trx, companyId);
}
