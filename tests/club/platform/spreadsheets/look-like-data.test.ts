import { expect, test } from "vitest";
import { LIMITS } from "../../../../club/platform/spreadsheets/parser/limits";
import { looksLikeData } from "../../../../club/platform/spreadsheets/parser/look-like-data";

test("§3.10 two values make a row of data, and titles don't", () => {
  expect(looksLikeData(["anna@example.ru", "5000200016"])).toBe(true);
  expect(looksLikeData(["anna@example", "ИНН"])).toBe(false);
});

test("§3.10 a cell as long as a cell may be is judged at once, whatever it repeats", () => {
  const cells = ["@.", "a@", "a.", "1 ", "@a."].map((part) => `${part.repeat(LIMITS.cellText / part.length)} x`);
  expect(looksLikeData(cells)).toBe(false);
});
