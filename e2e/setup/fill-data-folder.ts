import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Migrates the database of a new data folder and fills it as the first start of a club does. The demo's password is compared
 * at once, where a real one takes a third of a second: the journeys log in some hundred times. It is a process of its own
 * because Playwright compiles what a test imports, which takes ten seconds for the club.
 * @param demo whether people and contents are invented; a club that has started for real once is never filled as a demo
 */
export async function fillDataFolder(dataDir: string, { demo }: { demo: boolean }): Promise<void> {
  const program = ["--import", "tsx", "e2e/setup/fill-data-folder-program.ts"];
  await promisify(execFile)(process.execPath, [...program, dataDir, demo ? "demo" : "real"], { cwd: ROOT });
}
