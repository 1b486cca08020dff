import { rm } from "node:fs/promises";
import { createDataDir } from "../faults/club-process";
import { buildPrograms, type Programs } from "./programs";
import { type Result, runSchedule } from "./run-schedule";
import { drawSchedule } from "./schedule";
import { fillStandFolder, openStand } from "./stand";

/** What all schedules run on: the programs, and the data folder of `fillStandFolder`. */
export interface Ground {
  readonly programs: Programs;
  readonly filled: string;
}

/** Builds the programs and a demo, and removes them when the work is done. */
export async function withGround<Done>(work: (ground: Ground) => Promise<Done>): Promise<Done> {
  const folder = await createDataDir();
  try {
    const [programs] = await Promise.all([buildPrograms(folder.path), fillStandFolder(folder.path)]);
    return await work({ programs, filled: folder.path });
  } finally {
    await folder.remove();
    await rm(folder.path, { recursive: true, force: true });
  }
}

export interface RunOptions {
  /** How many stands at once. */
  readonly workers: number;
  /** What is done to the demo's database first. */
  readonly statement?: string | undefined;
  /** Called after each schedule, in the order in which they end. @returns true when no further one need be run */
  readonly onResult?: (result: Result) => boolean | undefined;
}

/** Runs the schedules of these seeds. */
export async function runMany(
  { programs, filled }: Ground,
  seeds: readonly number[],
  { workers, statement, onResult }: RunOptions,
): Promise<Result[]> {
  const waiting = [...seeds];
  const results: Result[] = [];
  const work = async () => {
    const stand = await openStand(filled, statement);
    try {
      for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
        const result = await runSchedule(stand, programs, drawSchedule(seed));
        results.push(result);
        if (onResult?.(result)) waiting.length = 0;
      }
    } finally {
      await stand.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, seeds.length) }, work));
  return results;
}
