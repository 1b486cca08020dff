import type { Kysely } from "kysely";
import { createContents } from "./0001-club/contents";
import { createGifts } from "./0001-club/gifts";
import { createOperators } from "./0001-club/operators";
import { createPeople } from "./0001-club/people";
import { createPlatform } from "./0001-club/platform";
import { createPoints } from "./0001-club/points";
import { createPromotions } from "./0001-club/promotions";
import { createSales } from "./0001-club/sales";

/**
 * The schema of release 1.0.0, a file for each subject. Amounts are whole points. Tokens, codes and passwords are
 * stored hashed; columns named `…_sealed` are encrypted with the data key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createPlatform(db);
  await createPeople(db);
  await createPoints(db);
  await createSales(db);
  await createPromotions(db);
  await createGifts(db);
  await createContents(db);
  await createOperators(db);
}
