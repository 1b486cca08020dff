import path from "node:path";
import { buildPrograms, rebuildClub } from "../programs";
import { type Ground, runMany } from "../run-many";
import { describeSchedule, drawSchedule } from "../schedule";
import type { PlantedFault } from "./faults";

/** So many schedules may be needed; most faults are found by the first ones. */
const SCHEDULES = 60;

/** How a planted fault was found. */
export interface Finding {
  /** How many schedules ran until then. */
  readonly ran: number;
  /** The breach that shows it, with its schedule; undefined when no schedule found it. */
  readonly found: string | undefined;
}

/** Plants a fault in the programs and runs schedules until one finds it. */
export async function findPlanted(
  { programs, filled }: Ground,
  { name, journey, isMeant = () => true, edits, statement, breach }: PlantedFault,
  workers: number,
): Promise<Finding> {
  const folder = path.join(programs.folder, "planted", name.replaceAll(" ", "-"));
  const isOfPortal = edits.some(({ file }) => file.startsWith("app/"));
  const planted = isOfPortal ? await buildPrograms(folder, edits) : await rebuildClub(programs, folder, edits);
  const seeds = Array.from({ length: 2_000 }, (_, index) => index + 1).filter((seed) => {
    const schedule = drawSchedule(seed);
    return schedule.journey === journey && isMeant(schedule);
  });
  let found: string | undefined;
  const results = await runMany({ programs: planted, filled }, seeds.slice(0, SCHEDULES), {
    workers,
    statement,
    onResult({ schedule, breaches }) {
      const shown = breaches.find((one) => breach.test(one));
      if (shown) found ??= `${shown.split("\n")[0]} (seed ${schedule.seed}: ${describeSchedule(schedule)})`;
      return found !== undefined;
    },
  });
  return { ran: results.length, found };
}
