import { expect, test } from "vitest";
import { formatDate } from "../../app/lib/dates.server";
import { formatAdded, formatAmount, formatPoints } from "../../app/lib/points";
import type { CallDescriptor } from "../../contract/call";
import { readReply } from "../../contract/reply";
import {
  collectLeftOut,
  flagOr,
  listWithin,
  optionalNumber,
  requiredNumber,
  rowOf,
  wireAmount,
  wireDate,
  wireText,
  wordOf,
} from "../../contract/reply-fields";
import { suggestAddresses, suggestDelivery } from "../../contract/suggestions";

test.each([
  [1500, 1500],
  ["1500", 1500],
  [" 1 500 ", 1500],
  ["1\u00a0500,5", 1500.5],
  ["1,500.5", 1500.5],
  ["12.50", 12.5],
  ["-3", -3],
  ["−3", -3],
  ["1e3", 1000],
  [0, 0],
  ["0", 0],
  ["", undefined],
  [null, undefined],
  [[], undefined],
  ["много", undefined],
  ["1e999", undefined],
  ["12 шт.", undefined],
  [true, undefined],
  [{}, undefined],
])("§7.2 §3.1 %j is read as the number %j", (wire, number) => {
  expect(optionalNumber.parse(wire)).toBe(number);
  expect(requiredNumber.safeParse(wire).data).toBe(number);
});

test("§3.10 a missing amount is none; one that is no number isn't an amount", () => {
  for (const missing of [undefined, null, "", []]) expect(wireAmount.parse(missing)).toBeUndefined();
  for (const wrong of ["много", true, {}, [1]]) expect(wireAmount.safeParse(wrong).success).toBe(false);
  expect([formatAmount(undefined), formatAdded(undefined)]).toEqual(["—", "—"]);
  expect([formatAmount(12.5), formatAdded(-12.5), formatPoints(2.5)]).toEqual(["12,5", "−12,5", "2,5\u00a0балла"]);
});

test.each([
  [true, true],
  [1, true],
  ["1", true],
  ["true", true],
  ["Да", true],
  [false, false],
  [0, false],
  ["0", false],
  ["false", false],
  [" НЕТ ", false],
  ["", false],
  [[], false],
])("§7.2 §3.1 %j is read as the flag %j", (wire, flag) => {
  expect(flagOr(false).parse(wire)).toBe(flag);
  expect(flagOr(true).parse(wire)).toBe(flag);
});

test("§7.2 §3.1 a flag that is missing is what it is by default", () => {
  for (const missing of [undefined, null]) {
    expect([flagOr(false).parse(missing), flagOr(true).parse(missing)]).toEqual([false, true]);
  }
});

test.each([
  ["2026-03-05", "05.03.26"],
  ["2026-03-05T22:30:00Z", "06.03.26"],
  ["2026-03-05 12:00:00", "05.03.26"],
  ["05.03.2026", "05.03.26"],
  ["05.03.26", "05.03.26"],
  ["05.03.2026 23:59", "05.03.26"],
  ["05.03.2026, 23:59:10", "05.03.26"],
  [1_772_700_000, "05.03.26"],
  ["1772700000000", "05.03.26"],
  ["в марте", "в марте"],
  ["31.02", "31.02"],
  ["", ""],
  [null, ""],
  [undefined, ""],
])("§9.1 §7.2 the date %j is shown as %j", (wire, shown) => {
  expect(formatDate(wireDate.parse(wire))).toBe(shown);
});

test("§7.2 §3.10 a word that only the upstream knows stays as it is", () => {
  const status = wordOf(["new", "sent"]);
  expect(["new", "in_limbo", 7, null, undefined].map((word) => status.parse(word))).toEqual([
    "new",
    "in_limbo",
    "7",
    "",
    "",
  ]);
});

test("§7.2 what can't be read is named by its place, never by its value", () => {
  const list = listWithin(rowOf({ name: wireText, price: requiredNumber }));
  const secret = "Сидорова-Котова";
  const { result, leftOut } = collectLeftOut(() =>
    list.parse([{ name: { deep: secret }, price: 1 }, { name: "А", price: secret }, secret, null, { other: secret }]),
  );
  expect(result).toEqual([{ name: "", price: 1 }]);
  expect(leftOut).toEqual(["*.name", "*.price", "*", "*", "*"]);
});

const readAs = (call: CallDescriptor, result: unknown) => readReply(call, 200, { success: true, result });

test.each([
  ["texts", ["Тверь, Лесная, 4"]],
  ["rows", [{ value: "Тверь, Лесная, 4" }]],
  ["rows within", { addresses: [{ value: "Тверь, Лесная, 4" }] }],
  ["texts within", { cities: [], streets: [], addresses: ["Тверь, Лесная, 4"] }],
  ["cities", { cities: [{ city: "Тверь, Лесная, 4" }] }],
  ["addresses", { cities: [], streets: [], addresses: [{ address: "Тверь, Лесная, 4" }] }],
])("§3.1 §7.2 suggested addresses may be %s", (_, result) => {
  expect(readAs(suggestAddresses, result)).toMatchObject({ result: [{ value: "Тверь, Лесная, 4" }] });
});

test("§3.1 §7.2 cities, streets and pickup points may be texts", () => {
  const result = { cities: ["Тверь"], streets: ["Лесная"], addresses: ["Лесная, 4"] };
  expect(readAs(suggestDelivery, result)).toMatchObject({
    result: {
      cities: [{ code: "Тверь", city: "Тверь" }],
      streets: [{ value: "Лесная" }],
      addresses: [{ code: "Лесная, 4", address: "Лесная, 4", type: "PVZ" }],
    },
  });
});

test("§7.2 a number of half a million digits takes no longer to refuse than to read", () => {
  const digits = "7".repeat(500_000);
  expect(optionalNumber.parse(`${digits}x`)).toBeUndefined();
  expect(optionalNumber.parse("1.")).toBe(1);
  expect(optionalNumber.parse("1.5e3")).toBe(1500);
});
