/**
 * Where a slip costs points or shows somebody else's data: the code, the tests that have to notice it, and how many of a hundred
 * mutants they notice. The floor is raised when more are, and never lowered. Those of `points`, `orders`, `sessions` and `privacy`
 * lie below what samples of their lines have shown: a whole run takes an hour each.
 *
 * @type {Record<string, { code: string[]; tests: string[]; floor: number }>}
 */
export const folders = {
  points: {
    code: ["club/points/*.ts"],
    tests: [
      "tests/club/points/**/*.test.ts",
      "tests/attacks/made-points.test.ts",
      "tests/club/what-calls-change.test.ts",
      "tests/club/platform/acts/what-acts-change.test.ts",
    ],
    floor: 88,
  },
  orders: {
    code: ["club/gifts/prizes/*.ts", "club/gifts/orders/**/*.ts"],
    tests: [
      "tests/club/gifts/**/*.test.ts",
      "tests/club/what-calls-change.test.ts",
      "tests/club/platform/acts/what-acts-change.test.ts",
    ],
    floor: 80,
  },
  acts: {
    // How numbers and moments are written belongs to `money`.
    code: ["club/platform/acts/*.ts", "!club/platform/acts/format.ts"],
    // Without `every-act`, whose five hundred tests go through every line: each mutant that nothing else notices would take
    // minutes.
    tests: ["tests/club/platform/acts/!(every-act).test.ts"],
    // What survives makes no difference: messages of errors that never leave their file; `undefined` in the place of null in
    // a row; guards that only the compiler asks for; an optional call on a list that always has an entry.
    floor: 94,
  },
  sessions: {
    code: ["club/people/accounts/*.ts", "app/session/*.ts"],
    tests: [
      "tests/club/people/accounts/*.test.ts",
      "tests/routes/{access,answer-once,cookies,long-values,no-break,optional-calls,session-replies}.test.ts",
      "tests/routes/account/*.test.ts",
      "tests/server/seal.test.ts",
      "tests/properties/addresses.test.ts",
    ],
    floor: 65,
  },
  privacy: {
    code: ["club/operators/people/*.ts"],
    tests: [
      "tests/club/operators/people/*.test.ts",
      "tests/club/operators/every-card.test.ts",
      "tests/club/platform/acts/what-acts-change.test.ts",
      "tests/club/people/companies/disputed-companies.test.ts",
    ],
    floor: 80,
  },
  money: {
    code: ["club/platform/acts/format.ts", "app/lib/points.ts"],
    tests: ["tests/properties/formats.test.ts", "tests/properties/points.test.ts"],
    floor: 98,
  },
};
