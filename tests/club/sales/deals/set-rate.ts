import { sql } from "kysely";
import type { TestClub } from "../../../setup/club";

/** Sets what an article earns for a piece on all days from now on, as `import-articles` with an early day does it. */
export async function setRate(
  { db }: TestClub,
  article_code: string,
  rate: { manager_points: number; member_points: number },
): Promise<void> {
  await db
    .insertInto("article_rates")
    .values({ article_code, ...rate, since: new Date("2000-01-01"), recorded_at: sql`now()` })
    .execute();
}
