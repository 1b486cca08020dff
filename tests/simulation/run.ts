// `npm run test:hard` runs 500 schedules of faults. `-- --seed N` runs one of them again, `-- --schedules 50 --seed 7000` those
// from 7000 to 7049, `--workers 2` at most two at once. `-- --planted` plants faults in the product and shows that they are found;
// `-- --planted letter` those with a word in their names.
import { parseArgs } from "node:util";
import { plantedFaults } from "./planted/faults";
import { findPlanted } from "./planted/find-planted";
import { runMany, withGround } from "./run-many";
import type { Result } from "./run-schedule";
import { describeFault, describeSchedule, drawSchedule } from "./schedule";

const SCHEDULES = 500;
const FIRST_SEED = 1;
const WORKERS = 4;

const { values, positionals } = parseArgs({
  options: {
    schedules: { type: "string" },
    seed: { type: "string" },
    workers: { type: "string" },
    planted: { type: "boolean" },
  },
  allowPositionals: true,
});
const first = Number(values.seed ?? FIRST_SEED);
const count = Number(values.schedules ?? (values.seed === undefined ? SCHEDULES : 1));
const workers = Number(values.workers ?? WORKERS);
for (const [name, value] of Object.entries({ seed: first, schedules: count, workers })) {
  if (!Number.isInteger(value) || value < 1) {
    console.error(`--${name}: a whole number above zero is needed`);
    process.exit(2);
  }
}

// A connection that a fault has cut may report it after everybody has let go of it.
process.on("unhandledRejection", (error) => console.error("unhandled in the simulation:", error));

const start = performance.now();
const seconds = () => Math.round((performance.now() - start) / 1000);
const isGood = values.planted ? await runPlanted() : await runSchedules();
process.exit(isGood ? 0 : 1);

async function runSchedules(): Promise<boolean> {
  if (count === 1) console.log(describeSchedule(drawSchedule(first)));
  let ended = 0;
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  const results = await withGround((ground) =>
    runMany(ground, seeds, {
      workers,
      onResult(result) {
        ended += 1;
        console.log(`${ended}/${count} ${describeResult(result)}`);
        return false;
      },
    }),
  );
  const failed = results.filter(({ breaches }) => breaches.length > 0);
  for (const { schedule } of failed) console.log(`Again: npm run test:hard -- --seed ${schedule.seed}`);
  const planned = results.reduce((sum, { schedule }) => sum + schedule.faults.length, 0);
  const struck = results.reduce((sum, result) => sum + result.struck.length, 0);
  console.log(`${struck} of ${planned} faults struck, the other steps were not reached; ${seconds()} s`);
  console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0;
}

/** Each planted fault has to be found. */
async function runPlanted(): Promise<boolean> {
  const chosen = plantedFaults.filter(
    ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
  );
  let found = 0;
  await withGround(async (ground) => {
    for (const fault of chosen) {
      const finding = await findPlanted(ground, fault, workers);
      if (finding.found) found += 1;
      const outcome = finding.found ? `found after ${finding.ran}: ${finding.found}` : `NOT FOUND by ${finding.ran}`;
      console.log(`${fault.name}\n  ${outcome}`);
    }
  });
  console.log(`${seconds()} s`);
  console.log(`${found} passed, ${chosen.length - found} failed`);
  return found === chosen.length && found > 0;
}

function describeResult({ schedule, breaches, struck, seconds }: Result): string {
  const line = `${schedule.seed} ${schedule.journey} ${seconds.toFixed(1)} s: ${struck.map(describeFault).join("; ") || "no fault struck"}`;
  if (breaches.length === 0) return `ok ${line}`;
  return [`FAILED ${line}`, `  ${describeSchedule(schedule)}`, ...breaches.map((breach) => `  - ${breach}`)].join("\n");
}
