import { findFreePort } from "../../tests/setup/free-port";
import { createDataFolder } from "./data-folder";
import { fillDataFolder } from "./fill-data-folder";
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

/** Starts the built server on an empty database. It keeps messages in a file like a demo, but has nothing invented. */
async function startEmptyClub(dataDir: string): Promise<EmptyClub> {
  await fillDataFolder(dataDir, { demo: false });
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
