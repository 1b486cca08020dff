// Runs an embedded PostgreSQL as a process that tests can kill: `run-postgres.ts <data folder>`. Prints one line.
import { startEmbeddedPostgres } from "../../../club/db/embedded/start";

const quiet = { info: () => undefined, warn: () => undefined };
startEmbeddedPostgres({ dataDir: process.argv[2] ?? "", log: quiet }).then(
  () => {
    console.log("running");
    setInterval(() => undefined, 60_000);
  },
  (error: unknown) => {
    console.log(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
