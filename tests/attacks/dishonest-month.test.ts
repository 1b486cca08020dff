import { expect, test } from "vitest";
import { createRandom } from "../../club/demo/random";
import { operatorRoles } from "../../contract/operator/roles";
import { tries } from "../setup/properties";
import { runMonth } from "./dishonest/month";
import { addDishonestOperator } from "./dishonest/operator";
import { addDishonestParticipant, type DishonestKind } from "./dishonest/participant";
import { LIMITS, openWorld } from "./dishonest/world";

/** What one dishonest person does on a day; `PROPERTY_RUNS=50` tries fifty times as much, `PROPERTY_SEED` other things. */
const { numRuns: STEPS, seed } = tries(3);
const TIMEOUT = 30_000 * STEPS;

/** The club's own rules give points for invented guests, so that its day is smaller where nothing else gives any. */
const participants: readonly (readonly [DishonestKind, number, Partial<typeof LIMITS | { pointsPerDay: number }>])[] = [
  ["curator", LIMITS.reportPointsPerDay, {}],
  ["manager", 200, { pointsPerDay: 200 }],
  ["shop", 200, { pointsPerDay: 200 }],
];

test.each(participants)(
  "§6.2 §6.4 a dishonest %s makes no more points in a day than nobody has to agree to, and reads nothing of another distributor",
  async (kind, limit, settings) => {
    const world = await openWorld(settings);
    try {
      const month = await runMonth(world, addDishonestParticipant(world, kind, createRandom(seed)), {
        steps: STEPS,
        limit,
      });
      expect(month.breaches).toEqual([]);
      // A month in which nothing succeeds would show nothing.
      expect(month.most).toBeGreaterThan(limit / 4);
    } finally {
      await world.club.close();
    }
  },
  TIMEOUT,
);

test.each(operatorRoles)(
  "§6.2 a dishonest operator with the role %s makes no more points in a day than one operator may, and leaves a row for all of it",
  async (role) => {
    const world = await openWorld({});
    try {
      const operator = await addDishonestOperator(world, [role], createRandom(seed));
      const month = await runMonth(world, operator, { steps: STEPS, limit: LIMITS.secondOperatorPointsPerDay });
      expect(month.breaches).toEqual([]);
      expect(month.events).toBeGreaterThan(STEPS * 5);
      if (role === "finance" || role === "content" || role === "owner") expect(month.most).toBeGreaterThan(0);
    } finally {
      await world.club.close();
    }
  },
  TIMEOUT,
);
