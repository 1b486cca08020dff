import { expect, test } from "vitest";
import { points } from "./points";
import { runMany, withGround } from "./run-many";
import { describeSchedule, drawSchedule } from "./schedule";

/** Together they have every journey and most kinds of faults. `npm run test:hard` runs hundreds of others. */
const SEEDS = [3, 14, 20, 23, 27, 30, 40];
/** Long enough for a busy machine. */
const LIMIT_MS = 600_000;

test("architecture: a seed always draws the same schedule, and other seeds draw others", () => {
  const lines = (seeds: readonly number[]) => seeds.map((seed) => describeSchedule(drawSchedule(seed)));
  expect(lines(SEEDS)).toEqual(lines(SEEDS));
  expect(new Set(lines(SEEDS)).size).toBe(SEEDS.length);
});

test(
  "§1.3 §1.4 §4.18 whatever fails and whenever: no point, sale, invitation, gift or letter is lost or counted twice",
  async () => {
    const results = await withGround((ground) => runMany(ground, SEEDS, { workers: 3 }));
    const failed = results
      .filter(({ breaches }) => breaches.length > 0)
      .map(({ schedule, breaches }) => [
        `npm run test:hard -- --seed ${schedule.seed}`,
        describeSchedule(schedule),
        ...breaches,
      ]);
    expect(failed).toEqual([]);
    expect(results).toHaveLength(SEEDS.length);
    // A point that no journey reaches has a pattern of a statement that the club no longer sends.
    const reached = new Set(results.flatMap((result) => [...result.reached]));
    const names = Object.values(points).flatMap((ofJourney) => ofJourney.map(({ name }) => name));
    expect(names.filter((name) => !reached.has(name))).toEqual([]);
  },
  LIMIT_MS,
);
