import { sql } from "kysely";
import { quote } from "../../../contract/russian-quotes";
import { ROUBLES_PER_POINT } from "../../../contract/values";
import type { Services, Trx } from "../../platform/services";
import { sumHeld } from "../../points/held-points";
import { requireAmount, spendingsOf } from "../../points/ledger";
import { type Order, toOrderColumns } from "./read-order";
import { yearLimit } from "./year-limit";
import { startOfYear } from "./year-total";

const DAY_MS = 24 * 60 * 60 * 1000;

/** An order of one unit whose prize and fields are valid. */
export interface ValidOrder extends Order {
  readonly userId: number;
  readonly idempotencyKey: string | null;
  /** Of the request: another request with the same key is refused. */
  readonly digest: Buffer;
  readonly basketId: string;
  readonly prize: { readonly id: number; readonly name: string; readonly price: number };
  /** Whether the password was given lately, so that the order may be of any sum. */
  readonly hasFreshPassword: boolean;
}

export type OrderOutcome =
  | { readonly outcome: "ordered"; readonly id: number }
  /** The person has already ordered something with this key. */
  | { readonly outcome: "repeated" }
  | { readonly outcome: "not_enough_points" }
  /** The orders of a day come to more than an old session may spend. */
  | { readonly outcome: "password_needed" }
  /** An operator has changed the person's contacts less than a day ago. */
  | { readonly outcome: "contacts_changed" }
  | { readonly outcome: "need_documents" /** In roubles. */; readonly yearLimit: number }
  | { readonly outcome: "out_of_stock" };

/** Another transaction holds a row that the order needs. Nothing of this order was written. */
interface Locked {
  readonly outcome: "locked";
}

/**
 * Checks orders one after another, by key, points, the day's sum without the password, the year's limit (§8.5) and stock, and
 * writes withdrawals, ledger entries, balances and stocks of all that can be made. A refused order doesn't affect the others.
 *
 * @param whenLocked `wait` for rows that other transactions hold, for orders of one person: they are locked in the order in
 * which others lock them. `skip` never waits, so that many people's orders neither deadlock nor wait for one another's sake
 * @returns the outcome of each, in the given order
 */
export async function writeOrders(
  trx: Trx,
  services: Services,
  orders: readonly ValidOrder[],
  whenLocked: "wait" | "skip",
): Promise<(OrderOutcome | Locked)[]> {
  const locked = await lockRows(trx, orders, whenLocked);
  // Another statement: it sees what was committed before the rows were locked, and nothing of it changes any more.
  const facts = await readFacts(trx, services, orders);
  const judge = createJudge(locked, whenLocked, services.settings.orderPasswordPoints);
  const verdicts = orders.map((order, index) => judge(order, requireFacts(facts, index)));
  const accepted = orders.flatMap((order, index) => {
    const { sizeId } = requireFacts(facts, index);
    return verdicts[index] === "accepted" ? [{ ...order, sizeId }] : [];
  });
  const ids = accepted.length > 0 ? await insertOrders(trx, services, accepted) : [];
  const written = ids.values();
  return verdicts.map((verdict, index) => {
    if (verdict === "accepted") return { outcome: "ordered", id: written.next().value as number };
    if (verdict === "need_documents") return { outcome: verdict, yearLimit: requireFacts(facts, index).yearLimit };
    return { outcome: verdict };
  });
}

/** The ids of the rows that this transaction holds. */
interface LockedRows {
  /** Of the people whose balances these are. */
  readonly people: readonly number[];
  readonly prizes: readonly number[];
  /** The prizes that have a stock of their own. */
  readonly pieces: readonly number[];
  readonly sizes: readonly number[];
}

/**
 * Locks balances, then stocks, each in the order of ids. People and prizes are locked like the foreign keys of the new rows
 * will lock them, so that inserting these doesn't wait either.
 */
async function lockRows(trx: Trx, orders: readonly ValidOrder[], whenLocked: "wait" | "skip"): Promise<LockedRows> {
  const unlessLocked = whenLocked === "skip" ? sql`skip locked` : sql``;
  const sized = orders.filter(({ size }) => size !== "");
  const { rows } = await sql<LockedRows>`
    with people as materialized (
      select user_id from balances join users on users.id = user_id
      where user_id = any(${unique(orders.map(({ userId }) => userId))}::int[]) order by user_id
      for update of balances ${unlessLocked} for key share of users ${unlessLocked}
    ), named as materialized (
      select id from prizes where id = any(${unique(orders.map(({ prize }) => prize.id))}::int[]) order by id
      for key share ${unlessLocked}
    ), pieces as materialized (
      select id from prizes
      where id = any(${unique(orders.filter(({ size }) => size === "").map(({ prize }) => prize.id))}::int[]) and stock is not null
      order by id
      for no key update ${unlessLocked}
    ), sizes as materialized (
      select id from prize_sizes
      where prize_id = any(${unique(sized.map(({ prize }) => prize.id))}::int[]) and value = any(${unique(sized.map(({ size }) => size))}::text[])
      order by id
      for no key update ${unlessLocked}
    )
    select array(select user_id from people) as people, array(select id from named) as prizes,
      array(select id from pieces) as pieces, array(select id from sizes) as sizes
  `.execute(trx);
  const [locked] = rows;
  if (!locked) throw new Error("The statement that locks has no result");
  return locked;
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

/** What an order depends on, before any of these orders is made. */
interface Facts {
  readonly isRepeated: boolean;
  readonly mustWait: boolean;
  /** Those that can be spent; null for a person who never had any. */
  readonly points: number | null;
  /** What the orders of the last day cost in points; 0 where no order depends on it. */
  readonly dayTotal: number;
  /** What the person's prizes of this year cost in points; null when documents are accepted: there is no limit then. */
  readonly yearTotal: number | null;
  /** In roubles. */
  readonly yearLimit: number;
  readonly sizeId: number | null;
  /** Units of the size, or of a prize without sizes; null: they aren't limited, or there is no such size. */
  readonly stock: number | null;
}

async function readFacts(trx: Trx, services: Services, orders: readonly ValidOrder[]): Promise<Facts[]> {
  const dayAgo = new Date(services.now().getTime() - DAY_MS);
  const dayTotal = orders.every(({ hasFreshPassword }) => hasFreshPassword)
    ? sql`0`
    : sql`(
        select coalesce(sum(price), 0) from exchanges
        where exchanges.user_id = person.user_id and created_at > ${dayAgo}
      )`;
  const { rows } = await sql<Facts>`
    with ordered as (
      select * from unnest(
        ${orders.map(({ userId }) => userId)}::int[], ${orders.map(({ idempotencyKey }) => idempotencyKey)}::text[],
        ${orders.map(({ prize }) => prize.id)}::int[], ${orders.map(({ size }) => size)}::text[]
      ) with ordinality as ordered (user_id, idempotency_key, prize_id, size, n)
    ), people as materialized (
      select user_id,
        (select points from balances where balances.user_id = person.user_id) - ${sumHeld(services, sql`person.user_id`)} as points,
        case when not exists (select from documents where documents.user_id = person.user_id and status = 'accepted') then (
          select coalesce(sum(price), 0) from exchanges
          where exchanges.user_id = person.user_id and status not in ('rejected', 'cancelled')
            and created_at >= ${startOfYear(services.now())}
        ) end as year_total,
        ${dayTotal} as day_total
      from (select distinct user_id from ordered) person
    )
    select (
        select id from exchanges
        where exchanges.user_id = ordered.user_id and exchanges.idempotency_key = ordered.idempotency_key
      ) is not null as "isRepeated",
      coalesce((select orders_wait_until from users where id = ordered.user_id) > ${services.now()}::timestamptz, false) as "mustWait",
      points, day_total as "dayTotal", year_total as "yearTotal", (select ${yearLimit(services)}) as "yearLimit", size_id as "sizeId",
      case when size = '' then (select stock from prizes where id = prize_id)
        else (select stock from prize_sizes where id = size_id) end as stock
    from ordered join people using (user_id), lateral (
      select (select id from prize_sizes where prize_sizes.prize_id = ordered.prize_id and value = size) as size_id
    ) sized
    order by n
  `.execute(trx);
  return rows;
}

function requireFacts(facts: readonly Facts[], index: number): Facts {
  const found = facts[index];
  if (!found) throw new Error("An order has no facts");
  return found;
}

type Verdict = "accepted" | "locked" | Exclude<OrderOutcome["outcome"], "ordered">;

/** Judges orders one after another, with what those before have taken. */
function createJudge(
  locked: LockedRows,
  whenLocked: "wait" | "skip",
  passwordLimit: number | null,
): (order: ValidOrder, facts: Facts) => Verdict {
  const people = new Set(locked.people);
  const prizes = new Set(locked.prizes);
  const stocks = new Set([...locked.pieces.map(pieceName), ...locked.sizes.map(sizeName)]);
  const keys = new Set<string>();
  const spent = new Map<number, number>();
  const taken = new Map<string, number>();
  return ({ userId, idempotencyKey, prize, size, hasFreshPassword }, facts) => {
    const key = `${userId} ${idempotencyKey}`;
    const before = spent.get(userId) ?? 0;
    if (facts.points !== null && !people.has(userId)) return "locked";
    if (facts.isRepeated || (idempotencyKey !== null && keys.has(key))) return "repeated";
    if (facts.mustWait) return "contacts_changed";
    if ((facts.points ?? 0) - before < prize.price) return "not_enough_points";
    const isLarge = passwordLimit !== null && facts.dayTotal + before + prize.price > passwordLimit;
    if (isLarge && !hasFreshPassword) return "password_needed";
    const limit = facts.yearLimit / ROUBLES_PER_POINT;
    if (facts.yearTotal !== null && facts.yearTotal + before + prize.price > limit) return "need_documents";
    // One that is gone is refused by its foreign key.
    if (whenLocked === "skip" && !prizes.has(prize.id)) return "locked";
    const isLimited = size !== "" || facts.stock !== null;
    if (isLimited) {
      if (facts.stock === null) return "out_of_stock";
      const stock = facts.sizeId === null ? pieceName(prize.id) : sizeName(facts.sizeId);
      if (!stocks.has(stock)) return "locked";
      const units = taken.get(stock) ?? 0;
      if (units >= facts.stock) return "out_of_stock";
      taken.set(stock, units + 1);
    }
    keys.add(key);
    spent.set(userId, before + prize.price);
    return "accepted";
  };
}

const pieceName = (prizeId: number) => `prize ${prizeId}`;
const sizeName = (sizeId: number) => `size ${sizeId}`;

type AcceptedOrder = ValidOrder & { readonly sizeId: number | null };

/** @returns the ids of the withdrawals, in the given order */
async function insertOrders(trx: Trx, services: Services, orders: readonly AcceptedOrder[]): Promise<number[]> {
  const { seal, now } = services;
  for (const { prize } of orders) requireAmount(prize.price);
  const columns = orders.map((order) => ({
    ...toOrderColumns(order, seal),
    digest: seal.seal("exchanges.request_digest_sealed", order.digest),
    action: `Обмен на подарок ${quote(order.prize.name)}${order.size ? `, размер ${order.size}` : ""}`,
  }));
  const { rows } = await sql<{ id: number }>`
    with accepted as (
      select accepted.*, ${now()}::timestamptz as created_at from unnest(
        ${orders.map(({ userId }) => userId)}::int[], ${orders.map(({ prize }) => prize.id)}::int[],
        ${orders.map(({ prize }) => prize.price)}::int[], ${orders.map(({ idempotencyKey }) => idempotencyKey)}::text[],
        ${columns.map(({ digest }) => digest)}::bytea[], ${orders.map(({ basketId }) => basketId)}::text[],
        ${columns.map((column) => column.recipient_sealed)}::bytea[], ${columns.map((column) => column.recipient_masked)}::text[],
        ${columns.map((column) => column.operator_id)}::int[], ${columns.map((column) => column.card_holder_sealed)}::bytea[],
        ${columns.map(({ size }) => size)}::text[], ${columns.map((column) => column.delivery_city)}::text[],
        ${columns.map((column) => column.delivery_address)}::text[], ${columns.map((column) => column.pickup_point_code)}::text[],
        ${columns.map(({ action }) => action)}::text[], ${orders.map(({ sizeId }) => sizeId)}::int[]
      ) with ordinality as accepted (
        user_id, prize_id, price, idempotency_key, request_digest_sealed, basket_uuid, recipient_sealed, recipient_masked,
        operator_id, card_holder_sealed, size, delivery_city, delivery_address, pickup_point_code, action, size_id, n
      )
    ), new_exchanges as (
      insert into exchanges (
        user_id, prize_id, price, idempotency_key, request_digest_sealed, basket_uuid, recipient_sealed, recipient_masked,
        operator_id, card_holder_sealed, size, delivery_city, delivery_address, pickup_point_code, created_at, updated_at
      )
      select user_id, prize_id, price, idempotency_key, request_digest_sealed, basket_uuid, recipient_sealed, recipient_masked,
        operator_id, card_holder_sealed, size, delivery_city, delivery_address, pickup_point_code, created_at, created_at
      from accepted order by n
      returning id, user_id, price, created_at
    ), numbered as (
      -- Ids are given out in the order in which the rows are inserted.
      select *, row_number() over (order by id) as n from new_exchanges
    ), spendings as (
      select numbered.user_id, numbered.price::bigint as amount, 'exchange' as reason, 'exchange:' || id as reference, action,
        numbered.created_at, n
      from numbered join accepted using (n)
    ), ${spendingsOf(sql`spendings`)}, taken_sizes as (
      update prize_sizes set stock = stock - units
      from (select size_id, count(*) as units from accepted group by size_id) taken where id = size_id
    ), taken_pieces as (
      update prizes set stock = stock - units
      from (select prize_id, count(*) as units from accepted where size = '' group by prize_id) taken
      where id = prize_id and stock is not null
    )
    select id from numbered order by n
  `.execute(trx);
  if (rows.length !== orders.length) throw new Error("Not every order was written");
  return rows.map(({ id }) => id);
}
