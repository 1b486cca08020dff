import { generatePassword } from "../people/accounts/password";
import { hashSecret } from "../platform/http/authentication";
import type { Db, Services, Trx } from "../platform/services";

const CODES = 10;

/** Replaces the recovery codes of an operator. Each has 59 random bits, so a fast hash is enough. @returns the codes */
export async function issueRecoveryCodes(trx: Trx, operatorId: number): Promise<string[]> {
  await removeRecoveryCodes(trx, operatorId);
  const codes = Array.from({ length: CODES }, generatePassword);
  await trx
    .insertInto("operator_recovery_codes")
    .values(codes.map((code) => ({ operator_id: operatorId, code_hash: hashSecret(code) })))
    .execute();
  return codes;
}

export async function removeRecoveryCodes(trx: Trx, operatorId: number): Promise<void> {
  await trx.deleteFrom("operator_recovery_codes").where("operator_id", "=", operatorId).execute();
}

/** Uses up a recovery code. @returns whether it was one, unused until now */
export async function spendRecoveryCode({ db, now }: Services, operatorId: number, code: string): Promise<boolean> {
  const used = await db
    .updateTable("operator_recovery_codes")
    .set({ used_at: now() })
    .where("operator_id", "=", operatorId)
    .where("code_hash", "=", hashSecret(code.toLowerCase()))
    .where("used_at", "is", null)
    .returning("used_at")
    .executeTakeFirst();
  return used !== undefined;
}

export async function countRecoveryCodes(db: Db, operatorId: number): Promise<number> {
  const { count } = await db
    .selectFrom("operator_recovery_codes")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("operator_id", "=", operatorId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}
