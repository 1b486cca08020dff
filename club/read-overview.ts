import { sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { profile } from "../contract/accounts";
import { overview } from "../contract/overviews";
import { holdsPoints } from "../contract/values";
import { countUnseen as countUnseenPrizes } from "./gifts/prizes/count-unseen";
import { type BannerReader, bannerReader, selectBanner } from "./people/profile/banner";
import { readPeople } from "./people/profile/read-people";
import { compileOnce } from "./platform/db/compile-once";
import { type Actor, endpoint } from "./platform/http/endpoint";
import { moscowDate } from "./platform/moscow-date";
import type { Db, Services } from "./platform/services";
import { heldAfter, selectHeldSum } from "./points/held-points";
import { countUnseen as countUnseenPromotions } from "./sales/promotions/count-unseen";

/** Reads what surrounds every page. */
export const readOverviewEndpoint = endpoint(overview, (_input, { services, actor }) => readOverview(services, actor), {
  isShort: true,
});

/** Reads the current participant with the people and companies of the role (§3.1, §3.10). */
export const readProfileEndpoint = endpoint(profile, async (_input, { services, actor }) => {
  const [participant, people] = await Promise.all([readOverview(services, actor), readPeople(actor, services)]);
  return { ...participant, ...people };
});

/** Reads the participant with the points that can be spent, banner and the counters of the menu in one statement. */
async function readOverview(services: Services, actor: Actor) {
  const reader = { ...bannerReader(actor), today: moscowDate(services.now()) };
  const [user] = await (heldAfter(services) === null ? selectOverview : selectOverviewWithHeld)(services.db, reader);
  if (!user) throw new Error("A session belongs to a participant who doesn't exist");
  const { banner } = user;
  const hasPoints = holdsPoints(actor.participant);
  return {
    id: user.id,
    promo_group: { system_name: user.role },
    is_system: user.is_system,
    points: { points: hasPoints ? (user.points ?? 0) - (user.held ?? 0) : 0 },
    first_name: user.first_name,
    last_name: user.last_name,
    sur_name: user.sur_name,
    phone: user.phone,
    email: user.email,
    employee_position: user.employee_position,
    is_agreement_accepted: user.agreement_accepted_at !== null,
    is_banner_shown: banner === null || banner.seen_at !== null,
    referral_code: user.referral_code,
    password_valid_until: user.password_expires_at?.toISOString() ?? null,
    banner: banner && { title: banner.title, text: banner.text, link: banner.link },
    unseen_prizes: user.unseen_prizes,
    unseen_promotions: user.unseen_promotions,
  };
}

type OverviewReader = BannerReader & { readonly today: string };

const selectOverview = compileOnce((db, reader: OverviewReader) =>
  overviewOf(db, reader).select(sql<number | null>`null`.as("held")),
);
const selectOverviewWithHeld = compileOnce((db, reader: OverviewReader) =>
  overviewOf(db, reader).select(selectHeldSum(sql`${reader.userId}::int`, sql`${reader.today}::date`).as("held")),
);

function overviewOf(db: Db, reader: OverviewReader) {
  return db
    .selectFrom("users")
    .leftJoin("balances", "balances.user_id", "users.id")
    .select([
      "users.id",
      "users.role",
      "users.is_system",
      "users.first_name",
      "users.last_name",
      "users.sur_name",
      "users.phone",
      "users.email",
      "users.employee_position",
      "users.agreement_accepted_at",
      "users.referral_code",
      "users.password_expires_at",
      "balances.points",
    ])
    .select([
      jsonObjectFrom(selectBanner(db, reader)).as("banner"),
      countUnseenPrizes(db, reader.userId).$asScalar().as("unseen_prizes"),
      countUnseenPromotions(db, reader.userId, reader.today).$asScalar().as("unseen_promotions"),
    ])
    .where("users.id", "=", reader.userId);
}
