import type { Trx } from "../../platform/services";

/** Ends a person's sessions and every link that logs in or sets a password. The password itself stays. @returns the ended sessions */
export async function endAccess(trx: Trx, userId: number): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom("sessions").where("user_id", "=", userId).executeTakeFirst();
  await trx.deleteFrom("redirect_tokens").where("user_id", "=", userId).execute();
  await trx.deleteFrom("password_resets").where("user_id", "=", userId).execute();
  return Number(numDeletedRows);
}
