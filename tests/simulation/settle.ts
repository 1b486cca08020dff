import { setTimeout as delay } from "node:timers/promises";
import type { World } from "./world";

const LIMIT_MS = 90_000;
const LOOK_MS = 200;
/** A message that was refused is tried again after 15 s, half a minute, a minute … Nobody waits for that here. */
const LONGEST_SHIFT_MS = 15 * 60_000;
/** A shift of the club's clock may start the delivery of messages that are in flight, so they get the time to arrive. */
const SHIFT_PAUSE_MS = 15_000;

const UNFINISHED = `
  select 'report ' || id || ' is ' || status as what, null::timestamptz as due from report_files where status in ('queued', 'in_progress')
  union all
  select kind || ' is ' || status, null from tasks where status in ('queued', 'in_progress')
  union all
  select 'message ' || id || ' is not sent after ' || attempts || ' attempts', next_attempt_at
  from outbox where sent_at is null and failed_at is null
  union all
  select 'job ' || name || ' is ' || state, null from pgboss.job
  where name !~ '^__pgboss__' and (state = 'active' or (state in ('created', 'retry') and start_after < now()))
`;

/** A report and its job are stored at once; without the job it would wait until the club looks for abandoned ones. */
const WITHOUT_JOB = `
  select 'report ' || id || ' waits without a job' as what from report_files
  where status = 'queued'
    and not exists (select from pgboss.job where name = 'report-count' and (data ->> 'fileId')::int = report_files.id)
`;

/** A job that was cut off waits in the queue for its next attempt, longer than anybody waits here. */
const TRY_AGAIN = `
  update pgboss.job set start_after = now()
  where name !~ '^__pgboss__' and state = 'retry' and start_after > now()
`;

/**
 * Waits until no work is left: every report and list is done, every message sent, no job is running. A message that waits for
 * its next attempt doesn't have to: the club's clock goes forward then, and a new letter starts the delivery. With `isHealed`,
 * when no fault can strike any more, the jobs that wait for their next attempt have it at once; else they are left waiting.
 * @returns how often the clock was changed
 * @throws Error that names the work that hangs, or a report that has no job
 */
export async function settle(world: World, { isHealed }: { isHealed: boolean }): Promise<number> {
  const deadline = Date.now() + LIMIT_MS;
  let shifts = 0;
  let shiftedAt = 0;
  for (;;) {
    if (isHealed) await world.query(TRY_AGAIN);
    const [forgotten] = await world.query<{ what: string }>(WITHOUT_JOB);
    if (forgotten) throw new Error(forgotten.what);
    const left = await world.query<{ what: string; due: Date | null }>(UNFINISHED);
    if (left.length === 0) return shifts;
    if (Date.now() > deadline) {
      const what = left.slice(0, 5).map((row) => row.what);
      throw new Error(`Work hangs: ${what.join(", ")}${left.length > 5 ? ` and ${left.length - 5} more` : ""}`);
    }
    const waitMs = Math.max(
      ...left.map(({ due }) => (due ? due.getTime() - clubNow(world) : Number.POSITIVE_INFINITY)),
    );
    if (waitMs > 0 && world.club.clockShift < 0 && Number.isFinite(waitMs)) {
      // Somebody sets a clock right that is behind.
      world.club.shiftClock(0);
      shifts += 1;
      continue;
    }
    const onlyWaits = Number.isFinite(waitMs) && waitMs > 0 && waitMs < LONGEST_SHIFT_MS;
    // Claims last 12 s: within them the club takes a message over by itself.
    if (onlyWaits && waitMs > 12_000 && Date.now() - shiftedAt > SHIFT_PAUSE_MS) {
      world.club.shiftClock(world.club.clockShift + waitMs + 1_000);
      shiftedAt = Date.now();
      await world.openVisitor().insist("/recovery", { login: LOGINS[shifts % LOGINS.length] ?? "" });
      shifts += 1;
    }
    await delay(LOOK_MS);
  }
}

const LOGINS = ["tadam@example.com", "system-curator@example.com", "system-manager@example.com"];

function clubNow(world: World): number {
  return Date.now() + world.club.clockShift;
}
