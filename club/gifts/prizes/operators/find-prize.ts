import type { Selectable } from "kysely";
import { alias } from "../../../../contract/values";
import type { Prizes } from "../../../platform/db/schema";
import { RefusalError } from "../../../platform/http/refusal-error";
import type { Trx } from "../../../platform/services";

/** Reads a prize and locks it until the act ends. @throws RefusalError notFound at `prize` */
export async function lockPrize(trx: Trx, id: number): Promise<Selectable<Prizes>> {
  const prize = await trx.selectFrom("prizes").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!prize) throw new RefusalError(alias.notFound, `Подарка № ${id} нет.`, "prize");
  return prize;
}
