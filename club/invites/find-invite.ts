import { findInvite, findReferral } from "../../contract/invites";
import { alias } from "../../contract/values";
import { endpoint } from "../http/endpoint";
import { limitAddress } from "../http/limits";
import { RefusalError } from "../http/refusal-error";
import { findActiveParticipant, findOpenInvite } from "./find-open-invite";

/** Ids of participants can be counted up, so a visitor may ask for a few only. */
const REFERRALS_PER_ADDRESS_AND_HOUR = 60;

/** Whom an invitation is for, as long as it can be answered (§2.4.1). */
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
  };
});

/** Who shared a referral link: the first name and an initial are enough for a stranger. */
export const findReferralEndpoint = endpoint(findReferral, async ({ id }, { services, address }) => {
  await limitAddress(services, "referral", address, { max: REFERRALS_PER_ADDRESS_AND_HOUR, seconds: 60 * 60 });
  const referrer = await findActiveParticipant(services.db, id);
  if (!referrer) throw new RefusalError(alias.notFound, "Ссылка больше не действует.");
  return { id: referrer.id, name: `${referrer.first_name} ${referrer.last_name.slice(0, 1)}.` };
});
