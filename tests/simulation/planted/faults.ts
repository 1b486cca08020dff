import type { Journey } from "../points";
import type { Schedule } from "../schedule";
import type { Edit } from "./edit";

/** A fault of the product that the schedules have to find. */
export interface PlantedFault {
  readonly name: string;
  readonly journey: Journey;
  /** Which schedules of the journey can find it; all when left out. */
  readonly isMeant?: (schedule: Schedule) => boolean;
  readonly edits: readonly Edit[];
  /** A statement for the database in which the schedules run, such as one that takes a key away. */
  readonly statement?: string;
  /** A pattern of the breach by which it shows. */
  readonly breach: RegExp;
}

const WRITE_ORDERS = "club/gifts/prizes/write-orders.ts";
const DELIVER = "club/platform/outbox/deliver-messages.ts";

/** One for each thing that has to hold after a schedule; see invariants.ts and the checks of the journeys. */
export const plantedFaults: readonly PlantedFault[] = [
  {
    name: "a unit of an order is sent again under another key",
    journey: "order",
    isMeant: ({ honoursKeys }) => honoursKeys,
    edits: [
      {
        file: "app/features/cart/order-units.server.ts",
        from: "{ idempotencyKey: key }",
        to: "{ idempotencyKey: crypto.randomUUID() }",
      },
    ],
    breach: /^ordered units: /,
  },
  {
    name: "a unit in doubt is sent again to an upstream without keys",
    journey: "order",
    isMeant: ({ honoursKeys }) => !honoursKeys,
    edits: [
      {
        file: "app/features/cart/order-units.server.ts",
        from: "let isCounted = upstreamIdempotency;",
        to: "let isCounted = true;",
      },
    ],
    breach: /^ordered units: |^after a stop in doubt /,
  },
  {
    name: "an order with a key that was used is made again",
    journey: "exchange",
    edits: [
      {
        file: WRITE_ORDERS,
        from: "if (facts.isRepeated || (idempotencyKey !== null && keys.has(key)))",
        to: "if (facts.isRepeated && keys.has(key))",
      },
    ],
    statement: "alter table exchanges drop constraint exchanges_user_id_idempotency_key_key",
    breach: / was exchanged \d+ times$/,
  },
  {
    name: "the second reply of a key names another order",
    journey: "exchange",
    edits: [
      {
        file: "club/gifts/prizes/exchange-prize.ts",
        from: 'return { id: earlier.id, status: "new" };',
        to: 'return { id: earlier.id + 1, status: "new" };',
      },
    ],
    breach: /^the two replies to /,
  },
  {
    name: "a sale of a report that is uploaded again counts again",
    journey: "report",
    edits: [
      {
        file: "club/sales/deals/insert-deals.ts",
        from: "on conflict do nothing",
        to: "",
      },
      {
        file: "club/sales/deals/count-batch.ts",
        from: "const sorted = refuseOverruled(sortRows(sales, matches, answers), report);",
        to: "const sorted = refuseOverruled(sortRows(sales, { repeated: new Map(), corrections: new Map() }, answers), report);",
      },
    ],
    statement: "alter table deals drop constraint deals_fingerprint_key",
    breach: /^a sale counts \d+ times$/,
  },
  {
    name: "the progress of a report is stored before its rows are",
    journey: "report",
    edits: [
      {
        file: "club/sales/deals/process-report.ts",
        from: 'authority: Authority = file.approved_at ? AGREED : { kind: "distributor", services, curatorId };',
        to: 'authority: Authority = file.approved_at ? AGREED : { kind: "distributor", services, curatorId };\n    await db.updateTable("report_files").set({ processed: Math.min(10, rows.length) }).where("id", "=", fileId).where("processed", "=", 0).execute();',
      },
    ],
    breach: /^accepted rows that became deals: /,
  },
  {
    name: "a report is confirmed before it is stored",
    journey: "report",
    edits: [
      {
        file: "club/sales/deals/store-report.ts",
        from: "await services.jobs.send(processReportJob, { fileId: id }, { within: trx });",
        to: "setTimeout(() => void services.jobs.send(processReportJob, { fileId: id }, { within: services.db }), 2_000);",
      },
    ],
    breach: /report \d+ waits without a job/,
  },
  {
    name: "a job isn't tried again",
    journey: "report",
    edits: [
      {
        file: "club/platform/jobs/queue-job.ts",
        from: "{ ...(db && { db }), ",
        to: "{ retryLimit: 0, ...(db && { db }), ",
      },
    ],
    breach: /^job \S+ failed for good$/,
  },
  {
    name: "a balance gets a point that no entry has",
    journey: "report",
    edits: [
      {
        file: "club/points/ledger.ts",
        from: "set points = points + sum, added_count = added_count + added",
        to: "set points = points + sum + 1, added_count = added_count + added",
      },
    ],
    breach: /^user \d+: balance /,
  },
  {
    name: "an entry has other points than its sale",
    journey: "report",
    edits: [
      {
        file: "club/sales/deals/write-deals.ts",
        from: "values (deals.manager_id, deals.manager_points,",
        to: "values (deals.manager_id, deals.manager_points + 1,",
      },
    ],
    breach: /^verify-ledger: /,
  },
  {
    name: "letters are written outside the transaction of their invitations",
    journey: "invitations",
    edits: [
      {
        file: "club/people/invites/send-invite-letters.ts",
        from: "await sendMessages(\n    trx,",
        to: "await sendMessages(\n    services.db,",
      },
    ],
    breach: /^letters of invitations: /,
  },
  {
    name: "a request for a letter is confirmed although it couldn't be stored",
    journey: "outbox",
    isMeant: ({ faults }) =>
      faults.some(({ point, phase }) => point.name === "the job of the letter" && phase === "before"),
    edits: [
      {
        file: "club/people/accounts/restore-password.ts",
        from: "{ within: services.db });\n    services.jobs.wake(restoreLinkJob);",
        to: "{ within: services.db }).catch(() => undefined);\n    services.jobs.wake(restoreLinkJob);",
      },
    ],
    breach: /people asked for a letter, and \d+ were written$/,
  },
  {
    name: "a letter that was refused is marked as sent",
    journey: "outbox",
    isMeant: ({ faults }) => faults.some(({ kind, phase }) => kind === "refuse-mail" && phase === "before"),
    edits: [
      {
        file: DELIVER,
        from: "if (failure) await noteFailure(message, failure.error, services);\n      else await markSent",
        to: "await markSent",
      },
    ],
    breach: /is marked as sent, but never arrived$/,
  },
  {
    name: "a letter in flight is sent by everybody else, too",
    journey: "invitations",
    edits: [{ file: DELIVER, from: "next_attempt_at: claimEnd(time),", to: "next_attempt_at: time," }],
    breach: /messages arrived again, and \d+ faults can explain that$/,
  },
  {
    name: "a reply shows where in the sources it failed",
    journey: "exchange",
    edits: [
      {
        file: "club/platform/http/answer-call.ts",
        from: 'if (!isUnavailableError(err)) return { status: 500, errors: [errorEntry("cts.internal", DEFAULT_ERROR_MESSAGE)] };\n  return { status: 503, errors: [errorEntry("cts.unavailable", UNAVAILABLE_MESSAGE)]',
        to: 'return { status: 503, errors: [errorEntry("cts.unavailable", String(err.stack))]',
      },
    ],
    breach: /^the club's reply \d+ of \S+ shows /,
  },
  {
    name: "a lost connection to the database ends the process",
    journey: "exchange",
    edits: [
      {
        file: "club/platform/db/open.ts",
        from: "options.log.warn(",
        to: "process.exit(1), options.log.warn(",
      },
    ],
    breach: /ended by itself/,
  },
];
