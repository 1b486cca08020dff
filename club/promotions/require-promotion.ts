import { alias } from "../../contract/values";
import { parseId } from "../http/parse-id";
import { Refused } from "../http/refused";
import type { Db } from "../services";

/** A promotion that isn't switched off. @throws Refused notFound */
export async function requirePromotion(db: Db, wireId: string) {
  const id = parseId(wireId);
  const promotion =
    id === null
      ? undefined
      : await db
          .selectFrom("promotions")
          .select(["id", "name", "date_start", "date_end"])
          .where("id", "=", id)
          .where("is_enabled", "=", true)
          .executeTakeFirst();
  if (!promotion) throw new Refused(alias.notFound, "Такой акции нет.");
  return promotion;
}
