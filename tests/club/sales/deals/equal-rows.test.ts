import { expect, test } from "vitest";
import { findEqualRows } from "../../../../club/sales/deals/equal-rows";
import type { ParsedRow } from "../../../../club/sales/deals/parse-report";

const deal = {
  managerId: 1,
  memberId: 2,
  companyId: 3,
  sellDate: "2026-03-02",
  articleCode: "BT-070",
  articleName: "Ремень",
  count: 1,
  documentNumber: "",
  managerPoints: 5,
  memberPoints: 10,
  fingerprint: Buffer.alloc(32),
};
const saleAt = (number: number, changes: Partial<typeof deal> = {}) =>
  ({ number, deal: { ...deal, ...changes } }) as unknown as ParsedRow;
const refusedAt = (number: number) => ({ number, errors: [], read: {} }) as unknown as ParsedRow;

test("§1.3 each equal row names the first one by its number in the file, whatever was refused between them", () => {
  const rows = [refusedAt(3), saleAt(4), saleAt(6, { count: 2 }), refusedAt(7), saleAt(9), saleAt(12), saleAt(15)];
  const found = findEqualRows(rows).map(({ number, first }) => ({ number, first }));
  expect(found).toEqual([
    { number: 9, first: 4 },
    { number: 12, first: 4 },
    { number: 15, first: 4 },
  ]);
});

test("§1.3 rows differ by day, side, shop, article, pieces and document, and not by what they are worth", () => {
  const others = [
    { sellDate: "2026-03-03" },
    { managerId: 9 },
    { companyId: 9 },
    { articleCode: "BT-071" },
    { count: -1 },
    { documentNumber: "17" },
  ];
  expect(findEqualRows([saleAt(2), ...others.map((changes, place) => saleAt(3 + place, changes))])).toEqual([]);
  const same = { managerPoints: 7, fingerprint: Buffer.alloc(32, 1) };
  expect(findEqualRows([saleAt(2), saleAt(3, same)])).toHaveLength(1);
});
