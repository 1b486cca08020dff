import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import type { Sale } from "../../../files/report-files";
import { openTestClub, type TestClub } from "../../../setup/club";
import { saleOf } from "./recall";
import { addDistributor, type Distributor } from "./reports";
import { createUploads } from "./uploads";

/** A club with one distributor for the tests of a file. Each test has a year of its own, and its period is March. */
export function openMarch() {
  let opened: { club: TestClub; people: Distributor; uploads: ReturnType<typeof createUploads> } | undefined;
  let year = 2001;
  beforeAll(async () => {
    const club = await openTestClub({ now: "2026-12-15T09:00:00Z", work: false });
    const people = await addDistributor(club);
    opened = { club, people, uploads: createUploads(club, people) };
  });
  afterAll(() => opened?.club.close());
  beforeEach(() => {
    year += 1;
    // The club takes so many uploads within an hour.
    opened?.club.clock.advance(60 * 60 * 1000);
  });
  const here = () => {
    if (!opened) throw new Error("The club isn't open yet");
    return opened;
  };
  const on = (day: number, month = 3) => `${year}-0${month}-${String(day).padStart(2, "0")}`;
  const selectDeals = () =>
    here()
      .club.db.selectFrom("deals")
      .where("sell_date", ">=", `${year}-01-01`)
      .where("sell_date", "<=", `${year}-12-31`);
  return {
    get club() {
      return here().club;
    },
    get people() {
      return here().people;
    },
    get token() {
      return here().people.curator.token;
    },
    get uploads() {
      return here().uploads;
    },
    /** A day of this test's year, of March by default. */
    on,
    /** The period, as calls say it. */
    period: () => ({ period_from: on(1), period_to: on(31) }),
    sale: (day: number, count: number, changes: Partial<Sale> = {}) =>
      saleOf(here().people, { date: on(day), count: String(count), ...changes }),
    selectDeals,
    /** Lets a report wait for an operator, or be counted again. */
    setStatus: (report: string, status: "waiting_approval" | "queued" | "in_progress") =>
      here().club.db.updateTable("report_files").set({ status }).where("id", "=", Number(report)).execute(),
    /** The pieces of this test's year that count, by the last digits of their days: "01:2" or "03-01:2". */
    async readCounts(digits: 2 | 5 = 2): Promise<string[]> {
      const deals = await selectDeals()
        .select(["sell_date", "sell_count"])
        .where("recalled_at", "is", null)
        .orderBy("sell_date")
        .orderBy("sell_count")
        .execute();
      return deals.map((deal) => `${deal.sell_date.slice(-digits)}:${deal.sell_count}`);
    },
    holds: async () => expect(await verifyLedger(here().club.db)).toEqual([]),
  };
}
