import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RefusalError } from "../../club/platform/http/refusal-error";
import { readBalance } from "../../club/points/ledger";
import { verifyLedger } from "../../club/points/verify-ledger";
import { act, report, saleOf } from "../club/sales/deals/recall";
import { addDistributor, type Distributor } from "../club/sales/deals/reports";
import { addPromotion, readSpent } from "../club/sales/promotions/promotions";
import { openTestClub, type TestClub } from "../setup/club";
import { tries } from "../setup/properties";

let club: TestClub;
let people: Distributor;

beforeAll(async () => {
  club = await openTestClub({ now: "2026-12-15T09:00:00Z", work: false });
  people = await addDistributor(club);
});
afterAll(() => club.close());

type Step = { readonly kind: "sell" | "return"; readonly pieces: number } | { readonly kind: "credit" | "recall" };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("sell" as const), pieces: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant("return" as const), pieces: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constantFrom("credit" as const, "recall" as const) }),
);
const terms = fc.record(
  {
    factor: fc.constantFrom(1.1, 1.25, 1.33, 2, 3.7),
    budget: fc.integer({ min: 1, max: 60 }),
    joinedOn: fc.constantFrom(1, 3),
  },
  { requiredKeys: ["factor", "joinedOn"] },
);

test("§1.3 §3.10 however sales are counted, returned, credited later and recalled, the books are right, no budget is exceeded, and nothing stays of recalled sales", async () => {
  const property = fc.asyncProperty(
    terms,
    fc.array(step, { minLength: 1, maxLength: 7 }),
    async ({ joinedOn, ...promised }, steps) => {
      const day = (of: number) => `2026-03-0${of}`;
      const sides = [people.managers[0].id, people.members[0].id];
      const balances = () => Promise.all(sides.map((id) => readBalance(club.db, id)));
      const before = await balances();
      await club.db.updateTable("promotions").set({ is_enabled: false }).execute();
      // A curator may upload so many reports an hour.
      await club.db.deleteFrom("rate_limits").execute();
      const id = await addPromotion(club, {
        ...promised,
        start: day(2),
        end: day(9),
        joined: sides.map((side) => [side, day(joinedOn)] as const),
      });
      const files: string[] = [];
      for (const [index, next] of steps.entries()) {
        if (next.kind === "sell" || next.kind === "return") {
          const count = String(next.kind === "sell" ? next.pieces : -next.pieces);
          files.push((await report(club, people, [saleOf(people, { date: day(index + 1), count })])).id);
        } else if (next.kind === "credit") {
          await act(club, "credit-promotion", { promotion: String(id), from: day(1), until: day(9) });
        } else {
          const [file] = files;
          // A return can't be recalled while the budget is used up.
          if (file !== undefined && (await isRecalled(file))) files.shift();
        }
        expect(await verifyLedger(club.db)).toEqual([]);
        expect(await readSpent(club, id)).toBeLessThanOrEqual(promised.budget ?? Number.POSITIVE_INFINITY);
      }
      // Sales take their returns along.
      for (const file of files) expect(await isRecalled(file)).toBe(true);
      expect(await balances()).toEqual(before);
      expect(await readSpent(club, id)).toBe(0);
      expect(await verifyLedger(club.db)).toEqual([]);
    },
  );
  await fc.assert(property, tries(5));
});

async function isRecalled(report: string): Promise<boolean> {
  try {
    await act(club, "recall-report", { report, reason: "Проверка" });
    return true;
  } catch (error) {
    if (error instanceof RefusalError) return false;
    throw error;
  }
}
