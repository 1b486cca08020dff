import { findBreaches, findOffences } from "./invariants";
import { journeys } from "./journeys";
import type { Programs } from "./programs";
import type { Fault, Schedule } from "./schedule";
import { settle } from "./settle";
import type { Stand } from "./stand";
import { openWorld, type World } from "./world";

export interface Result {
  readonly schedule: Schedule;
  /** Empty when everything holds. */
  readonly breaches: readonly string[];
  readonly struck: readonly Fault[];
  /** The names of the journey's points that were reached. */
  readonly reached: ReadonlySet<string>;
  readonly seconds: number;
}

/** Runs one schedule on a stand, and finds everything that doesn't hold afterwards. */
export async function runSchedule(stand: Stand, programs: Programs, schedule: Schedule): Promise<Result> {
  const start = performance.now();
  const end = ({ struck, reached }: Pick<World, "struck" | "reached">, breaches: readonly string[]): Result => ({
    schedule,
    breaches,
    struck,
    reached,
    seconds: (performance.now() - start) / 1000,
  });
  let world: World;
  try {
    world = await openWorld(stand, programs, schedule);
  } catch (error) {
    return end({ struck: [], reached: new Set() }, [describe(error)]);
  }
  try {
    const check = await journeys[schedule.journey](world, schedule);
    // Faults strike while the work in the background goes on, too.
    let shifts = await settle(world, { isHealed: false });
    await world.heal();
    shifts += await settle(world, { isHealed: true });
    return end(world, [...(await check()), ...(await findBreaches(world, shifts))]);
  } catch (error) {
    return end(world, [
      describe(error),
      ...findOffences(world),
      `the club printed:\n${world.club.output().slice(-3_000)}`,
    ]);
  } finally {
    await world.heal().catch(() => undefined);
    await world.close();
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
