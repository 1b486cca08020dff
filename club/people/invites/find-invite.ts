import { findInvite, findReferral } from "../../../contract/invites";
import { alias } from "../../../contract/values";
import { endpoint } from "../../platform/http/endpoint";
import { isUuid } from "../../platform/http/parse-id";
import { RefusalError } from "../../platform/http/refusal-error";
import { findOpenInvite } from "./find-open-invite";
import { findReferralOwner } from "./find-referral-owner";
import { isNamed, shortName } from "./inviter-name";

/** Participants' numbers can be counted, so the limit is low. */
const REFERRALS_PER_ADDRESS_AND_HOUR = 60;

/** Reads the person for whom an invitation is, as long as it can be answered (§2.4.1). */
export const findInviteEndpoint = endpoint(findInvite, async ({ id }, { services }) => {
  const invite = await findOpenInvite(services.db, id, services.now());
  if (!invite) throw new RefusalError(alias.notFound, "Приглашение не найдено, уже использовано или истекло.");
  return {
    user_id: invite.inviter_id,
    email: invite.email,
    first_name: invite.first_name,
    last_name: invite.last_name,
    sur_name: invite.sur_name,
    target_promo_group_system_name: invite.target_role,
    inviter_name: isNamed(invite, invite.inviter_first_name, invite.inviter_last_name)
      ? shortName(invite.inviter_first_name, invite.inviter_last_name)
      : "",
    is_manager: invite.inviter_role === "manager" && !invite.inviter_is_system,
  };
});

/**
 * Reads the owner of a referral link. Anyone may call it: the name is shortened to the first name and an initial, and said only
 * to whoever has the link's code. Links of the first days have the owner's number; they go on working, without the name, since
 * numbers can be counted.
 */
export const findReferralEndpoint = endpoint(
  findReferral,
  async ({ id }, { services }) => {
    const referrer = await findReferralOwner(services.db, id);
    if (!referrer) throw new RefusalError(alias.notFound, "Ссылка больше не действует.");
    const { id: ownerId, first_name, last_name, role, is_system } = referrer;
    return {
      id: ownerId,
      name: isUuid(id) ? shortName(first_name, last_name) : "",
      is_manager: role === "manager" && !is_system,
    };
  },
  { rateLimits: [{ name: "referral", by: "address", max: REFERRALS_PER_ADDRESS_AND_HOUR, seconds: 60 * 60 }] },
);
