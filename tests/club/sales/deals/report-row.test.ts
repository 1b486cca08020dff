import { describe, expect, test } from "vitest";
import {
  PLAIN_READING,
  readContact,
  readCount,
  readInn,
  readSellDate,
} from "../../../../club/sales/deals/read-report-row";

describe("cells of a report", () => {
  test.each([
    [new Date("2026-02-01T00:00:00Z"), "2026-02-01"],
    ["01.02.2026", "2026-02-01"],
    ["1.2.2026 г.", "2026-02-01"],
    ["01/02/26", "2026-02-01"],
    ["01.02.2026 14:30", "2026-02-01"],
    ["2026-02-01", "2026-02-01"],
    ["2026-02-01T10:00:00", "2026-02-01"],
    [46054, "2026-02-01"],
    ["46054", "2026-02-01"],
    ["31.02.2026", null],
    ["31.12.1999", null],
    ["01.01.2000", "2000-01-01"],
    [new Date("1999-12-31T00:00:00Z"), null],
    [new Date("2000-01-01T00:00:00Z"), "2000-01-01"],
    ["05.03.0019", null],
    ["05.03.1926", null],
    ["02.2026", null],
    ["вчера", null],
    ["01.02.2026 весной", null],
    ["01.02.2026, 9:05", "2026-02-01"],
    ["2026-02-01T00:30:00,5+03:00", "2026-02-01"],
    ["2026-01-31T21:30:00.500Z", "2026-02-01"],
    ["2026-02-01 01:30 +05", "2026-01-31"],
    ["2026-02-01 00:30 +0300", "2026-02-01"],
    ["2026-02-31T00:30:00Z", null],
    [79000000002, null],
    [12, null],
    [null, null],
    [new Date(Number.NaN), null],
  ])("§3.10 a date of sale: %s", (cell, date) => {
    expect(readSellDate(cell)).toBe(date);
  });

  test("§3.10 a date that a workbook of 1904 has as a plain number counts from there", () => {
    expect(readSellDate(44_592, { ...PLAIN_READING, countsFrom1904: true })).toBe("2026-02-01");
    expect(readSellDate(46_054, PLAIN_READING)).toBe("2026-02-01");
  });

  test.each([
    ["0274062111", "0274062111"],
    [274062111, "0274062111"],
    ["274062111", "0274062111"],
    ["500100732259", "500100732259"],
    [500100732259, "500100732259"],
    ["77 36 207543", "7736207543"],
    ["7736207543/773601001", "7736207543"],
    ["7736207543 / 773601001", "7736207543"],
    ["500100732259/773601001", null],
    ["7.736207543E+09", "7736207543"],
    ["7,7362E+09", null],
    ["274062112", null],
    ["7736207543x", null],
    [null, null],
  ])("§5.6 an INN gets back the zero that a spreadsheet dropped, when its check digits hold: %s", (cell, inn) => {
    expect(readInn(cell)).toBe(inn);
  });

  test.each([
    [3, 3],
    ["3", 3],
    ["3,0", 3],
    ["1 000", 1000],
    ["5 шт.", 5],
    ["0", null],
    ["-1", -1],
    ["−2 шт.", -2],
    ["2,5", null],
    ["1e3", null],
    [null, null],
    ["100000", 100_000],
    ["100001", null],
    ["-100000", -100_000],
    ["-100001", null],
  ])("§3.10 a count is a whole number, below zero for a return: %s", (cell, count) => {
    expect(readCount(cell)).toBe(count);
  });

  test.each([
    ["8 (900) 000-00-02", "79000000002"],
    [79000000002, "79000000002"],
    [9000000002, "79000000002"],
    [" Manager@Example.com ", "manager@example.com"],
  ])("§3.5 a manager is a phone or an e-mail: %s", (cell, contact) => {
    expect(readContact(cell)).toBe(contact);
  });
});
