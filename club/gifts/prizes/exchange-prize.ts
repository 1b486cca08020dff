import { createHash } from "node:crypto";
import { exchangePrize } from "../../../contract/prizes";
import { quote } from "../../../contract/russian-quotes";
import { alias, NOT_ENOUGH_POINTS_MESSAGE, type WithdrawalStatus } from "../../../contract/values";
import { type CallContext, endpoint } from "../../platform/http/endpoint";
import { parseId } from "../../platform/http/parse-id";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Services } from "../../platform/services";
import { findPrizeKind } from "./kinds";
import { queueOrder } from "./order-queue";
import { type OrderRequest, readOrder } from "./read-order";
import type { ValidOrder } from "./write-orders";

/** How long after the password was given a day's orders may come to any sum. */
const FRESH_PASSWORD_MS = 24 * 60 * 60 * 1000;

const CONTACTS_CHANGED =
  "Контакты недавно изменила поддержка, поэтому заказы откроются через сутки. Чтобы заказать раньше, выйдите и войдите с прежним паролем или напишите в поддержку.";

interface ExchangeResult {
  readonly id: number;
  readonly status: WithdrawalStatus;
}

/**
 * Exchanges points for one unit of a prize, at the price that the club has for it. What depends on the prize alone is checked
 * first; the rest when the order is written, together with those of others that have come meanwhile.
 */
export const exchangePrizeEndpoint = endpoint(exchangePrize, exchangeUnit);

async function exchangeUnit(request: OrderRequest, context: CallContext): Promise<ExchangeResult> {
  const digest = digestOf(request);
  const { services, actor, idempotencyKey } = context;
  let order: ValidOrder;
  try {
    const prize = await requirePrize(services, request.prize_id);
    const details = await readOrder(services.sharedDb, prize, request);
    const hasFreshPassword = services.now().getTime() - actor.loggedInAt.getTime() < FRESH_PASSWORD_MS;
    const about = { userId: actor.id, basketId: request.basket_uuid, hasFreshPassword };
    order = { ...about, idempotencyKey, digest, prize, ...details };
  } catch (error) {
    // The prize may have gone since this key was used.
    const earlier = await findByKey(context, digest);
    if (earlier) return earlier;
    throw error;
  }
  const written = await queueOrder(services, order);
  switch (written.outcome) {
    case "ordered":
      return { id: written.id, status: "new" };
    case "repeated": {
      const earlier = await findByKey(context, digest);
      if (!earlier) throw new Error("The earlier order with this key is gone");
      return earlier;
    }
    case "not_enough_points":
      throw new RefusalError(alias.notEnoughPoints, NOT_ENOUGH_POINTS_MESSAGE);
    case "password_needed":
      throw passwordNeeded(services);
    case "contacts_changed":
      throw new RefusalError(alias.validation, CONTACTS_CHANGED);
    case "need_documents":
      throw needDocuments(written.yearLimit);
    case "out_of_stock":
      throw outOfStock(order);
  }
}

/**
 * The result that the earlier call with this key got, if there was one.
 * @throws RefusalError collision when the key came with another request
 */
async function findByKey(
  { services: { db, seal }, actor, idempotencyKey }: CallContext,
  digest: Buffer,
): Promise<ExchangeResult | undefined> {
  if (idempotencyKey === null) return undefined;
  const earlier = await db
    .selectFrom("exchanges")
    .select(["id", "request_digest_sealed"])
    .where("user_id", "=", actor.id)
    .where("idempotency_key", "=", idempotencyKey)
    .executeTakeFirst();
  if (!earlier) return undefined;
  const sealed = earlier.request_digest_sealed;
  if (!sealed || !seal.open("exchanges.request_digest_sealed", sealed).equals(digest)) {
    throw new RefusalError(alias.collision, "Этот заказ уже оформлен с другими данными. Обновите корзину.");
  }
  // The same result as then, even if the withdrawal has moved on since.
  return { id: earlier.id, status: "new" };
}

/** To be stored sealed: a card number could be guessed from the bare digest of so short a text. */
function digestOf(request: OrderRequest): Buffer {
  const values = Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(values)).digest();
}

async function requirePrize({ sharedDb }: Services, wireId: string) {
  const id = parseId(wireId);
  const prize =
    id === null
      ? undefined
      : await sharedDb
          .selectFrom("prizes")
          .select(["id", "handler_system_name", "name", "price"])
          .where("id", "=", id)
          .where("is_enabled", "=", true)
          .executeTakeFirst();
  const kind = prize && findPrizeKind(prize.handler_system_name);
  if (!kind) throw new RefusalError(alias.validation, "Этого подарка больше нет. Уберите его из корзины.", "prize_id");
  return { ...prize, kind };
}

/** Whoever finds an open browser can't spend all of its owner's points. */
function passwordNeeded({ settings }: Services): RefusalError {
  const limit = (settings.orderPasswordPoints ?? 0).toLocaleString("ru-RU");
  return new RefusalError(alias.passwordNeeded, `Заказы за сутки больше ${limit} баллов подтверждают паролем.`);
}

function outOfStock({ prize, size }: ValidOrder): RefusalError {
  return size === ""
    ? new RefusalError(alias.outOfStock, `${quote(prize.name)} больше нет. Уберите подарок из корзины.`, "prize_id")
    : new RefusalError(alias.outOfStock, `Размер ${size} закончился. Выберите другой.`, "size");
}

function needDocuments(yearLimit: number): RefusalError {
  const limit = yearLimit.toLocaleString("ru-RU");
  return new RefusalError(
    alias.needDocuments,
    `Подарки этого года стоят больше ${limit} ₽. Чтобы заказать этот, передайте документы в профиле.`,
  );
}
