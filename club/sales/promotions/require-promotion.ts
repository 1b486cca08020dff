import { alias } from "../../../contract/values";
import { parseId } from "../../platform/http/parse-id";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Db } from "../../platform/services";

/** Finds a promotion that isn't switched off. @throws RefusalError notFound */
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
  if (!promotion) throw unknownPromotion();
  return promotion;
}

export function unknownPromotion(): RefusalError {
  return new RefusalError(alias.notFound, "Такой акции нет.");
}
