import { markBannerShown } from "../../../contract/accounts";
import type { Role } from "../../../contract/values";
import { type Actor, endpoint } from "../../platform/http/endpoint";
import type { Db } from "../../platform/services";

export interface BannerReader {
  readonly userId: number;
  /** Null for system participants. */
  readonly pointsRole: Role | null;
}

export function bannerReader({ id, isSystem, role }: Actor): BannerReader {
  return { userId: id, pointsRole: isSystem ? null : role };
}

/**
 * Selects the newest message banner for the participant, and when the participant saw it. A banner for a role is for those who
 * collect points in it; system participants get what is for everybody.
 */
export function selectBanner(db: Db, { userId, pointsRole }: BannerReader) {
  return db
    .selectFrom("banners")
    .leftJoin("banner_views", (join) =>
      join.onRef("banner_views.banner_id", "=", "banners.id").on("banner_views.user_id", "=", userId),
    )
    .select(["banners.id", "banners.title", "banners.text", "banners.link", "banner_views.seen_at"])
    .where("banners.is_enabled", "=", true)
    .where((where) => where.or([where("banners.role", "is", null), where("banners.role", "=", pointsRole)]))
    .orderBy("banners.id", "desc")
    .limit(1);
}

/** Reads that banner. */
export async function readBanner(
  db: Db,
  actor: Actor,
): Promise<{ id: number; title: string; text: string; isSeen: boolean } | null> {
  const banner = await selectBanner(db, bannerReader(actor)).executeTakeFirst();
  return banner ? { id: banner.id, title: banner.title, text: banner.text, isSeen: banner.seen_at !== null } : null;
}

/** Records that the participant has seen the banner (§4.4). A second call changes nothing. */
export const markBannerShownEndpoint = endpoint(markBannerShown, async (_input, { services: { db }, actor }) => {
  const banner = await readBanner(db, actor);
  if (!banner || banner.isSeen) return;
  await db
    .insertInto("banner_views")
    .values({ banner_id: banner.id, user_id: actor.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
});
