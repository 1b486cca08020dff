import { openClub } from "../../club/club";
import { readClubConfiguration } from "../../club/platform/configuration";
import { findFreePort } from "../../tests/setup/free-port";
import { createDataFolder } from "./data-folder";
import { type RunningServer, startServer } from "./server";
import { test as base } from "./test";

export interface EmptyClub extends RunningServer {
  /** The address of the operators' console. */
  consoleOrigin: string;
}

interface WorkerFixtures {
  /** A club in which nobody has done anything yet, as on the first day of a brand. */
  club: EmptyClub;
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Starts the built server on an empty database. It keeps messages in a file like a demo, but has nothing invented. */
async function startEmptyClub(dataDir: string): Promise<EmptyClub> {
  // A club that has started for real once is never filled as a demo.
  const configuration = readClubConfiguration({ NODE_ENV: "production", DATA_DIR: dataDir });
  const club = await openClub({ ...configuration, demo: false, work: false, log: quiet, countAlarm: () => undefined });
  await club.close();
  const port = await findFreePort();
  const server = await startServer(dataDir, { OPERATOR_PORT: String(port) });
  return { ...server, consoleOrigin: `http://127.0.0.1:${port}` };
}

/** The test of a club that begins empty; its pages are of this club. */
export const test = base.extend<object, WorkerFixtures>({
  club: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameters of a fixture
    async ({}, use) => {
      const folder = await createDataFolder();
      const club = await startEmptyClub(folder.path);
      await use(club);
      await club.stop();
      await folder.remove();
    },
    { scope: "worker", timeout: 240_000 },
  ],
  baseURL: async ({ club }, use) => use(club.origin),
});

export { expect } from "@playwright/test";
