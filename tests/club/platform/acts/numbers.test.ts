import { expect, test } from "vitest";
import { count, optionalCount } from "../../../../club/platform/acts/field";

const options = { label: "Баллы", help: "points" };
const fields = [count({ ...options, min: -10 }), optionalCount({ ...options, min: -10 })];

test.each([
  ["7", 7],
  [" 1000 ", 1000],
  ["-5", -5],
  ["007", 7],
  [12, 12],
])("architecture: a number of an act is written in digits: %j", (typed, read) => {
  for (const { schema } of fields) expect(schema.parse(typed)).toBe(read);
});

test.each([
  "1e3",
  "1e21",
  "0x10",
  "0b11",
  "0o7",
  "١٢",
  "１２",
  "+5",
  "1.0",
  "1,5",
  "1 000",
  "--5",
  "Infinity",
  "NaN",
  true,
  [7],
])("architecture: what only a program takes for a number isn't one: %j", (typed) => {
  for (const { schema } of fields) {
    expect(schema.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual(["Нужно целое число."]);
  }
});

test("architecture: a number with more digits than can be counted with is refused", () => {
  for (const { schema } of fields) {
    expect(schema.safeParse("9007199254740993").success).toBe(false);
    // Ids and amounts are whole numbers of the database.
    expect(schema.safeParse("2147483648").success).toBe(false);
    expect(schema.safeParse("2147483647").success).toBe(true);
  }
});
