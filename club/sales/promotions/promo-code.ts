import { sql } from "kysely";
import { quote } from "../../../contract/russian-quotes";
import { alias } from "../../../contract/values";
import { RefusalError } from "../../platform/http/refusal-error";
import { moscowDate } from "../../platform/moscow-date";
import type { Db, Services, Trx } from "../../platform/services";
import { DayLimitReached } from "../../points/day-limits";
import { creditPoints } from "../../points/ledger";

export interface RedeemedCode {
  readonly points: number;
  readonly actionName: string;
}

/** Normalizes a typed promo code to the stored form: upper case without spaces and hyphens. */
export function normalizePromoCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s\-–—]/g, "");
}

/**
 * Redeems a promo code for its points: each code once, within the promotion's dates (§1.5).
 * The points are pending as long as the person isn't active.
 * @throws RefusalError validation on `promo_code` for an unknown, used or expired code
 */
export async function redeemPromoCode(
  trx: Trx,
  services: Services,
  request: { userId: number; code: string },
): Promise<RedeemedCode> {
  const code = normalizePromoCode(request.code);
  const found = await findCode(trx, code).forUpdate("promo_codes").executeTakeFirst();
  if (!found) throw promoCodeError("Такого промокода нет. Проверьте, правильно ли он введён.");
  if (found.used_by_id === request.userId) throw promoCodeError("Вы уже ввели этот промокод.");
  if (found.used_by_id !== null) throw promoCodeError("Этот промокод уже использован.");
  const today = moscowDate(services.now());
  if (found.date_start && found.date_start > today) throw promoCodeError("Акция с этим промокодом ещё не началась.");
  if (!isOpen(found, today)) throw promoCodeError("Срок действия промокода закончился.");
  await trx
    .updateTable("promo_codes")
    .set({ used_by_id: request.userId, used_at: services.now() })
    .where("code", "=", found.code)
    .execute();
  await creditPoints(trx, { kind: "rule", services }, [
    {
      userId: request.userId,
      amount: found.points,
      reason: "promo_code",
      reference: `promo_code:${found.code}`,
      action: `Промокод акции ${quote(found.name)}`,
      createdAt: services.now(),
    },
  ]).catch(refuseForToday);
  return { points: found.points, actionName: found.name };
}

function refuseForToday(error: unknown): never {
  if (!(error instanceof DayLimitReached)) throw error;
  throw promoCodeError("Сегодня клуб больше не начисляет баллы по промокодам. Введите его завтра: он не пропадёт.");
}

/**
 * Redeems the promo code that a registration brought. Without one, or with the one that the replaced registration redeemed,
 * nothing happens.
 * @throws RefusalError as of `redeemPromoCode`
 */
export async function redeemRegistrationCode(
  trx: Trx,
  services: Services,
  { userId, code, earlierCode }: { userId: number; code: string; earlierCode: string },
): Promise<void> {
  const entered = normalizePromoCode(code);
  if (entered === "" || entered === normalizePromoCode(earlierCode)) return;
  await redeemPromoCode(trx, services, { userId, code });
}

function findCode(db: Db, code: string) {
  return db
    .selectFrom("promo_codes")
    .innerJoin("promotions", "promotions.id", "promo_codes.promotion_id")
    .select([
      "promo_codes.code",
      "promo_codes.points",
      "promo_codes.used_by_id",
      "promotions.name",
      "promotions.date_start",
      "promotions.date_end",
      "promotions.is_enabled",
    ])
    .where(sql`upper(regexp_replace(promo_codes.code, '[[:space:]–—-]', '', 'g'))`, "=", code);
}

function isOpen(
  promotion: { date_start: string | null; date_end: string | null; is_enabled: boolean },
  today: string,
): boolean {
  if (!promotion.is_enabled) return false;
  return (
    (!promotion.date_start || promotion.date_start <= today) && (!promotion.date_end || promotion.date_end >= today)
  );
}

function promoCodeError(message: string): RefusalError {
  return new RefusalError(alias.validation, message, "promo_code");
}
