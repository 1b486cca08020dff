// Runs the club as a process that tests can kill. DATA_DIR is its data folder. It prints where it listens.
import { openClub } from "../../club/club";
import { readClubConfiguration } from "../../club/platform/configuration";

const report = (fields: object, message: string) => console.error(message, fields);

// As the server does: pg-boss rejects a promise that nobody awaits when a job loses the database.
process.on("unhandledRejection", (error) => console.error("an unhandled rejection", error));

openClub({
  ...readClubConfiguration(),
  log: { info: () => undefined, warn: report, error: report },
})
  .then(async (club) => {
    const origin = await club.listen();
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.once(signal, () => void club.close().then(() => process.exit(0)));
    }
    console.log(`listening ${origin}`);
  })
  .catch((error: unknown) => {
    console.log(error instanceof Error ? error.message : String(error));
    process.exit(1);
  });
