import { carryOutUnansweredJob } from "../../../club/operators/jobs";
import { creditWaitingJob } from "../../../club/points/jobs";
import { verifyLedger } from "../../../club/points/verify-ledger";
import { processReport } from "../../../club/sales/deals/process-report";
import type { TestClub } from "../../setup/club";
import { readCreditedPoints, readEvents, readLastEvent, readMadePoints } from "./measures";
import type { DishonestOperator } from "./operator";
import type { DishonestParticipant } from "./participant";
import { addForeignDay, addWaiting, type World } from "./world";

const DAYS = 30;

/** What happened in a month, with every breach of what has to hold. */
export interface Month {
  readonly breaches: readonly string[];
  /** The most points that came to be on one day. */
  readonly most: number;
  readonly events: number;
}

/**
 * Lets somebody be dishonest for 30 days while all others only work, and nobody agrees to anything.
 * @param steps how many things are done on a day
 * @param limit the points that may come to be on a day
 */
export async function runMonth(
  world: World,
  who: DishonestOperator | DishonestParticipant,
  { steps, limit }: { steps: number; limit: number },
): Promise<Month> {
  const { club } = world;
  const breaches: string[] = [];
  // What operators promise counts as theirs; redeeming it is a credit of the club's.
  const readPoints = "wake" in who ? readMadePoints : readCreditedPoints;
  let most = 0;
  let events = 0;
  for (let day = 1; day <= DAYS; day++) {
    club.clock.set(new Date(Date.UTC(2026, 5, day, 9)));
    await addForeignDay(world);
    await addWaiting(world);
    let made = await readPoints(club);
    const lastEvent = await readLastEvent(club);
    if ("wake" in who) await who.wake();
    for (let step = 0; step < steps; step++) {
      made += (await who.step()) ?? 0;
    }
    await doJobs(club);
    const ofDay = (await readPoints(club)) - made;
    most = Math.max(most, ofDay);
    if (ofDay > limit) breaches.push(`day ${day}: ${ofDay} points came to be, ${limit} may`);
    if ("takeEvents" in who) {
      const [done, recorded] = [who.takeEvents(), await readEvents(club, who.id, lastEvent)];
      events += done.length;
      if (String(done) !== String(recorded)) breaches.push(`day ${day}: did ${done}; the audit log has ${recorded}`);
    }
  }
  for (const difference of await verifyLedger(club.db)) {
    // The samples' sales are of articles that have no rate.
    if (difference.kind !== "rate") breaches.push(`the ledger: ${JSON.stringify(difference)}`);
  }
  return { breaches: [...breaches, ...who.breaches], most, events };
}

/** What the club does by itself meanwhile. */
async function doJobs({ club, db }: TestClub): Promise<void> {
  const { services } = club;
  await carryOutUnansweredJob.handle({}, services);
  const reports = await db
    .selectFrom("report_files")
    .select("id")
    .where("status", "in", ["queued", "in_progress"])
    .execute();
  for (const { id } of reports) await processReport(services, id);
  await creditWaitingJob.handle({}, services);
}
