// The club as a process of its own, for tests that kill it: DATA_DIR names its data, the first argument turns its clock
// ahead by so many milliseconds and looks at once for work that a killed one left. Prints where it listens.
import { openClub } from "../../club/club";
import { readClubConfiguration } from "../../club/configuration";
import { resumeReportsJob } from "../../club/deals/jobs";
import { resumeInviteTasksJob } from "../../club/invites/jobs";

const ahead = Number(process.argv[2] ?? 0);
const tell = (fields: object, message: string) => console.error(message, fields);

// As the server does: the queue reports a job that a lost database broke off by a rejection that nobody waits for.
process.on("unhandledRejection", (error) => console.error("a rejection that nobody handled", error));

openClub({
  ...readClubConfiguration(),
  log: { info: () => undefined, warn: tell, error: tell },
  now: () => new Date(Date.now() + ahead),
})
  .then(async (club) => {
    const origin = await club.listen();
    if (ahead > 0) {
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
