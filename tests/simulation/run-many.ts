import { rm } from "node:fs/promises";
import { createDataDir } from "../faults/club-process";
import { buildPrograms } from "./programs";
import { type Result, runSchedule } from "./run-schedule";
import { drawSchedule } from "./schedule";
import { fillStandFolder, openStand } from "./stand";

/**
 * Runs the schedules of these seeds, on so many stands at once.
 * @param onResult called after each, in the order in which they end
 */
export async function runMany(
  seeds: readonly number[],
  workers: number,
  onResult: (result: Result) => void,
): Promise<Result[]> {
  const folder = await createDataDir();
  const waiting = [...seeds];
  const results: Result[] = [];
  try {
    const [programs] = await Promise.all([buildPrograms(folder.path), fillStandFolder(folder.path)]);
    const work = async () => {
      const stand = await openStand(folder.path);
      try {
        for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
          const result = await runSchedule(stand, programs, drawSchedule(seed));
          results.push(result);
          onResult(result);
        }
      } finally {
        await stand.close();
      }
    };
    await Promise.all(Array.from({ length: Math.min(workers, seeds.length) }, work));
    return results;
  } finally {
    await folder.remove();
    await rm(folder.path, { recursive: true, force: true });
  }
}
