import { sql } from "kysely";
import type { CallRequest } from "../../../contract/call";
import { listOwnPromotions, listPromotions } from "../../../contract/promotions";
import { endpoint } from "../../platform/http/endpoint";
import { parseId } from "../../platform/http/parse-id";
import { moscowDate } from "../../platform/moscow-date";
import type { Services } from "../../platform/services";
import { countUnseen, isRunningOn } from "./count-unseen";

type Filters = CallRequest<typeof listPromotions>;

export const listPromotionsEndpoint = endpoint(listPromotions, (filters, { services }) =>
  selectPromotions(services, filters, null),
);

/** Lists the promotions for a participant. Reading one by its id marks it as seen (§4.5). */
export const listOwnPromotionsEndpoint = endpoint(listOwnPromotions, async (filters, { services, actor }) => {
  if (filters.id !== undefined) await markSeen(services, parseId(filters.id) ?? 0, actor.id);
  return selectPromotions(services, filters, actor.id);
});

/**
 * Selects running and coming promotions, newest first; with `is_enabled=0` those that are over. An id finds any promotion
 * that isn't switched off, so that an old link still works. Each row has the participant's number of unseen promotions.
 */
async function selectPromotions(services: Services, filters: Filters, userId: number | null) {
  const { db } = services;
  const { page, per_page, id } = filters;
  const today = moscowDate(services.now());
  const isRunning = isRunningOn(today);
  const chosen = db
    .selectFrom("promotions")
    .where("promotions.is_enabled", "=", true)
    .where((where) =>
      id === undefined
        ? where(isRunning, "=", filters.is_enabled !== 0)
        : where("promotions.id", "=", parseId(id) ?? 0),
    );
  const promotions = await chosen
    .select([
      "promotions.id",
      "promotions.name",
      "promotions.description_short",
      "promotions.description",
      "promotions.image_url",
      "promotions.date_start",
      "promotions.date_end",
      "promotions.accepts_promo_codes",
      "promotions.bonus_points",
      "promotions.bonus_factor",
      sql<number | null>`promotions.budget - promotions.bonus_spent`.as("budget_left"),
    ])
    .select((promotion) => [
      promotion
        .exists(
          promotion
            .selectFrom("promotion_participants as participant")
            .select("participant.user_id")
            .whereRef("participant.promotion_id", "=", "promotions.id")
            .where("participant.user_id", "=", userId ?? 0),
        )
        .as("is_joined"),
      promotion
        .exists(
          promotion
            .selectFrom("promotion_articles as article")
            .select("article.article_code")
            .whereRef("article.promotion_id", "=", "promotions.id"),
        )
        .as("has_articles"),
      promotion.fn.countAll<number>().over().as("total"),
    ])
    .$if(userId !== null, (query) =>
      query.select((promotion) => [
        countUnseen(db, userId ?? 0, today)
          .$asScalar()
          .as("count_un_clicked"),
        promotion
          .selectFrom("promotion_participants as participant")
          .select(sql<string>`(joined_at at time zone 'Europe/Moscow')::date`.as("joined_at"))
          .whereRef("participant.promotion_id", "=", "promotions.id")
          .where("participant.user_id", "=", userId ?? 0)
          .as("joined_at"),
        promotion
          .selectFrom("promotion_bonuses as bonus")
          .innerJoin("deals", "deals.id", "bonus.deal_id")
          .select(sql<number>`coalesce(sum(bonus.points), 0)`.as("points"))
          .whereRef("bonus.promotion_id", "=", "promotions.id")
          .where("bonus.user_id", "=", userId ?? 0)
          .where("deals.recalled_at", "is", null)
          .as("earned_points"),
      ]),
    )
    .$if(userId === null, (guests) =>
      guests.select([sql<string | null>`null`.as("joined_at"), sql<number>`0`.as("earned_points")]),
    )
    .orderBy("promotions.id", filters.sort === "id" ? "asc" : "desc")
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  // A page beyond the last one has no row to tell the total.
  const { total } =
    promotions[0] ??
    (await chosen.select((promotion) => promotion.fn.countAll<number>().as("total")).executeTakeFirstOrThrow());
  const items = promotions.map(({ total: _, ...promotion }) => ({
    ...promotion,
    is_joined: Boolean(promotion.is_joined),
    has_articles: Boolean(promotion.has_articles),
    count_un_clicked: promotion.count_un_clicked ?? 0,
  }));
  return { items, total, page, per_page };
}

async function markSeen({ db, now }: Services, promotionId: number, userId: number): Promise<void> {
  await db
    .insertInto("promotion_views")
    .columns(["promotion_id", "user_id", "seen_at"])
    .expression((values) =>
      values
        .selectFrom("promotions")
        .select(["id", sql<number>`${userId}::int`.as("user_id"), sql<Date>`${now()}::timestamptz`.as("seen_at")])
        .where("id", "=", promotionId)
        .where("is_enabled", "=", true),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
