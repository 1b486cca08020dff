import { subDays } from "date-fns";
import { hashPassword } from "../people/accounts/password";
import { ADVISORY_LOCKS, lockUntilTransactionEnds } from "../platform/db/advisory-locks";
import type { Db, Services, Trx } from "../platform/services";
import { MOVED } from "../points/day-limits";
import { creditPoints } from "../points/ledger";
import { CLUB_AGE_DAYS, renderPapers, seedCatalogue } from "./catalogue";
import { seedLegalEntities } from "./companies";
import { seedBanner, seedSegments } from "./content";
import { DEMO_MARKER, DEMO_OPERATOR, DEMO_PASSWORD } from "./demo-accounts";
import { seedInvitations } from "./invitations";
import { seedOrders } from "./orders";
import { seedPeople } from "./people";
import { redeemDemoCode, seedPromotions } from "./promotions";
import { seedSales } from "./sales";

/** The setting that stores when a club started on the database for the first time. */
const START_MARKER = "seeded_content";

/** Days since the demo's participants last looked at the prizes. */
const PRIZES_SEEN_AGE_DAYS = 10;

/**
 * Seeds an empty database once, in one transaction. Every club gets the segments of companies, and only a demo gets invented
 * contents, prizes, people, sales and promotions. What started as a real club is never seeded, even when it is opened
 * without its PUBLIC_ORIGIN by mistake. Nodes that start at once wait for one another.
 */
export async function seedClub(services: Services, options: { demo: boolean }): Promise<void> {
  if (await hasStarted(services.db)) return;

  // The slow parts come first, so that the transaction is short.
  const { passwordCost } = services.settings;
  const demo = options.demo
    ? { papers: await renderPapers(), passwordHash: await hashPassword(DEMO_PASSWORD, passwordCost) }
    : null;
  const startedAt = services.now().toISOString();
  await services.db.transaction().execute(async (trx) => {
    await lockUntilTransactionEnds(trx, ADVISORY_LOCKS.seeds);
    if (await hasStarted(trx)) return;
    await trx.insertInto("settings").values({ name: START_MARKER, value: startedAt }).execute();
    await seedSegments(trx);
    if (!demo) return;
    await trx.insertInto("settings").values({ name: DEMO_MARKER, value: startedAt }).execute();
    await seedCatalogue(trx, services.now(), demo.papers);
    await seedDemo(trx, services, demo.passwordHash);
  });
  services.log.info({ demo: options.demo }, "the empty database has been seeded");
}

async function seedDemo(trx: Trx, services: Services, passwordHash: string): Promise<void> {
  const now = services.now();
  await trx
    .insertInto("operators")
    .values({ login: DEMO_OPERATOR, full_name: "Ольга Оператор", roles: ["owner"], password_hash: passwordHash })
    .execute();
  await seedLegalEntities(trx);
  await seedBanner(trx);
  const people = await seedPeople(trx, {
    passwordHash,
    joinedAt: subDays(now, CLUB_AGE_DAYS),
    prizesSeenAt: subDays(now, PRIZES_SEEN_AGE_DAYS),
  });
  await seedPromotions(trx, now, people);
  const credits = [
    ...(await seedInvitations(trx, now, people)),
    ...(await seedSales(trx, now, people)),
    ...(await redeemDemoCode(trx, now, people)),
  ];
  credits.sort((a, b) => (a.createdAt?.getTime() ?? 0) - (b.createdAt?.getTime() ?? 0));
  const creditUntil = async (moment: Date) => {
    const later = credits.findIndex(({ createdAt }) => createdAt !== undefined && createdAt > moment);
    await creditPoints(trx, MOVED, credits.splice(0, later < 0 ? credits.length : later));
  };
  await seedOrders(trx, services, people, creditUntil);
  await creditUntil(now);
}

async function hasStarted(db: Db): Promise<boolean> {
  const marker = await db.selectFrom("settings").select("value").where("name", "=", START_MARKER).executeTakeFirst();
  return marker !== undefined;
}
