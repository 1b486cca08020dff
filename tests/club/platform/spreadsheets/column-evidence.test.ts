import { describe, expect, test } from "vitest";
import { ColumnEvidence } from "../../../../club/platform/spreadsheets/parser/column-evidence";

const YEAR = 2026;

/** How a column of these texts is read, and the text that is asked about. */
function settle(kind: "day" | "count", texts: readonly string[], answers = {}) {
  const evidence = new ColumnEvidence(YEAR);
  for (const [index, text] of texts.entries()) evidence.add(kind, index + 2, text);
  return evidence.settle(answers);
}

describe("the dates of a column", () => {
  test.each([
    ["of one day and month in either order ask nothing", ["3/3/26", "11/11/26"], "/", "dmy"],
    [
      "that have only their day or only their month first are each read by themselves",
      ["20/5/26", "5/20/26"],
      "/",
      "each",
    ],
    ["with dots have the day first where one does, and another is a slip", ["20.05.26", "05.20.26"], ".", "dmy"],
    ["with dots have the month first where all of them can only have that", ["05.20.26", "05.21.26"], ".", "mdy"],
    ["may begin with a year of two digits", ["26-11-30", "26-12-31"], "-", "ymd"],
    ["begin with their day where one of them can't begin with a year", ["26-11-30", "20-11-2026"], "-", "dmy"],
    // 11-30-15 would be of 2011-30, 30-11-15 is a day of 2015.
    ["aren't of next year's end or of twelve years ago", ["28-11-26", "14-12-31"], "-", "dmy"],
  ] as const)("§3.10 %s", (_title, texts, mark, order) => {
    const { reading, questions } = settle("day", texts);
    expect(reading.dateOrders[mark]).toBe(order);
    expect(questions).toEqual([]);
  });

  test("§3.10 with dots are asked about where only another shows that the month is first", () => {
    const { questions } = settle("day", ["03.05.26", "05.20.26"]);
    expect(questions).toEqual([{ name: "date_order", row: 2, example: "03.05.26", isAnswered: false }]);
    expect(settle("day", ["03.05.26", "05.20.26", "20.05.26"]).questions).toEqual([]);
  });

  test("§3.10 are asked about where some have the day first and others the month, and the answer is for all", () => {
    const { reading, questions } = settle("day", ["3/5/26", "20/5/26", "5/20/26"], { date_order: "mdy" });
    expect(questions).toEqual([{ name: "date_order", row: 2, example: "3/5/26", isAnswered: true }]);
    expect(reading.dateOrders).toEqual({ ".": "dmy", "/": "mdy", "-": "dmy" });
  });
});

describe("the counts of a column", () => {
  test.each([
    ["a number that begins with 0 has a fraction", ["0,500"], []],
    ["four digits before the mark aren't a group", ["1234,500"], []],
    ["who writes 1234 doesn't group thousands", ["1234", "3,000"], []],
    ["a number of both marks shows both", ["1,234.5", "2,000"], [","]],
    ["a mark before a fraction leaves the other one to thousands", ["2.5", "3,000"], [","]],
    ["two groups are thousands", ["1.234.000", "3.000"], ["."]],
  ] as const)("§3.10 %s", (_title, texts, thousands) => {
    const { reading, questions } = settle("count", texts);
    expect(reading.thousands).toEqual(thousands);
    expect(questions).toEqual([]);
  });

  test.each([
    ["with its unit", ["3,000 шт."], ["3,000 шт."]],
    ["below zero", ["−3,000"], ["−3,000"]],
    ["beside another of the other mark", ["3,000", "5.500"], ["3,000", "5.500"]],
    [
      "although the other mark has a fraction once, since it could group elsewhere",
      ["3,000", "2.5", "5.500"],
      ["3,000"],
    ],
  ] as const)("§3.10 a count that has two meanings is asked about %s", (_title, texts, asked) => {
    expect(settle("count", texts).questions.map(({ example }) => example)).toEqual(asked);
  });
});
