import type { Db } from "../services";

/** The company of the register of legal entities with this INN. */
export async function findLegalEntity(db: Db, inn: string) {
  return db.selectFrom("legal_entities").selectAll().where("inn", "=", inn).executeTakeFirst();
}
