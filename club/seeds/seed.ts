import { subDays } from "date-fns";
import { hashPassword } from "../accounts/password";
import { ADVISORY_LOCKS, lockUntilTransactionEnds } from "../db/advisory-locks";
import { creditPoints } from "../ledger/ledger";
import type { Db, Services, Trx } from "../services";
import { seedArticles } from "./articles";
import { seedLegalEntities } from "./companies";
import { hasOutdatedLinks, replaceOutdatedLinks, seedBanner, seedContent } from "./content";
import { DEMO_PASSWORD } from "./demo-accounts";
import { seedInvitations } from "./invitations";
import { renderLegalDocuments, seedLegalDocuments } from "./legal-documents";
import { seedOrders } from "./orders";
import { seedPeople } from "./people";
import { seedPictures } from "./pictures";
import { seedPrizes } from "./prizes";
import { redeemDemoCode, seedPromotions } from "./promotions";
import { renderRulesDocuments, seedRulesDocuments } from "./rules-documents";
import { seedSales } from "./sales";

/** The setting that stores when the content was seeded. */
const CONTENT_MARKER = "seeded_content";

const CLUB_AGE_DAYS = 400;
const NEW_PRIZES_AGE_DAYS = 2;
/** Days since the demo's participants last looked at the prizes. */
const PRIZES_SEEN_AGE_DAYS = 10;

/**
 * Seeds an empty database once, in one transaction: content, articles and prizes always; people, companies, sales, orders
 * and promotions for a demo, as long as the club has no participants. Nodes that start at once wait for one another.
 */
export async function seedClub(services: Services, options: { demo: boolean }): Promise<void> {
  await updateOutdatedLinks(services.db);
  const isContentSeeded = await isSeeded(services.db);
  if (isContentSeeded && (!options.demo || (await hasParticipants(services.db)))) return;

  // The slow parts come first, so that the transaction is short.
  const documents = isContentSeeded ? [] : await renderRulesDocuments();
  const legalDocuments = isContentSeeded ? null : await renderLegalDocuments();
  const passwordHash = options.demo ? await hashPassword(DEMO_PASSWORD) : "";
  await services.db.transaction().execute(async (trx) => {
    await lockUntilTransactionEnds(trx, ADVISORY_LOCKS.seeds);
    if (legalDocuments && !(await isSeeded(trx))) {
      await trx.insertInto("settings").values({ name: CONTENT_MARKER, value: services.now().toISOString() }).execute();
      await seedContent(trx, legalDocuments.links);
      await seedLegalDocuments(trx, legalDocuments);
      await seedArticles(trx);
      await seedPictures(trx);
      await seedRulesDocuments(trx, documents);
      await seedPrizes(trx, {
        first: subDays(services.now(), CLUB_AGE_DAYS),
        recent: subDays(services.now(), NEW_PRIZES_AGE_DAYS),
      });
    }
    if (options.demo && !(await hasParticipants(trx))) {
      await seedDemo(trx, services, passwordHash);
    }
  });
  services.log.info({ demo: options.demo }, "the empty database has been seeded");
}

/** Gives a club that an earlier release seeded the legal documents, which its links lacked. */
async function updateOutdatedLinks(db: Db): Promise<void> {
  if (!(await hasOutdatedLinks(db))) return;
  const legalDocuments = await renderLegalDocuments();
  await db.transaction().execute(async (trx) => {
    await lockUntilTransactionEnds(trx, ADVISORY_LOCKS.seeds);
    await seedLegalDocuments(trx, legalDocuments);
    await replaceOutdatedLinks(trx, legalDocuments.links);
  });
}

async function seedDemo(trx: Trx, services: Services, passwordHash: string): Promise<void> {
  const now = services.now();
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
    await creditPoints(trx, credits.splice(0, later < 0 ? credits.length : later));
  };
  await seedOrders(trx, services, people, creditUntil);
  await creditUntil(now);
}

async function isSeeded(db: Db): Promise<boolean> {
  const marker = await db.selectFrom("settings").select("value").where("name", "=", CONTENT_MARKER).executeTakeFirst();
  return marker !== undefined;
}

async function hasParticipants(db: Db): Promise<boolean> {
  return (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;
}
