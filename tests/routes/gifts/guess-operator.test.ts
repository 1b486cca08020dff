import { expect, test } from "vitest";
import { guessOperator } from "../../../app/features/gifts/guess-operator.server";

const offered = [
  { id: "1", name: "МТС" },
  { id: "2", name: "Tele2" },
];

test.each([
  ["79160000001", "1"],
  ["79510000001", "2"],
  // The operator isn't offered.
  ["79030000001", ""],
  ["", ""],
])("§1.6 the operator of %s is guessed among the offered ones: %s", (phone, id) => {
  expect(guessOperator(phone, offered)).toBe(id);
});
