import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { verifyLedger } from "../../club/points/verify-ledger";
import { processReport } from "../../club/sales/deals/process-report";
import { importReport, listReports } from "../../contract/deals";
import { addDistributor, type Distributor, INNS } from "../club/sales/deals/reports";
import { HEADERS, makeCsv, type Sale } from "../files/report-files";
import { openTestClub, type TestClub } from "../setup/club";
import { tries } from "../setup/properties";

/** How many corrections are tried, each a file that is uploaded again otherwise; PROPERTY_RUNS=17 tries a thousand. */
const CORRECTIONS = 60;

let club: TestClub;
let people: Distributor;
beforeAll(async () => {
  club = await openTestClub({ now: "2026-06-15T09:00:00Z", work: false });
  people = await addDistributor(club);
});
afterAll(() => club.close());

/** Few people, days and articles, so that several rows of a file are of the same ones. */
const row = fc.record({
  day: fc.integer({ min: 1, max: 2 }),
  manager: fc.integer({ min: 0, max: 1 }),
  inn: fc.constantFrom(...INNS.slice(0, 2)),
  articleCode: fc.constantFrom("W16-EXR", "K20-TT"),
  count: fc.integer({ min: 1, max: 4 }),
  document: fc.constantFrom("", "", "1", "2"),
});
type Row = Omit<typeof row extends fc.Arbitrary<infer One> ? One : never, "document"> & { document: string };
const correction = fc.record({
  /** The numbers that rows of the file have from now on, by their places. */
  counts: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 4 }),
  /** Documents of rows that had none, by their places. */
  named: fc.array(fc.tuple(fc.nat(), fc.constantFrom("1", "2")), { maxLength: 2 }),
  /** Rows that are gone, by their places: of a file that is uploaded as all sales of its days. */
  removed: fc.array(fc.nat(), { maxLength: 2 }),
  /** Rows that come along. */
  added: fc.array(row, { maxLength: 2 }),
});
type Correction = typeof correction extends fc.Arbitrary<infer One> ? One : never;
const CORRECTIONS_OF_ONE = 4;
const history = fc.record({
  /** Whether each version is uploaded as all sales of its days. */
  isWhole: fc.boolean(),
  first: fc.array(row, { minLength: 1, maxLength: 8 }),
  corrections: fc.array(correction, { minLength: CORRECTIONS_OF_ONE, maxLength: CORRECTIONS_OF_ONE }),
});

let run = 0;
const dayOf = (day: number) => new Date(Date.UTC(2000, 0, run * 3 + day)).toISOString().slice(0, 10);

async function count(rows: readonly Row[], { isWhole }: { isWhole: boolean }) {
  const sales = rows.map(({ day, manager, count: pieces, ...rest }): Sale => {
    const phone = people.managers[manager]?.phone ?? "";
    return { date: dayOf(day), manager: phone, shop: "", articleName: "", count: String(pieces), ...rest };
  });
  const files = {
    file: new File([new Uint8Array(makeCsv(sales, { headers: { ...HEADERS, document: "Документ" } }))], "отчёт.csv"),
  };
  const token = people.curator.token;
  club.clock.advance(2 * 60 * 1000);
  const period = isWhole ? { period_from: dayOf(1), period_to: dayOf(2), gone_sales: "recall" as const } : {};
  const { id } = await club.ask(importReport, { corrected_rows: "replace", ...period }, { token, files });
  await processReport(club.club.services, Number(id));
  const { items } = await club.ask(listReports, { file_id: id }, { token });
  expect(items[0]).toMatchObject({ status: "done", failed: 0, ...(isWhole && { gone_kept: 0 }) });
}

function applyCorrection(rows: readonly Row[], { counts, named, added, removed }: Correction): Row[] {
  const gone = new Set(removed.map((place) => place % rows.length));
  const left = rows.filter((_, place) => !gone.has(place) || (place === 0 && gone.size === rows.length));
  const corrected = left.map((one) => ({ ...one }));
  for (const [place, pieces] of counts) {
    const changed = corrected[place % corrected.length];
    if (changed) changed.count = pieces;
  }
  for (const [place, document] of named) {
    const changed = corrected[place % corrected.length];
    if (changed?.document === "") changed.document = document;
  }
  return [...corrected, ...added];
}

/** What a file alone comes to: its deals, and the points of each person. */
function countAlone(rows: readonly Row[]) {
  const rates = { "W16-EXR": [3, 5], "K20-TT": [4, 7] } as const;
  const points = new Map<number, number>();
  const give = (id: number | undefined, sum: number) => points.set(id ?? 0, (points.get(id ?? 0) ?? 0) + sum);
  for (const { manager, inn, articleCode, count: pieces } of rows) {
    const [ofManager, ofMember] = rates[articleCode as keyof typeof rates];
    give(people.managers[manager]?.id, ofManager * pieces);
    give(people.members[INNS.indexOf(inn as (typeof INNS)[number])]?.id, ofMember * pieces);
  }
  const deals = rows.map(({ day, manager, inn, articleCode, count: pieces, document }) =>
    [dayOf(day), people.managers[manager]?.id, inn, articleCode, pieces, document].join(" "),
  );
  return { deals: deals.sort(), points };
}

/** The deals of these days that count, with their documents last. */
async function readDeals(): Promise<string[]> {
  const deals = await club.db
    .selectFrom("deals")
    .innerJoin("companies", "companies.id", "deals.company_id")
    .select(["sell_date", "manager_id", "inn", "article_code", "sell_count", "document_number"])
    .where("recalled_at", "is", null)
    .where("sell_date", "in", [dayOf(1), dayOf(2)])
    .execute();
  return deals.map((deal) => Object.values(deal).join(" ")).sort();
}

async function readPoints(): Promise<Map<number, number>> {
  const balances = await club.db.selectFrom("balances").select(["user_id", "points"]).execute();
  return new Map(balances.map(({ user_id, points }) => [user_id, points]));
}

const runs = tries(CORRECTIONS / CORRECTIONS_OF_ONE);
vi.setConfig({ testTimeout: 300_000 * Math.max(1, Number(process.env.PROPERTY_RUNS ?? 1)) });

/** Checks that what has been counted is what a file with these rows alone comes to. */
async function expectAlone(
  rows: readonly Row[],
  before: ReadonlyMap<number, number>,
  { areDocumentsKnown }: { areDocumentsKnown: boolean },
): Promise<void> {
  const alone = countAlone(rows);
  const shown = (deals: string[]) => (areDocumentsKnown ? deals : deals.map((deal) => deal.replace(/\S*$/, "")).sort());
  expect(shown(await readDeals())).toEqual(shown(alone.deals));
  const after = await readPoints();
  for (const [id, points] of alone.points) expect((after.get(id) ?? 0) - (before.get(id) ?? 0)).toBe(points);
}

test("§1.3 however a file is corrected and uploaded again, what counts in the end is its last version alone", async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ first, corrections, isWhole }) => {
      run += 1;
      const before = await readPoints();
      let rows: Row[] = first;
      await count(rows, { isWhole });
      for (const change of corrections) {
        rows = applyCorrection(rows, isWhole ? change : { ...change, removed: [] });
        await count(rows, { isWhole });
      }
      // A row without a document in the place of one that is gone and had one may be the sale of that one.
      await expectAlone(rows, before, { areDocumentsKnown: !isWhole });
    }),
    runs,
  );
  expect(await verifyLedger(club.db)).toEqual([]);
});

const documented = fc
  .array(fc.record({ sale: row, was: fc.integer({ min: 1, max: 4 }) }), { minLength: 1, maxLength: 6 })
  .chain((sales) =>
    fc.record({
      sales: fc.constant(sales),
      /** How many of them a file without documents has had, each with the number that it was. */
      counted: fc.integer({ min: 1, max: sales.length }),
      order: fc.shuffledSubarray([...sales.keys()], { minLength: sales.length }),
      /** How many rows each file with documents has, and how many of them the file before has had too. */
      parts: fc.record({ rows: fc.integer({ min: 1, max: 3 }), again: fc.integer({ min: 0, max: 2 }) }),
    }),
  );

test("§1.3 in whatever parts the documents of counted sales come, each is one sale in the end", async () => {
  await fc.assert(
    fc.asyncProperty(documented, async ({ sales, counted, order, parts }) => {
      run += 1;
      const before = await readPoints();
      const bare = sales.slice(0, counted).map(({ sale, was }) => ({ ...sale, count: was, document: "" }));
      await count(bare, { isWhole: false });
      const rows = sales.map(({ sale }, index) => ({ ...sale, document: `Н-${index}` }));
      for (let from = 0; from < order.length; from += parts.rows) {
        const places = order.slice(Math.max(0, from - parts.again), from + parts.rows);
        await count(
          places.flatMap((place) => rows[place] ?? []),
          { isWhole: false },
        );
      }
      await expectAlone(rows, before, { areDocumentsKnown: true });
    }),
    runs,
  );
  expect(await verifyLedger(club.db)).toEqual([]);
});
