import { createHash } from "node:crypto";
import { sql } from "kysely";
import { exchangePrize } from "../../contract/prizes";
import { quote } from "../../contract/russian-quotes";
import { alias, ROUBLES_PER_POINT, type WithdrawalStatus } from "../../contract/values";
import { type CallContext, endpoint } from "../http/endpoint";
import { parseId } from "../http/parse-id";
import { RefusalError } from "../http/refusal-error";
import { heldAfter, sumHeld } from "../ledger/held-points";
import { spendingOf } from "../ledger/ledger";
import type { Db, Services } from "../services";
import { findPrizeKind } from "./kinds";
import { queueOrder } from "./order-queue";
import { type Order, type OrderRequest, readOrder, toOrderColumns } from "./read-order";
import { yearLimit } from "./year-limit";
import { startOfYear } from "./year-total";

interface ExchangeResult {
  readonly id: number;
  readonly status: WithdrawalStatus;
}

/** A request whose prize and fields are valid. */
interface ValidOrder {
  readonly prize: { readonly id: number; readonly name: string; readonly price: number };
  readonly order: Order;
}

/**
 * Exchanges points for one unit of a prize, at the price that the club has for it. What depends on the prize alone is checked
 * first, while other orders of the person are written. One statement does the rest.
 */
export const exchangePrizeEndpoint = endpoint(exchangePrize, exchangeUnit);

async function exchangeUnit(request: OrderRequest, context: CallContext): Promise<ExchangeResult> {
  const digest = digestOf(request);
  let valid: ValidOrder;
  try {
    const prize = await requirePrize(context.services, request.prize_id);
    valid = { prize, order: await readOrder(context.services.sharedDb, prize, request) };
  } catch (error) {
    // The prize may have gone since this key was used.
    const earlier = await findByKey(context);
    if (earlier) return repeatResult(context.services, earlier, digest);
    throw error;
  }
  for (;;) {
    const written = await queueOrder(
      context.services.db,
      context.actor.id,
      `${valid.prize.id} ${valid.order.size}`,
      (db) => writeExchange(db, context, request, valid, digest),
    );
    switch (written.outcome) {
      case "ordered":
        return { id: written.id, status: "new" };
      case "repeated":
        return repeatResult(context.services, written, digest);
      case "not_enough_points":
        throw new RefusalError(alias.notEnoughPoints, "На вашем счёте не хватает баллов.");
      case "need_documents":
        throw needDocuments(written.year_limit);
      case "out_of_stock":
        throw outOfStock(valid);
      case "outdated":
      // Another exchange of this person, or a credit, came between, so each repetition means that one of them was written.
    }
  }
}

interface EarlierExchange {
  readonly id: number;
  readonly request_digest_sealed: Buffer | null;
}

async function findByKey({
  services: { db },
  actor,
  idempotencyKey,
}: CallContext): Promise<EarlierExchange | undefined> {
  if (idempotencyKey === null) return undefined;
  return db
    .selectFrom("exchanges")
    .select(["id", "request_digest_sealed"])
    .where("user_id", "=", actor.id)
    .where("idempotency_key", "=", idempotencyKey)
    .executeTakeFirst();
}

/** The result that the earlier call with the key got. @throws RefusalError collision when the key came with another request */
function repeatResult({ seal }: Services, earlier: EarlierExchange, digest: Buffer): ExchangeResult {
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

function outOfStock({ prize, order }: ValidOrder): RefusalError {
  return order.size === ""
    ? new RefusalError(alias.outOfStock, `${quote(prize.name)} больше нет. Уберите подарок из корзины.`, "prize_id")
    : new RefusalError(alias.outOfStock, `Размер ${order.size} закончился. Выберите другой.`, "size");
}

function needDocuments(yearLimit: number): RefusalError {
  const limit = yearLimit.toLocaleString("ru-RU");
  return new RefusalError(
    alias.needDocuments,
    `Подарки этого года стоят больше ${limit} ₽. Чтобы заказать ещё, передайте документы в профиле.`,
  );
}

type Written = EarlierExchange & {
  readonly outcome:
    | "ordered"
    | "repeated"
    | "not_enough_points"
    | "need_documents"
    | "out_of_stock"
    /** Another exchange of this person, or a credit, was committed meanwhile. Nothing was written; ask again. */
    | "outdated";
  /** In roubles, as of this order. */
  readonly year_limit: number;
};

/**
 * Checks points, stock, the year's limit (§8.5) and the key, and writes withdrawal, ledger entry, balance and stock, in one
 * statement, which holds the locks no longer than PostgreSQL needs.
 *
 * A statement sees the database as it was when it began, but a row that it locks as it is now. If the number of spendings in
 * the two differs, somebody else's exchange came between and what this one has seen doesn't count.
 */
async function writeExchange(
  db: Db,
  { services, actor, idempotencyKey }: CallContext,
  request: OrderRequest,
  { prize, order }: ValidOrder,
  digest: Buffer,
): Promise<Written> {
  const { seal, now } = services;
  const time = now();
  const columns = toOrderColumns(order, seal);
  const spending = spendingOf(sql`new_exchange`, {
    userId: actor.id,
    amount: prize.price,
    reason: "exchange",
    reference: sql`'exchange:' || new_exchange.id`,
    action: `Обмен на подарок ${quote(prize.name)}${order.size ? `, размер ${order.size}` : ""}`,
    createdAt: time,
  });
  // A credit in between may have brought points that can't be spent yet.
  const orCredited =
    heldAfter(services) === null
      ? sql``
      : sql` or (select added_count from balance) is distinct from (select added_count from seen)`;
  const { rows } = await sql<Written>`
    with balance as materialized (
      select points, spent_count, added_count from balances where user_id = ${actor.id} for update
    ), seen as (
      select spent_count, added_count from balances where user_id = ${actor.id}
    ), earlier as (
      select id, request_digest_sealed from exchanges where user_id = ${actor.id} and idempotency_key = ${idempotencyKey}
    ), year_limit as materialized (
      select ${yearLimit(services)} as roubles
    ), size as materialized (
      select id from prize_sizes
      where prize_id = ${prize.id} and value = ${order.size} and stock > 0 and exists (select from balance)
      for update
    ), piece as materialized (
      select id from prizes where id = ${prize.id} and ${order.size} = '' and stock > 0 and exists (select from balance)
      for update
    ), verdict as materialized (
      select case
        when (select spent_count from balance) is distinct from (select spent_count from seen)${orCredited} then 'outdated'
        when exists (select from earlier) then 'repeated'
        when coalesce((select points from balance), 0) - ${sumHeld(services, actor.id)} < ${prize.price}::bigint then 'not_enough_points'
        when not exists (select from documents where user_id = ${actor.id} and status = 'accepted') and (
            select coalesce(sum(price), 0) from exchanges
            where user_id = ${actor.id} and status not in ('rejected', 'cancelled') and created_at >= ${startOfYear(time)}
          ) + ${prize.price}::bigint > (select roubles from year_limit) / ${ROUBLES_PER_POINT}::numeric then 'need_documents'
        when ${order.size} <> '' and not exists (select from size) then 'out_of_stock'
        when ${order.size} = '' and not exists (select from piece)
          and exists (select from prizes where id = ${prize.id} and stock is not null) then 'out_of_stock'
        else 'ordered'
      end as outcome
    ), new_exchange as (
      insert into exchanges (
        user_id, prize_id, price, idempotency_key, request_digest_sealed, basket_uuid, recipient_sealed, recipient_masked,
        operator_id, card_holder_sealed, size, delivery_city, delivery_address, pickup_point_code, created_at, updated_at
      )
      select ${actor.id}, ${prize.id}, ${prize.price}, ${idempotencyKey},
        ${seal.seal("exchanges.request_digest_sealed", digest)}::bytea, ${request.basket_uuid},
        ${columns.recipient_sealed}::bytea, ${columns.recipient_masked}, ${columns.operator_id}::integer,
        ${columns.card_holder_sealed}::bytea, ${columns.size}, ${columns.delivery_city}, ${columns.delivery_address},
        ${columns.pickup_point_code}, ${time}::timestamptz, ${time}::timestamptz
      from verdict where outcome = 'ordered'
      returning id
    ), ${spending}, taken as (
      update prize_sizes set stock = stock - 1 from size, new_exchange where prize_sizes.id = size.id
    ), taken_piece as (
      update prizes set stock = stock - 1 from piece, new_exchange where prizes.id = piece.id
    )
    select outcome, coalesce((select id from new_exchange), (select id from earlier)) as id,
      (select request_digest_sealed from earlier) as request_digest_sealed, (select roubles from year_limit) as year_limit
    from verdict
  `.execute(db);
  const [written] = rows;
  if (!written) throw new Error("The exchange's statement has no result");
  return written;
}
