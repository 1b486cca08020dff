import { expect, test } from "vitest";
import {
  formatAdded,
  formatAmount,
  formatNumber,
  formatPieces,
  formatPoints,
  POINT_RATE,
  pluralForm,
  pointsUnit,
} from "../../app/lib/points";
import * as acts from "../../club/platform/acts/format";

const plain = (text: string) => text.replaceAll("\u00a0", "_");

test("§1.9 amounts have no-break spaces between thousands and before their units", () => {
  const amounts = [0, 999, 1000, 12_450, 1_234_567, -1000, 12.5, 12.345, 1000.1];
  expect(amounts.map((amount) => plain(formatNumber(amount)))).toEqual([
    ...["0", "999", "1_000", "12_450", "1_234_567", "-1_000", "12,5", "12,35", "1_000,1"],
  ]);
  expect([1, 2, 5, 12_450].map((points) => plain(formatPoints(points)))).toEqual([
    ...["1_балл", "2_балла", "5_баллов", "12_450_баллов"],
  ]);
  expect(plain(POINT_RATE)).toBe("1_балл_=_1_₽");
});

test("§1.9 an amount that isn't known is a dash, and zero is not", () => {
  expect([formatAmount(undefined), formatAmount(0), formatAdded(undefined)]).toEqual(["—", "0", "—"]);
});

test("§3.10 what was added has a sign, and so has what was taken back", () => {
  expect([12, 0, -12, -1000].map((points) => plain(formatAdded(points)))).toEqual(["+12", "+0", "−12", "−1_000"]);
});

test("§9.1 the word after a number follows it, also after fractions", () => {
  expect([1, 2, 5, 11, 21, 1.5].map((count) => pluralForm(count, "один", "два", "пять"))).toEqual([
    ...["один", "два", "пять", "пять", "один", "два"],
  ]);
  expect([1, 3, 10].map(pointsUnit)).toEqual(["балл", "балла", "баллов"]);
  expect([1, 2, 5, 21].map((count) => plain(formatPieces(count)))).toEqual([
    ...["1_штука", "2_штуки", "5_штук", "21_штука"],
  ]);
});

test("§8.6 operators read amounts that they can search for, with ordinary spaces", () => {
  expect([0, 1, 2, 5, 21, -1, -22, 12_450].map(acts.formatPoints)).toEqual([
    ...["0 баллов", "1 балл", "2 балла", "5 баллов", "21 балл", "-1 балл", "-22 балла", "12 450 баллов"],
  ]);
  expect(acts.formatNumber(1_234_567)).toBe("1 234 567");
  expect(acts.formatCount(3, "строка", "строки", "строк")).toBe("3 строки");
});

test("§8.6 operators read days as they stand and moments in Moscow; a missing one is a dash", () => {
  expect([acts.formatDay("2026-03-31"), acts.formatDay(null), acts.formatMoment(null)]).toEqual([
    ...["31.03.2026", "—", "—"],
  ]);
  expect(acts.formatMoment(new Date("2026-12-31T21:05:00Z"))).toBe("01.01.2027, 00:05");
});
