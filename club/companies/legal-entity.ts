import type { Db } from "../services";

/** Finds a company by INN in the register of legal entities. */
export async function findLegalEntity(db: Db, inn: string) {
  return db.selectFrom("legal_entities").selectAll().where("inn", "=", inn).executeTakeFirst();
}
