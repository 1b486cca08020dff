import { subDays } from "date-fns";
import { hashPassword } from "../accounts/password";
import { ADVISORY_LOCKS, lockUntilTransactionEnds } from "../db/advisory-locks";
import { creditPoints } from "../ledger/ledger";
import type { Db, Services, Trx } from "../services";
import { seedLegalEntities } from "./companies";
import { hasFormerLinks, replaceFormerLinks, seedBanner, seedContent } from "./content";
import { DEMO_PASSWORD } from "./demo-accounts";
import { seedArticles } from "./goods";
import { seedInvitations } from "./invitations";
import { printLegalDocuments, seedLegalDocuments } from "./legal-documents";
import { seedOrders } from "./orders";
import { seedPeople } from "./people";
import { seedPictures } from "./pictures";
import { seedPrizes } from "./prizes";
import { redeemDemoCode, seedPromotions } from "./promotions";
import { printRulesDocuments, seedRulesDocuments } from "./rules-documents";
import { seedSales } from "./sales";

/** Name in `settings` that says when the content was seeded. */
const CONTENT_MARKER = "seeded_content";

/** Days since the demo's club began, and how old its three newest prizes are. */
const CLUB_AGE_DAYS = 400;
const NEW_PRIZES_AGE_DAYS = 2;
const LAST_LOOK_DAYS = 10;

/**
 * Fills an empty database once: content, articles and prizes always; people, companies, sales, orders and promotions for
 * a demo, and only while there is nobody in the club. Nodes that start at once wait for one another; all or nothing is written.
 */
export async function seedClub(services: Services, options: { demo: boolean }): Promise<void> {
  await renewFormerLinks(services.db);
  const isContentSeeded = await isSeeded(services.db);
  if (isContentSeeded && (!options.demo || (await isInhabited(services.db)))) return;

  // The slow parts first, so that the transaction is short.
  const documents = isContentSeeded ? [] : await printRulesDocuments();
  const legalDocuments = isContentSeeded ? null : await printLegalDocuments();
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
    if (options.demo && !(await isInhabited(trx))) {
      await seedDemo(trx, services, passwordHash);
    }
  });
  services.log.info({ demo: options.demo }, "the database was empty and has been seeded");
}

/** A club that was seeded by an earlier release gets the documents that its links lacked. */
async function renewFormerLinks(db: Db): Promise<void> {
  if (!(await hasFormerLinks(db))) return;
  const legalDocuments = await printLegalDocuments();
  await db.transaction().execute(async (trx) => {
    await lockUntilTransactionEnds(trx, ADVISORY_LOCKS.seeds);
    await seedLegalDocuments(trx, legalDocuments);
    await replaceFormerLinks(trx, legalDocuments.links);
  });
}

async function seedDemo(trx: Trx, services: Services, passwordHash: string): Promise<void> {
  const now = services.now();
  await seedLegalEntities(trx);
  await seedBanner(trx);
  const people = await seedPeople(trx, {
    passwordHash,
    joinedAt: subDays(now, CLUB_AGE_DAYS),
    prizesSeenAt: subDays(now, LAST_LOOK_DAYS),
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

async function isInhabited(db: Db): Promise<boolean> {
  return (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;
}
