import { type RawBuilder, sql } from "kysely";
import { quote } from "../../../contract/russian-quotes";
import type { Db, Trx } from "../../platform/services";
import type { Credit } from "../../points/ledger";
import { describeSale, saleTextOfDeal } from "../../points/sale-text";

/** In whose days people join promotions. */
const ZONE = "Europe/Moscow";

/** What a promotion adds to a deal: points for each piece, or the deal's own points times the factor less one. */
export interface BonusTerms {
  readonly bonus_points: number | null;
  readonly bonus_factor: number | null;
}

/** Whether a promotion adds points to deals. */
export function hasBonus({ bonus_points, bonus_factor }: BonusTerms): boolean {
  return bonus_points !== null || bonus_factor !== null;
}

/** A reference of entries: the same for a bonus and for its reversal. */
export function bonusReference(promotionId: number, dealId: number): string {
  return `promotion:${promotionId}:deal:${dealId}`;
}

/** A deal that the transaction has written, of a sale of which nothing has been returned. */
export interface NewDeal {
  readonly id: number;
  readonly managerId: number;
  readonly memberId: number;
  /** "yyyy-mm-dd" */
  readonly sellDate: string;
  readonly articleCode: string;
  readonly count: number;
  readonly managerPoints: number;
  readonly memberPoints: number;
}

/** What is left of deals: pieces that were returned don't count, nor do recalled deals. */
const countedSales = sql`
  select deals.id, manager_id, member_id, sell_date, article_code, sell_count - returned.pieces as pieces,
    deals.manager_points - returned.manager_points as manager_points,
    deals.member_points - returned.member_points as member_points
  from deals
    cross join lateral (
      select coalesce(sum(part.pieces), 0) as pieces, coalesce(sum(part.manager_points), 0) as manager_points,
        coalesce(sum(part.member_points), 0) as member_points
      from deal_returns part join deals back on back.id = part.return_id
      where part.deal_id = deals.id and back.recalled_at is null
    ) returned
  where sell_count > 0 and deals.recalled_at is null
`;

/**
 * The same of new deals. They are given as values: PostgreSQL knows how many these are, but not how many of the rows that it
 * reads in a table with old statistics have been added since.
 */
function newSales(deals: readonly NewDeal[]): RawBuilder<unknown> {
  const column = <Key extends keyof NewDeal>(key: Key) => deals.map((deal) => deal[key]);
  return sql`
    select * from unnest(
      ${column("id")}::int[], ${column("managerId")}::int[], ${column("memberId")}::int[], ${column("sellDate")}::date[],
      ${column("articleCode")}::text[], ${column("count")}::int[], ${column("managerPoints")}::bigint[],
      ${column("memberPoints")}::bigint[]
    ) as deal (id, manager_id, member_id, sell_date, article_code, pieces, manager_points, member_points)
  `;
}

/**
 * Selects what a promotion adds to sales of its articles, for either participant of each, whether or not that person has
 * joined: promotion_id, deal_id, user_id and points, on the tables `promotions`, `sale` and `side`.
 *
 * @param options.sales such as `newSales` makes; all that count without it
 * @param options.terms those of the promotion, unless others are tried out
 * @param options.columns more columns
 */
export function selectPossibleBonuses(
  condition: RawBuilder<unknown>,
  options: { sales?: RawBuilder<unknown>; terms?: BonusTerms; columns?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> {
  const { sales = countedSales, terms, columns } = options;
  const points = terms ? sql`${terms.bonus_points}::bigint` : sql`bonus_points::bigint`;
  const factor = terms ? sql`${terms.bonus_factor}::numeric` : sql`bonus_factor`;
  return sql`
    select promotions.id as promotion_id, sale.id as deal_id, side.user_id, bonus.points ${columns ? sql`, ${columns}` : sql``}
    from promotions
      join promotion_articles on promotion_articles.promotion_id = promotions.id
      join (${sales}) sale on sale.article_code = promotion_articles.article_code
      cross join lateral (
        values (sale.manager_id, sale.manager_points), (sale.member_id, sale.member_points)
      ) side (user_id, points)
      cross join lateral (
        select coalesce(${points} * sale.pieces, round(side.points * (${factor} - 1)))::bigint as points
      ) bonus
    where bonus.points > 0 and ${condition}
  `;
}

/** Whether the deal counts: it is of the promotion's days, and not before the day on which the person has joined. */
export const IS_EARNED = sql`(
  coalesce(sale.sell_date >= promotions.date_start, true) and coalesce(sale.sell_date <= promotions.date_end, true)
  and coalesce((
    select (joined_at at time zone ${sql.lit(ZONE)})::date <= sale.sell_date
    from promotion_participants participant
    where (participant.promotion_id, participant.user_id) = (promotions.id, side.user_id)
  ), false)
)`;

/** Whether the promotion has added nothing to the deal for this person yet. */
export const IS_NEW = sql`not exists (
  select from promotion_bonuses known
  where (known.deal_id, known.sale_id, known.promotion_id, known.user_id)
    = (sale.id, sale.id, promotions.id, side.user_id)
)`;

/**
 * The running promotions that may add something to deals of these days.
 * @param spent what each has added so far, on the table `promotions`
 */
function givingOn(
  deals: readonly Pick<NewDeal, "sellDate">[],
  spent: RawBuilder<unknown> = sql`bonus_spent`,
): RawBuilder<unknown> {
  const days = deals.map(({ sellDate }) => sellDate).sort();
  return sql`
    select id from promotions
    where is_enabled and num_nonnulls(bonus_points, bonus_factor) > 0 and coalesce(${spent} < budget, true)
      and coalesce(date_start <= ${days.at(-1)}::date, true) and coalesce(date_end >= ${days[0]}::date, true)
    order by id
  `;
}

/**
 * The points that the running promotions would add to sales which aren't written yet, as far as their budgets go.
 * @param replaced the ids of the deals in whose place they would come: what was added to these goes back to the budgets before
 */
export async function foreseeBonuses(
  db: Db,
  sales: readonly Omit<NewDeal, "id">[],
  replaced: readonly number[],
): Promise<number> {
  if (sales.length === 0) return 0;
  const freed = sql`
    select promotion_id, sum(points) as points
    from promotion_bonuses join deals on deals.id = promotion_bonuses.deal_id
    where sale_id = any(${replaced}::int[]) and recalled_at is null
    group by promotion_id
  `;
  const { rows: giving } = await sql<{ id: number }>`
    ${givingOn(sales, sql`bonus_spent - coalesce((select points from (${freed}) freed where promotion_id = promotions.id), 0)`)}
  `.execute(db);
  if (giving.length === 0) return 0;
  const chosen = sql`promotions.id = any(${giving.map(({ id }) => id)}::int[]) and ${IS_EARNED}`;
  const possible = selectPossibleBonuses(chosen, { sales: newSales(sales.map((sale, id) => ({ ...sale, id }))) });
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(least(wanted, coalesce(budget - bonus_spent + coalesce(freed.points, 0), wanted))), 0)::bigint as points
    from (select promotion_id, sum(points) as wanted from (${possible}) possible group by promotion_id) promoted
      join promotions on promotions.id = promotion_id
      left join (${freed}) freed using (promotion_id)
  `.execute(db);
  return rows[0]?.points ?? 0;
}

/**
 * Adds what the running promotions give for new deals. Costs one short statement when none gives points.
 *
 * @returns whether there may be bonuses, whose credits (`selectBonusCredits`) the transaction has to write together with those
 * of the deals
 */
export async function addBonuses(trx: Trx, deals: readonly NewDeal[]): Promise<boolean> {
  if (deals.length === 0) return false;
  // The lock makes the budgets, and whatever operators change, hold for one transaction after the other.
  const { rows } = await sql<{ id: number }>`${givingOn(deals)} for no key update`.execute(trx);
  if (rows.length === 0) return false;
  const chosen = sql`promotions.id = any(${rows.map(({ id }) => id)}::int[]) and ${IS_EARNED}`;
  await sql`with ${grantedBonuses(selectPossibleBonuses(chosen, { sales: newSales(deals) }))} select`.execute(trx);
  return true;
}

/**
 * Writes bonuses as far as the budgets go, in the order of the deals: the last one gets what is left. The promotions have to
 * be locked.
 *
 * @param possible such as `selectPossibleBonuses` makes
 * @returns the credits, which the transaction has to write
 */
export async function grantBonuses(trx: Trx, possible: RawBuilder<unknown>, createdAt: Date): Promise<Credit[]> {
  const { rows } = await sql<BonusRow>`
    with ${grantedBonuses(possible)}
    select ${bonusColumns} from granted ${bonusJoins} order by deal_id, promotion_id, user_id
  `.execute(trx);
  return rows.map((row) => ({ ...describeBonus(row), reason: "promotion", createdAt }));
}

/** Locks the promotions that may add points to deals or have added some, before balances are locked. */
export async function lockPromotionsWithBonus(trx: Trx): Promise<void> {
  await sql`
    select id from promotions
    where num_nonnulls(bonus_points, bonus_factor) > 0 or exists (select from promotion_bonuses where promotion_id = promotions.id)
    order by id for no key update
  `.execute(trx);
}

function grantedBonuses(possible: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`possible as (${possible}), wanted as (
      select possible.*, budget - bonus_spent as budget_left,
        sum(points) over (partition by promotion_id order by deal_id, user_id) - points as earlier
      from possible join promotions on promotions.id = promotion_id
    ), granted as (
      insert into promotion_bonuses (deal_id, sale_id, promotion_id, user_id, points)
      select deal_id, deal_id, promotion_id, user_id, least(points, coalesce(budget_left - earlier, points))
      from wanted where coalesce(earlier < budget_left, true)
      order by deal_id, promotion_id, user_id
      returning promotion_id, deal_id, user_id, points
    ), ${spendingOf(sql`granted`)}`;
}

/** The name of a promotion in SQL as `quote` puts it. */
const quotedName = sql`'«' || translate(promotions.name, ${sql.lit("«»")}, ${sql.lit("„“")}) || '»'`;

/**
 * Selects the credits of all bonuses of these sales: user_id, amount, reason, reference and action, and what they are sorted by,
 * promotion_id, file_row and is_purchase.
 */
export function selectBonusCredits(dealIds: readonly number[]): RawBuilder<unknown> {
  return sql`
    select bonus.user_id, bonus.points as amount, 'promotion' as reason,
      'promotion:' || bonus.promotion_id || ':deal:' || deals.id as reference,
      'Акция ' || ${quotedName} || ', '
        || case bonus.user_id when deals.manager_id then 'продажа ' else 'покупка ' end || ${saleTextOfDeal} as action,
      bonus.promotion_id, deals.file_row, bonus.user_id <> deals.manager_id as is_purchase
    from unnest(${dealIds}::int[]) as added (id)
      join deals on deals.id = added.id
      join promotion_bonuses bonus on bonus.deal_id = added.id
      join promotions on promotions.id = bonus.promotion_id
  `;
}

/** A bonus with what its text names. */
export interface BonusRow {
  readonly promotion_id: number;
  readonly promotion_name: string;
  readonly deal_id: number;
  readonly user_id: number;
  readonly points: number;
  readonly is_sale: boolean;
  readonly sell_date: string;
  readonly article_name: string;
  readonly sell_count: number;
}

/** The columns of a `BonusRow`, from a table with those of a bonus and these joins. */
export const bonusColumns = sql`
  promotion_id, promotions.name as promotion_name, deal_id, user_id, points, user_id = deals.manager_id as is_sale,
  deals.sell_date, deals.article_name, deals.sell_count`;
export const bonusJoins = sql`join promotions on promotions.id = promotion_id join deals on deals.id = deal_id`;

/** The person, points, reference and text of a bonus. */
export function describeBonus(row: BonusRow) {
  const { sell_date: sellDate, article_name: articleName, sell_count: count } = row;
  return {
    userId: row.user_id,
    amount: Math.abs(row.points),
    reference: bonusReference(row.promotion_id, row.deal_id),
    action: `Акция ${quote(row.promotion_name)}, ${row.is_sale ? "продажа" : "покупка"} ${describeSale({ sellDate, articleName, count })}`,
  };
}

/** A common table expression that takes bonuses off the budgets. Those below zero go back to them. */
export function spendingOf(bonuses: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`spent as (
    update promotions set bonus_spent = bonus_spent + total
    from (select promotion_id, sum(points) as total from ${bonuses} group by promotion_id) totals
    where promotions.id = promotion_id
  )`;
}
