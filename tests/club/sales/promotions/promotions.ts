import type { TestClub } from "../../../setup/club";
import { ARTICLES } from "../deals/reports";

export interface Terms {
  readonly points?: number;
  readonly factor?: number;
  readonly budget?: number;
  readonly start?: string | null;
  readonly end?: string | null;
  /** Who has joined, and on which day. */
  readonly joined?: readonly (readonly [userId: number, day: string])[];
}

/** Adds the promotion «Весна» of the first article. */
export async function addPromotion({ db }: TestClub, terms: Terms): Promise<number> {
  const { id } = await db
    .insertInto("promotions")
    .values({
      name: "Весна",
      date_start: terms.start ?? null,
      date_end: terms.end ?? null,
      bonus_points: terms.points ?? null,
      bonus_factor: terms.factor ?? null,
      budget: terms.budget ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("promotion_articles")
    .values({ promotion_id: id, article_code: ARTICLES[0].code, article_name: ARTICLES[0].name })
    .execute();
  for (const [user_id, day] of terms.joined ?? []) {
    const joined_at = new Date(`${day}T12:00:00+03:00`);
    await db.insertInto("promotion_participants").values({ promotion_id: id, user_id, joined_at }).execute();
  }
  return id;
}

/** What the promotion has taken from its budget. */
export async function readSpent({ db }: TestClub, id: number): Promise<number> {
  const row = await db.selectFrom("promotions").select("bonus_spent").where("id", "=", id).executeTakeFirstOrThrow();
  return row.bonus_spent;
}
