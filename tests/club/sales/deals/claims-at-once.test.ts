import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MOVED } from "../../../../club/points/day-limits";
import { readBalance } from "../../../../club/points/ledger";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import { acceptClaim, type Corrections, refuseClaim } from "../../../../club/sales/deals/claims/decide-claim";
import { openTestClub, type TestClub } from "../../../setup/club";
import { countWaitingForLocks } from "../../../setup/waiting-for-locks";
import { claim, claimOf } from "./claims";
import { act } from "./recall";
import { addDistributor, type Distributor } from "./reports";

let club: TestClub;
let people: Distributor;
let day = 0;
let id: number;
let before: number[];

beforeAll(async () => {
  club = await openTestClub({ now: "2026-12-15T09:00:00Z", work: false });
  people = await addDistributor(club);
});
afterAll(() => club?.close());
/** Each test claims ten pieces sold on a day of its own, so that no sale is another's. */
beforeEach(async () => {
  day += 1;
  const sell_date = `2026-03-${String(day).padStart(2, "0")}`;
  id = await claim(club, people.members[0], claimOf(people, { sell_date }));
  before = await readBalances();
});

/** Of the manager, who gets 3 points a piece, and the shop, which gets 5. */
const readBalances = () =>
  Promise.all([people.managers[0], people.members[0]].map((person) => readBalance(club.db, person.id)));

/** What an operator decides. Other pieces are another sale for the club, which would count as well. */
interface Decision {
  readonly name: string;
  /** What is counted; none: the claim is refused. */
  readonly pieces: number;
}
const four: Decision = { name: "accepts four pieces", pieces: 4 };
const seven: Decision = { name: "accepts seven pieces", pieces: 7 };
const none: Decision = { name: "refuses", pieces: 0 };

const doAct = ({ pieces }: Decision) =>
  pieces > 0
    ? act(club, "accept-claim", { claim: String(id), count: String(pieces) })
    : act(club, "refuse-claim", { claim: String(id), reason: "Нет печати" });

/** Decides in a transaction that stays open. @returns its commit */
async function decideAndWait({ pieces }: Decision): Promise<() => Promise<void>> {
  const { services } = club.club;
  const corrections: Corrections = { count: pieces };
  let commit = () => {};
  const mayCommit = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let transaction = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    transaction = services.db.transaction().execute(async (trx) => {
      if (pieces > 0) await acceptClaim(trx, services, id, { by: "operator", authority: MOVED }, corrections);
      else await refuseClaim(trx, services, id, { by: "operator", authority: MOVED }, "Нет печати");
      resolve();
      await mayCommit;
    });
    transaction.catch(reject);
  });
  return () => {
    commit();
    return transaction;
  };
}

/** Only this decision has made a deal, credited points and told the participant. */
async function expectOnly({ pieces }: Decision): Promise<void> {
  const { status } = await club.db
    .selectFrom("sale_claims")
    .select("status")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(status).toBe(pieces > 0 ? "accepted" : "refused");
  expect(await readBalances()).toEqual([(before[0] ?? 0) + 3 * pieces, (before[1] ?? 0) + 5 * pieces]);
  const files = club.db.selectFrom("report_files").select("id").where("file_name", "=", `Заявка № ${id}.csv`);
  expect(await files.execute()).toHaveLength(pieces > 0 ? 1 : 0);
  const messages = club.db.selectFrom("outbox").select("subject").where("text", "like", `Заявка № ${id} %`);
  expect(await messages.execute()).toHaveLength(1);
  expect(await verifyLedger(club.db)).toEqual([]);
}

const pairs: [string, Decision, Decision][] = [
  [`${four.name} and the second ${seven.name}`, four, seven],
  [`${seven.name} and the second ${four.name}`, seven, four],
  [`${four.name} and the second ${none.name}`, four, none],
  [`${none.name} and the second ${four.name}`, none, four],
  [`${none.name} and the second ${none.name}`, none, none],
];

test.each(pairs)(
  "§1.3 while the first operator's answer to a claim is open, a second waits and is told then: the first %s",
  async (_, first, second) => {
    const commit = await decideAndWait(first);
    const late = doAct(second).catch((error: Error) => error);
    try {
      await expect.poll(() => countWaitingForLocks(club)).toBe(1);
    } finally {
      await commit();
    }
    expect(await late).toMatchObject({
      entries: [{ error_display_message: `Заявка № ${id} уже решена.`, error_system_message: { field_key: "claim" } }],
    });
    await expectOnly(first);
  },
);

test.each(pairs)(
  "§1.3 of two operators who answer a claim at once only one counts, and the other is told: the first %s",
  async (...pair) => {
    const [, ...decisions] = pair;
    const outcomes = await Promise.allSettled(decisions.map(doAct));
    const done = decisions.filter((_, place) => outcomes[place]?.status === "fulfilled");
    expect(done).toHaveLength(1);
    const [refused] = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(refused).toMatchObject({ entries: [{ error_display_message: `Заявка № ${id} уже решена.` }] });
    await expectOnly(done[0] as Decision);
  },
);
