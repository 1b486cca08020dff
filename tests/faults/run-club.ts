// Runs the club as a process that tests can kill. DATA_DIR is its data folder. The first argument, in milliseconds, sets its
// clock ahead; then the club resumes at once what a killed process left unfinished. It prints where it listens.
import { openClub } from "../../club/club";
import { readClubConfiguration } from "../../club/configuration";
import { resumeReportsJob } from "../../club/deals/jobs";
import { resumeInviteTasksJob } from "../../club/invites/jobs";

const aheadMs = Number(process.argv[2] ?? 0);
const report = (fields: object, message: string) => console.error(message, fields);

// As the server does: pg-boss rejects a promise that nobody awaits when a job loses the database.
process.on("unhandledRejection", (error) => console.error("an unhandled rejection", error));

openClub({
  ...readClubConfiguration(),
  log: { info: () => undefined, warn: report, error: report },
  now: () => new Date(Date.now() + aheadMs),
})
  .then(async (club) => {
    const origin = await club.listen();
    if (aheadMs > 0) {
      for (const job of [resumeReportsJob, resumeInviteTasksJob]) await club.services.jobs.send(job, {});
    }
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.once(signal, () => void club.close().then(() => process.exit(0)));
    }
    console.log(`listening ${origin}`);
  })
  .catch((error: unknown) => {
    console.log(error instanceof Error ? error.message : String(error));
    process.exit(1);
  });
