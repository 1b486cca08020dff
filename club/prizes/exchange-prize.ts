import { createHash } from "node:crypto";
import { sql } from "kysely";
import { exchangePrize } from "../../contract/prizes";
import { alias, ROUBLES_PER_POINT, type WithdrawalStatus } from "../../contract/values";
import { type CallContext, endpoint } from "../http/endpoint";
import { parseId } from "../http/parse-id";
import { RefusalError } from "../http/refusal-error";
import { lockBalance, spendPoints } from "../ledger/ledger";
import type { Services, Trx } from "../services";
import { findPrizeKind } from "./kinds";
import { type Order, type OrderRequest, readOrder, toOrderColumns } from "./read-order";
import { runExclusive } from "./run-exclusive";
import { readYearTotal } from "./year-total";

interface ExchangeResult {
  readonly id: number;
  readonly status: WithdrawalStatus;
}

/**
 * Exchanges points for one unit of a prize, at the price that the club has for it. One transaction does it all. It locks the
 * participant's balance row first, so points, stock, the year's limit and the key are checked against their latest state.
 */
export const exchangePrizeEndpoint = endpoint(exchangePrize, (request, context) =>
  runExclusive(context.actor.id, () =>
    context.services.db.transaction().execute((trx) => exchangeUnit(trx, request, context)),
  ),
);

async function exchangeUnit(
  trx: Trx,
  request: OrderRequest,
  { services, actor, idempotencyKey }: CallContext,
): Promise<ExchangeResult> {
  const points = await lockBalance(trx, actor.id);
  const digest = digestOf(request);
  const earlier = idempotencyKey ? await findByKey(trx, services, actor.id, idempotencyKey, digest) : undefined;
  if (earlier) return earlier;
  const prize = await requirePrize(trx, request.prize_id);
  const order = await readOrder(trx, prize, request);
  if (points < prize.price) throw new RefusalError(alias.notEnoughPoints, "На вашем счёте не хватает баллов.");
  await requireDocuments(trx, services, actor.id, prize.price);
  const exchange = await writeExchange(trx, services, {
    userId: actor.id,
    prize,
    order,
    request,
    idempotencyKey,
    digest,
  });
  await spendPoints(trx, {
    userId: actor.id,
    amount: prize.price,
    reason: "exchange",
    reference: `exchange:${exchange.id}`,
    action: `Обмен на приз «${prize.name}»${order.size ? `, размер ${order.size}` : ""}`,
    createdAt: services.now(),
  });
  await takeFromStock(trx, prize.id, order.size);
  return exchange;
}

/** The result that an earlier call with this key got. @throws RefusalError collision when the key came with another request */
async function findByKey(
  trx: Trx,
  services: Services,
  userId: number,
  key: string,
  digest: Buffer,
): Promise<ExchangeResult | undefined> {
  const found = await trx
    .selectFrom("exchanges")
    .select(["id", "request_digest_sealed"])
    .where("user_id", "=", userId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  if (!found) return undefined;
  const sealed = found.request_digest_sealed;
  if (!sealed || !services.seal.open("exchanges.request_digest_sealed", sealed).equals(digest)) {
    throw new RefusalError(alias.collision, "Этот заказ уже оформлен с другими данными. Обновите корзину.");
  }
  // The same result as then, even if the withdrawal has moved on since.
  return { id: found.id, status: "new" };
}

/** To be stored sealed: a card number could be guessed from the bare digest of so short a text. */
function digestOf(request: OrderRequest): Buffer {
  const values = Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(values)).digest();
}

async function requirePrize(trx: Trx, wireId: string) {
  const id = parseId(wireId);
  const prize =
    id === null
      ? undefined
      : await trx
          .selectFrom("prizes")
          .select(["id", "handler_system_name", "name", "price"])
          .where("id", "=", id)
          .where("is_enabled", "=", true)
          .executeTakeFirst();
  const kind = prize && findPrizeKind(prize.handler_system_name);
  if (!kind) throw new RefusalError(alias.validation, "Этого приза больше нет. Уберите его из корзины.", "prize_id");
  return { ...prize, kind };
}

/** @throws RefusalError needDocuments when this unit exceeds the year's limit and no documents are accepted (§8.5) */
async function requireDocuments(trx: Trx, services: Services, userId: number, price: number): Promise<void> {
  const ordered = await readYearTotal(trx, services, userId);
  if (ordered + price * ROUBLES_PER_POINT <= services.settings.documentsLimit) return;
  const accepted = await trx
    .selectFrom("documents")
    .select("id")
    .where("user_id", "=", userId)
    .where("status", "=", "accepted")
    .executeTakeFirst();
  if (accepted) return;
  const limit = services.settings.documentsLimit.toLocaleString("ru-RU");
  throw new RefusalError(
    alias.needDocuments,
    `Призы этого года стоят больше ${limit} ₽. Чтобы заказать ещё, передайте документы в профиле.`,
  );
}

async function writeExchange(
  trx: Trx,
  { seal, now }: Services,
  exchange: {
    userId: number;
    prize: { id: number; price: number };
    order: Order;
    request: OrderRequest;
    idempotencyKey: string | null;
    digest: Buffer;
  },
): Promise<ExchangeResult> {
  return trx
    .insertInto("exchanges")
    .values({
      user_id: exchange.userId,
      prize_id: exchange.prize.id,
      price: exchange.prize.price,
      idempotency_key: exchange.idempotencyKey,
      request_digest_sealed: seal.seal("exchanges.request_digest_sealed", exchange.digest),
      basket_uuid: exchange.request.basket_uuid,
      ...toOrderColumns(exchange.order, seal),
      created_at: now(),
      updated_at: now(),
    })
    .returning(["id", "status"])
    .executeTakeFirstOrThrow();
}

async function takeFromStock(trx: Trx, prizeId: number, size: string): Promise<void> {
  if (size === "") return;
  const taken = await trx
    .updateTable("prize_sizes")
    .set({ stock: sql`stock - 1` })
    .where("prize_id", "=", prizeId)
    .where("value", "=", size)
    .where("stock", ">", 0)
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) {
    throw new RefusalError(alias.outOfStock, `Размер ${size} закончился. Выберите другой.`, "size");
  }
}
