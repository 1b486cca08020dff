import type { Db } from "../../platform/services";
import type { PersonKeys } from "./personal-tables";

/** The former accounts of a person, which an operator has merged into this one: they are about the same person. */
export async function listMergedAccounts(db: Db, userId: number): Promise<PersonKeys[]> {
  return db
    .selectFrom("users")
    .select(["id", "phone", "email"])
    .where("merged_into_id", "=", userId)
    .where("erased_at", "is", null)
    .orderBy("id")
    .execute();
}
