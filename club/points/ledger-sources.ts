import { type RawBuilder, sql } from "kysely";
import type { LedgerReason } from "../platform/db/types";
import { rowHoldsPoints } from "./holds-points";
import { INVITE_POINTS } from "./ledger";

/**
 * A condition for each kind of source, on the tables `deals`, `exchanges`, `invites`, `person`, `promo_codes` and
 * `point_expiries`; bonuses of promotions are chosen by their deals.
 */
export interface SourceConditions {
  readonly bonuses: RawBuilder<unknown>;
  readonly deals: RawBuilder<unknown>;
  readonly exchanges: RawBuilder<unknown>;
  readonly invites: RawBuilder<unknown>;
  readonly people: RawBuilder<unknown>;
  readonly promoCodes: RawBuilder<unknown>;
  readonly expiries: RawBuilder<unknown>;
}

const all = sql`true`;
const none = sql`false`;

export const ALL_SOURCES: SourceConditions = {
  bonuses: all,
  deals: all,
  exchanges: all,
  invites: all,
  people: all,
  promoCodes: all,
  expiries: all,
};
export const NO_SOURCES: SourceConditions = {
  bonuses: none,
  deals: none,
  exchanges: none,
  invites: none,
  people: none,
  promoCodes: none,
  expiries: none,
};

/** Accounts that are merged into another, with the other one as `account_id`. There are few. */
export const MERGED_ACCOUNTS = sql`(
  select id as user_id, merged_into_id as account_id from users where merged_into_id is not null
)`;

/**
 * Selects the points that sources give or take, with the person, reason and reference that their entries must have. A debt is
 * the part of an entry that the balance didn't cover, so entry and debt together have the points. What a merged account has
 * given or got counts for the one it is merged into.
 */
export function selectSources(conditions: SourceConditions) {
  return sql`
    select coalesce(account_id, user_id) as user_id, reason, reference, amount
    from (${selectUnmergedSources(conditions)}) sources left join ${MERGED_ACCOUNTS} merged using (user_id)
  `;
}

function selectUnmergedSources(conditions: SourceConditions) {
  const { bonuses, deals, exchanges, invites, people, promoCodes, expiries } = conditions;
  const isPointHolder = rowHoldsPoints("inviter");
  return sql`
    select side.user_id, movement.reason, 'deal:' || deals.id as reference, movement.amount
      from deals cross join lateral (
        values (manager_id, manager_points, manager_was_pending), (member_id, member_points, member_was_pending)
      ) side (user_id, points, was_pending)
      cross join lateral (
        select case when points > 0 then 'deal' else 'return' end, points
        union all
        select 'reversal', -points where recalled_at is not null
      ) movement (reason, amount)
      where side.points <> 0 and not side.was_pending and ${deals}
    union all
    select bonus.user_id, movement.reason, 'promotion:' || promotion_id || ':deal:' || deal_id, movement.amount
      from (
        select deal_id, promotion_id, user_id, recalled_at, sum(points)::bigint as points
        from promotion_bonuses join deals on deals.id = deal_id
        where not was_pending and ${bonuses}
        group by deal_id, promotion_id, user_id, recalled_at
      ) bonus
      cross join lateral (
        select case when points > 0 then 'promotion' else 'return' end, points
        union all
        select 'reversal', -points where recalled_at is not null
      ) movement (reason, amount)
    union all
    select inviter_id, 'invite', invites.id::text, ${INVITE_POINTS}::bigint
      from invites join users inviter on inviter.id = inviter_id
      where invites.status = 'confirmed' and ${isPointHolder} and ${invites}
    union all
    select person.referred_by_id, 'referral', person.id::text, ${INVITE_POINTS}::bigint
      from users person join users inviter on inviter.id = person.referred_by_id
      -- Only a new phone that an operator has entered is unconfirmed while there is a password.
      where person.invite_id is null and (person.phone_confirmed_at is not null or person.password_hash is not null)
        and person.agreement_accepted_at is not null and ${isPointHolder} and ${people}
    union all
    select used_by_id, 'promo_code', 'promo_code:' || code, points from promo_codes
      where used_by_id is not null and ${promoCodes}
    union all
    select user_id, 'exchange', 'exchange:' || id, -price from exchanges where ${exchanges}
    union all
    select user_id, 'refund', 'exchange:' || id, price from exchanges
      where status in ('rejected', 'cancelled') and ${exchanges}
    union all
    select user_id, 'expiry', 'expiry:' || expires_on, -expired_points from point_expiries
      where expired_points > 0 and ${expiries}
  `;
}

const UUID = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";
/** So many digits fit into a bigint. */
const ID_DIGITS = 18;

/**
 * The numbers that references of a reason have after a prefix, or in the digits that are given. Regular expressions would take
 * most of the check's time.
 */
const numbersOf = (
  reason: LedgerReason,
  prefix: string,
  digits = sql`substr(reference, ${sql.lit(prefix.length + 1)})`,
) => sql`
    select ${digits}::bigint from slice
    where reason = ${sql.lit(reason)} and starts_with(reference, ${sql.lit(prefix)})
      and length(${digits}) between 1 and ${sql.lit(ID_DIGITS)} and ltrim(${digits}, '0123456789') = ''
  `;

/** The deals that references of promotions' bonuses name, such as `promotion:7:deal:12`. */
const dealsOfBonuses = (reason: LedgerReason) => numbersOf(reason, "promotion:", sql`split_part(reference, ':', 4)`);

/** The sources that a few entries name, for a query that has them as `slice`. Each is found by its key. */
export const SOURCES_OF_SLICE: SourceConditions = {
  bonuses: sql`deals.id = any(array(
    ${dealsOfBonuses("promotion")} union ${dealsOfBonuses("return")} union ${dealsOfBonuses("reversal")}))`,
  deals: sql`deals.id = any(array(
    ${numbersOf("deal", "deal:")} union ${numbersOf("return", "deal:")} union ${numbersOf("reversal", "deal:")}))`,
  exchanges: sql`exchanges.id = any(array(
    ${numbersOf("exchange", "exchange:")} union ${numbersOf("refund", "exchange:")}))`,
  invites: sql`invites.id = any(array(
    select reference::uuid from slice where reason = 'invite' and reference ~ ${sql.lit(UUID)}))`,
  people: sql`person.id = any(array(${numbersOf("referral", "")}))`,
  promoCodes: sql`code = any(array(
    select substr(reference, ${sql.lit("promo_code:".length + 1)}) from slice where reason = 'promo_code'))`,
  expiries: sql`(point_expiries.user_id, 'expiry:' || expires_on) in (
    select user_id, reference from slice where reason = 'expiry')`,
};
