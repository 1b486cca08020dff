import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { chooseTests } from "../../scripts/changed-tests.mjs";
import { LONG_TESTS } from "../../scripts/long-tests.mjs";

const ofCode = (...changed: string[]) => chooseTests(changed).filter((file) => !file.startsWith("tests/architecture/"));

test.each([
  ["a rule of the club", "club/sales/promotions/promo-code.ts", "tests/club/sales/promotions/promotions.test.ts"],
  ["the server", "server/pages/store.ts", "tests/server/pages/everybody.test.ts"],
  ["a part of a page", "app/features/cart/pickup-form.tsx", "tests/routes/gifts/pickup.test.ts"],
  ["a page", "app/routes/dashboard.gifts.cart.tsx", "tests/ui/cart.test.tsx"],
  ["what a test imports", "app/lib/points.ts", "tests/properties/points.test.ts"],
  ["what tests of a folder share", "tests/faults/club-process.ts", "tests/faults/restart.test.ts"],
  ["a test", "tests/attacks/methods.test.ts", "tests/attacks/methods.test.ts"],
])("architecture: a quick check after a change of %s tries its tests, and few others", (_what, file, test) => {
  expect(ofCode(file)).toContain(test);
  expect(ofCode(file).length).toBeLessThan(20);
});

test("architecture: a quick check always looks at the code base as a whole", () => {
  expect(chooseTests([])).toContain("tests/architecture/words.test.ts");
  expect(ofCode("docs/operations.md")).toEqual([]);
});

test.each(LONG_TESTS)("architecture: what the check leaves out is there: %s", (place) => {
  expect(existsSync(place)).toBe(true);
});
