import type { TestClub } from "../../setup/club";
import { ARTICLES } from "../sales/deals/reports";
import type { People } from "./scene-people";

/** The numbers of the promotions by what is particular of each. */
export type Promotions = Readonly<Record<"bonus" | "codes" | "ended" | "disabled" | "coming", number>>;

const AT = new Date("2025-12-20T08:30:00Z");

/** Adds a promotion of each state. The first one has been joined and seen, the second one has promo codes. */
export async function addPromotions({ db }: TestClub, people: People): Promise<Promotions> {
  await db
    .insertInto("articles")
    .values([...ARTICLES])
    .execute();
  const common = { created_at: AT, description_short: "Коротко", description: "Подробно", image_url: "/media/a.svg" };
  const year = { date_start: "2026-01-01", date_end: "2026-12-31" };
  const rows = await db
    .insertInto("promotions")
    .values([
      { ...common, ...year, name: "Весна", bonus_points: 2, budget: 1000 },
      { ...common, ...year, name: "Промокоды", accepts_promo_codes: true },
      { ...common, name: "Прошлая", date_start: "2025-01-01", date_end: "2026-03-19" },
      { ...common, ...year, name: "Выключенная", is_enabled: false },
      { ...common, name: "Будущая", date_start: "2026-03-21", date_end: null },
    ])
    .returning(["id", "name"])
    .execute();
  const [bonus = 0, codes = 0, ended = 0, disabled = 0, coming = 0] = rows.map(({ id }) => id);
  const [first, second] = ARTICLES.map(({ code, name }) => ({ article_code: code, article_name: name }));
  if (!first || !second) throw new Error("There are no articles");
  await db
    .insertInto("promotion_articles")
    .values([
      { promotion_id: bonus, ...first },
      { promotion_id: bonus, ...second },
      { promotion_id: ended, ...second },
    ])
    .execute();
  const [shop, otherShop, otherManager] = [people.shop.id, people.otherShop.id, people.otherManager.id];
  const joined = (user_id: number) => ({ promotion_id: bonus, user_id, joined_at: new Date("2026-01-15T21:30:00Z") });
  await db
    .insertInto("promotion_participants")
    .values([joined(shop), joined(otherShop), joined(otherManager)])
    .execute();
  const seen = (user_id: number, promotion_id: number) => ({ user_id, promotion_id, seen_at: AT });
  await db
    .insertInto("promotion_views")
    .values([seen(shop, bonus), seen(otherShop, bonus), seen(otherShop, codes)])
    .execute();
  await db
    .insertInto("promo_codes")
    .values([
      { code: "SPRING1", promotion_id: codes, points: 70 },
      { code: "SPRING2", promotion_id: codes, points: 80 },
      { code: "SPRING3", promotion_id: codes, points: 90, used_by_id: otherShop, used_at: AT },
      { code: "ENDED1", promotion_id: ended, points: 60 },
      { code: "COMING1", promotion_id: coming, points: 50 },
    ])
    .execute();
  return { bonus, codes, ended, disabled, coming };
}
