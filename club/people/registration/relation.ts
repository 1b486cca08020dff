import { alias, choiceMessages } from "../../../contract/values";
import { isUuid, parseId } from "../../platform/http/parse-id";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Db, Services } from "../../platform/services";
import { findReferralOwner } from "../invites/find-referral-owner";
import { disabledManagerError } from "./disabled-manager-error";

/** The people to whom a participant belongs: the distributor's curator and, for a member, the sales manager. */
export interface Relation {
  readonly curatorId: number | null;
  readonly managerId: number | null;
}

/**
 * Finds the relation to a chosen curator or manager. A manager's member belongs to the manager's curator as well.
 * @throws RefusalError managerDisabled for a manager who left (§8.4), validation for any other person
 */
export async function requireChosenRelation(db: Db, relatedToUserId: string): Promise<Relation> {
  const id = parseId(relatedToUserId);
  const person =
    id === null
      ? undefined
      : await db
          .selectFrom("users")
          .select(["id", "role", "is_system", "is_disabled", "curator_id", "phone_confirmed_at"])
          .where("id", "=", id)
          .executeTakeFirst();
  if (person?.role === "manager" && !person.is_system && person.phone_confirmed_at) {
    if (person.is_disabled) throw disabledManagerError("related_to_user_id");
    return { curatorId: person.curator_id, managerId: person.id };
  }
  if (person?.role === "curator" && !person.is_system && !person.is_disabled) {
    return { curatorId: person.id, managerId: null };
  }
  throw unknownDistributorError();
}

function unknownDistributorError(): RefusalError {
  return new RefusalError(alias.validation, choiceMessages.distributor, "related_to_user_id");
}

/**
 * Finds the relation of a registration (§5.4, §5.5): to the chosen distributor or manager, or else to the participant who
 * invited the person or shared the referral link, whose id may also be given as the chosen one's. A manager (Сейлз) belongs
 * to a curator only.
 * @throws RefusalError managerDisabled (§8.4); validation when there is no such person
 */
export async function requireRegistrationRelation(
  db: Db,
  services: Services,
  input: {
    user_role: "manager" | "member";
    related_to_user_id: string[];
    invite_id?: string | null | undefined;
    referral_from_user_id?: string | null | undefined;
  },
): Promise<Relation> {
  const [chosen] = input.related_to_user_id;
  const inviterId =
    (await findInviterId(db, services, input.invite_id)) ??
    (await findReferralOwnerId(db, input.referral_from_user_id));
  const relation =
    chosen && chosen !== String(inviterId)
      ? await requireChosenRelation(db, chosen)
      : await requireInviterRelation(db, inviterId);
  return input.user_role === "manager" ? { ...relation, managerId: null } : relation;
}

async function requireInviterRelation(db: Db, inviterId: number | undefined): Promise<Relation> {
  if (inviterId === undefined) throw unknownDistributorError();
  const inviter = await db
    .selectFrom("users")
    .select(["id", "role", "is_system", "curator_id", "manager_id"])
    .where("id", "=", inviterId)
    .where("is_disabled", "=", false)
    .executeTakeFirst();
  if (!inviter) throw unknownDistributorError();
  if (inviter.role === "curator" && !inviter.is_system) return { curatorId: inviter.id, managerId: null };
  if (inviter.role === "manager" && !inviter.is_system) return { curatorId: inviter.curator_id, managerId: inviter.id };
  // A system participant has no distributor. The member chooses one after accepting the rules (§4.11).
  return { curatorId: inviter.curator_id, managerId: inviter.manager_id };
}

async function findInviterId(db: Db, services: Services, inviteId: string | null | undefined) {
  if (!inviteId || !isUuid(inviteId)) return undefined;
  const invite = await db
    .selectFrom("invites")
    .select("inviter_id")
    .where("id", "=", inviteId)
    .where("expires_at", ">", services.now())
    .executeTakeFirst();
  return invite?.inviter_id;
}

async function findReferralOwnerId(db: Db, referral: string | null | undefined) {
  if (!referral) return undefined;
  return (await findReferralOwner(db, referral))?.id;
}
