import { isUuid } from "../../platform/http/parse-id";
import type { Db } from "../../platform/services";

/** Finds the owner of a referral link by id or secret code, provided the owner is active: phone confirmed, rules accepted, not disabled. */
export async function findReferralOwner(db: Db, id: string) {
  if (!isUuid(id) && !/^[1-9]\d{0,8}$/.test(id)) return undefined;
  return db
    .selectFrom("users")
    .select(["id", "first_name", "last_name", "role", "is_system"])
    .where((where) => (isUuid(id) ? where("referral_code", "=", id) : where("id", "=", Number(id))))
    .where("is_disabled", "=", false)
    .where("phone_confirmed_at", "is not", null)
    .where("agreement_accepted_at", "is not", null)
    .executeTakeFirst();
}
