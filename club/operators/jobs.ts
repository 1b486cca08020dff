import { carryOutUnanswered } from "../platform/acts/act-requests";
import { defineJob } from "../platform/jobs/define-job";
import { findAct } from "./operator-parts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes operators' sessions that have ended, browsers that aren't known any more, and what was never answered. */
export const clearOperatorSessionsJob = defineJob({
  queue: "operators-clear-sessions",
  schedule: "23 * * * *",
  async handle(_data: object, { db, now }) {
    await db
      .deleteFrom("operator_sessions")
      .where((where) =>
        where.or([where("expires_at", "<", now()), where("last_used_at", "<", new Date(now().getTime() - DAY_MS))]),
      )
      .execute();
    await db.deleteFrom("operator_browsers").where("known_until", "<", now()).execute();
    await db.deleteFrom("operator_challenges").where("expires_at", "<", now()).execute();
  },
});

/** Carries out what decides about power when for a day nobody has refused it. */
export const carryOutUnansweredJob = defineJob({
  queue: "acts-unanswered",
  schedule: "*/5 * * * *",
  handle: (_data: object, services) => carryOutUnanswered(services, findAct),
});
