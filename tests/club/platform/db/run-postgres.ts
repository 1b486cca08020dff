// Runs an embedded PostgreSQL as a process that tests can kill: `run-postgres.ts <data folder>`. Prints one line.
// With `find` as second argument it looks for the running one, as the operator's commands do.
import { findRunningPostgres } from "../../../../club/platform/db/embedded/find-running";
import { startEmbeddedPostgres } from "../../../../club/platform/db/embedded/start";

const [, , dataDir = "", command] = process.argv;
const quiet = { info: () => undefined, warn: () => undefined };

async function run(): Promise<string> {
  if (command === "find") return (await findRunningPostgres(dataDir)) ? "found" : "not found";
  await startEmbeddedPostgres({ dataDir, log: quiet });
  setInterval(() => undefined, 60_000);
  return "running";
}

run().then(
  (line) => console.log(line),
  (error: unknown) => {
    console.log(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
