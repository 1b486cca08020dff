import { alias } from "../../contract/values";
import { isUuid, parseId } from "../http/parse-id";
import { RefusalError } from "../http/refusal-error";
import { findActiveParticipant } from "../invites/find-open-invite";
import type { Db, Services } from "../services";
import { refuseDisabledManager } from "./disabled-manager";

/** Whom a participant belongs to: the distributor's curator and, for a member, the sales manager. */
export interface Relation {
  readonly curatorId: number | null;
  readonly managerId: number | null;
}

/**
 * The relation to the chosen curator or manager: a member of a manager belongs to the manager's curator as well.
 * @throws RefusalError managerDisabled for a manager who left (§8.4), validation for anybody else
 */
export async function relateTo(db: Db, relatedToUserId: string): Promise<Relation> {
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
    if (person.is_disabled) throw refuseDisabledManager("related_to_user_id");
    return { curatorId: person.curator_id, managerId: person.id };
  }
  if (person?.role === "curator" && !person.is_system && !person.is_disabled) {
    return { curatorId: person.id, managerId: null };
  }
  throw refuseDistributor();
}

function refuseDistributor(): RefusalError {
  return new RefusalError(alias.validation, "Выберите дистрибьютора.", "related_to_user_id");
}

/**
 * The relation of a registration (§5.4, §5.5): the chosen distributor or manager, or else that of whoever invited or
 * referred the person. A manager (Сейлз) belongs to a curator only.
 */
export async function readRelation(
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
  const relation = chosen ? await relateTo(db, chosen) : await relateToOrigin(db, services, input);
  return input.user_role === "manager" ? { ...relation, managerId: null } : relation;
}

async function relateToOrigin(
  db: Db,
  services: Services,
  input: { invite_id?: string | null | undefined; referral_from_user_id?: string | null | undefined },
): Promise<Relation> {
  const originId =
    (await findInviter(db, services, input.invite_id)) ?? (await findReferrer(db, input.referral_from_user_id));
  if (originId === undefined) throw refuseDistributor();
  const origin = await db
    .selectFrom("users")
    .select(["id", "role", "is_system", "curator_id", "manager_id"])
    .where("id", "=", originId)
    .where("is_disabled", "=", false)
    .executeTakeFirst();
  if (!origin) throw refuseDistributor();
  if (origin.role === "curator" && !origin.is_system) return { curatorId: origin.id, managerId: null };
  if (origin.role === "manager" && !origin.is_system) return { curatorId: origin.curator_id, managerId: origin.id };
  // A system participant belongs to no distributor; the member then chooses one after accepting the rules (§4.11).
  return { curatorId: origin.curator_id, managerId: origin.manager_id };
}

async function findInviter(db: Db, services: Services, inviteId: string | null | undefined) {
  if (!inviteId || !isUuid(inviteId)) return undefined;
  const invite = await db
    .selectFrom("invites")
    .select("inviter_id")
    .where("id", "=", inviteId)
    .where("expires_at", ">", services.now())
    .executeTakeFirst();
  return invite?.inviter_id;
}

async function findReferrer(db: Db, referral: string | null | undefined) {
  if (!referral) return undefined;
  return (await findActiveParticipant(db as Services["db"], referral))?.id;
}
