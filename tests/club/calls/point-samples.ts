import * as deals from "../../../contract/deals";
import * as overviews from "../../../contract/overviews";
import { byAll, type CallSamples, samplesOf } from "./sample";

const LAST_PAGE = { page: 2, per_page: 3 };

/** The same filters of a list of sales, of its file and of its summary. */
const filters: Readonly<Record<string, deals.DealFilters>> = {
  "from a day": { date_from: "2026-02-01" },
  "up to a day": { date_to: "2026-02-01" },
  "of one day": { date_from: "2026-01-31", date_to: "2026-01-31" },
  "by an article": { search: "0012" },
  "by two words": { search: "гараж w16" },
  "by a person's name": { search: "Ёлкин" },
  "without a match": { search: "Дальний" },
};

/** Points, and the sales and purchases that brought them. */
export const pointSamples: readonly CallSamples[] = [
  samplesOf(deals.listPoints)({
    ...byAll(deals.listPoints, () => ({})),
    "the first page": () => ({ by: "shop", input: { page: 1, per_page: 3 } }),
    "the second page": () => ({ by: "shop", input: LAST_PAGE }),
    "of a report": ({ reports }) => ({ by: "shop", input: { report_id: reports.february } }),
    "of another's report": ({ reports }) => ({ by: "shop", input: { report_id: reports.otherFebruary } }),
    "of a report, at an entry": async ({ club, people, reports }) => {
      const entry = await club.db
        .selectFrom("ledger_entries")
        .select("id")
        .where("user_id", "=", people.shop.id)
        .where("reason", "=", "deal")
        .orderBy("id")
        .executeTakeFirstOrThrow();
      return { by: "shop", input: { report_id: reports.january, entry_id: String(entry.id), per_page: 1 } };
    },
  }),
  samplesOf(overviews.summarisePoints)(byAll(overviews.summarisePoints, () => ({}))),
  samplesOf(overviews.readPointsStatement)({
    ...byAll(overviews.readPointsStatement, () => ({ month: "2026-03" })),
    "of a month in which points expired": () => ({ by: "shop", input: { month: "2025-04" } }),
    "of January": () => ({ by: "shop", input: { month: "2026-01" } }),
    "of February": () => ({ by: "manager", input: { month: "2026-02" } }),
    "before the first entry": () => ({ by: "shop", input: { month: "2024-12" } }),
    "the second page": () => ({ by: "shop", input: { month: "2026-02", page: 2 } }),
    "a month that isn't one": () => ({ by: "shop", input: { month: "2026-13" } }),
  }),
  samplesOf(deals.listDeals)({
    ...byAll(deals.listDeals, () => ({})),
    ...Object.fromEntries(
      Object.entries(filters).flatMap(([title, input]) => [
        [title, () => ({ by: "manager", input }) as const],
        [`${title}, by a shop`, () => ({ by: "shop", input }) as const],
      ]),
    ),
    "the first page": () => ({ by: "manager", input: { page: 1, per_page: 3 } }),
    "the second page": () => ({ by: "manager", input: LAST_PAGE }),
    "a day that isn't one": () => ({ by: "manager", input: { date_from: "2026-02-31" } }),
  }),
  samplesOf(deals.exportDeals)({
    ...byAll(deals.exportDeals, () => ({})),
    ...Object.fromEntries(
      Object.entries(filters).map(([title, input]) => [title, () => ({ by: "manager", input }) as const]),
    ),
  }),
  samplesOf(overviews.summariseDeals)({
    ...byAll(overviews.summariseDeals, () => ({})),
    ...Object.fromEntries(
      Object.entries(filters).map(([title, input]) => [title, () => ({ by: "manager", input }) as const]),
    ),
  }),
];
