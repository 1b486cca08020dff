import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { POOL_CONNECTIONS } from "../../club/platform/db/pool-size";
import { createQueues } from "../../club/platform/jobs/create-queues";
import { createJobRunner } from "../../club/platform/jobs/job-runner";
import type { DataMove } from "../../club/platform/moves/data-move";
import { runMoves } from "../../club/platform/moves/run-moves";
import { deliverDueMessages, retryDelaySeconds } from "../../club/platform/outbox/deliver-messages";
import { sendMessage } from "../../club/platform/outbox/send-message";
import { readLagging } from "../../club/platform/read-lagging";
import type { Alarm, DeliveryOutcome, JobDefinition, Services } from "../../club/platform/services";
import { verifyLedgerJob } from "../../club/points/jobs";
import type { WatchedClub } from "../../server/club-metrics";
import { originOf } from "../../server/listen";
import { createMetrics, type Metrics } from "../../server/metrics";
import { addPerson } from "../club/club-people";
import { reportSamples } from "../club/platform/acts/report-samples";
import { credit } from "../club/points/people";
import { openTestClub, quiet, type TestClub } from "../setup/club";
import { openMailServer } from "../setup/mail-server";
import { evaluate, parseMetrics } from "./evaluate-alert";

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string };
}

const MINUTE_MS = 60_000;

let club: TestClub;
let metrics: Metrics;
let server: Server;
/** What the metrics read of the club; a test puts something else in its place. */
let watched: WatchedClub;
/** Done after each test. */
const undo: (() => unknown)[] = [];

beforeAll(async () => {
  // Nobody listens there.
  club = await openTestClub({ work: false, settings: { smtpUrl: "smtp://127.0.0.1:1" } });
  metrics = createMetrics();
  metrics.watchClub({
    readFigures: () => watched.readFigures(),
    readResources: () => watched.readResources(),
  });
  // Of routes and calls there are too many for a series before the first fault: the second one counts.
  metrics.observeRequest("GET", "/login", 503, 5);
  metrics.observeUpstreamCall({ name: "menu", outcome: "outage", ms: 5 });
  metrics.countScriptFault("hydration", "/login");
  server = await metrics.listen(0, "127.0.0.1", (_req, _res, next) => next());
});
beforeEach(() => {
  watched = club.club;
});
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
});
afterAll(async () => {
  await new Promise((done) => server.close(done));
  await club.close();
});

const { groups } = parse(readFileSync("docs/monitoring/alerts.yml", "utf8")) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

const servicesOf = () => ({ ...club.club.services, ...metrics });

async function readMetrics(): Promise<string> {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}

const scrape = async () => parseMetrics(await readMetrics());

/** Does what an alarm is for. Each rule of the file has to stand here. */
const provoked: Readonly<Record<string, () => Promise<void>>> = {
  async PagesFail() {
    for (let page = 0; page < 21; page++) metrics.observeRequest("GET", "/login", 503, 5);
  },
  async UpstreamFails() {
    for (let call = 0; call < 6; call++) metrics.observeUpstreamCall({ name: "menu", outcome: "outage", ms: 5 });
  },
  async Overloaded() {
    for (let page = 0; page < 51; page++) metrics.countRefusal("overload");
  },
  async EventLoopSlow() {
    // A delay is measured from tick to tick: this one has been seen when another observer has seen it.
    const observer = monitorEventLoopDelay({ resolution: 10 });
    observer.enable();
    while (observer.max < 1.2e9) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
      await setImmediate();
    }
    observer.disable();
  },
  async ScriptFaults() {
    for (let page = 0; page < 21; page++) metrics.countScriptFault("hydration", "/login");
  },
  async ClubUnreadable() {
    watched = { ...club.club, readFigures: () => Promise.reject(new Error("the database does not answer")) };
  },
  async MessagesWait() {
    const services = servicesOf();
    await sendMessage(services.db, services, { channel: "email", to: "anna@example.com", text: "Пароль" });
    for (let attempt = 1; attempt <= 6; attempt++) {
      await deliverDueMessages("email", services);
      club.clock.advance(retryDelaySeconds(attempt) * 1000);
    }
    expect(await readMetrics()).toContain('club_messages_waiting{channel="email",state="retried"} 1\n');
  },
  async MessagesLost() {
    const mail = await openMailServer({ RCPT: "550 no such person" });
    const services = servicesOf();
    await sendMessage(services.db, services, { channel: "email", to: "nobody@example.com", text: "Привет" });
    await deliverDueMessages("email", { ...services, settings: { ...services.settings, smtpUrl: mail.url } });
    mail.close();
  },
  async DayLimitReached() {
    metrics.countAlarm("sms-per-day");
  },
  async JobsFail() {
    const job: JobDefinition = {
      queue: "alarm-test",
      retryLimit: 0,
      handle: () => Promise.reject(new Error("broken")),
    };
    const runner = createJobRunner(club.connectionString, quiet, { count: metrics.countJob });
    await createQueues(club, [job] as JobDefinition<never>[], quiet);
    await runner.start([job] as JobDefinition<never>[], { db: club.db } as Services);
    await runner.send(job, {});
    await expect
      .poll(async () => (await scrape()).some(({ name, value }) => name === "club_job_runs_total" && value > 0))
      .toBe(true);
    await runner.stop();
  },
  async JobsStand() {
    // Nobody works in this club.
    await club.club.services.jobs.send(verifyLedgerJob, {});
    await sql`update pgboss.job set start_after = now() - interval '16 minutes' where name = ${verifyLedgerJob.queue}`.execute(
      club.db,
    );
  },
  async ReportsWait() {
    await reportSamples["approve-report"]?.(club);
  },
  async ConnectionsWait() {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const { db } = club.club.services;
    const used = Array.from({ length: POOL_CONNECTIONS }, () => db.transaction().execute(() => released));
    const waiting = db.selectFrom("users").select("id").limit(1).execute();
    undo.push(release, () => Promise.all([...used, waiting]));
    await expect.poll(async () => (await club.club.readResources()).connections.waiting).toBe(1);
  },
  async ReplicaAway() {
    // Nobody listens there either.
    const other = await openTestClub({ work: false, readUrl: () => "postgresql://127.0.0.1:1/club" });
    undo.push(() => other.close());
    await readLagging(other.club.services, async () => undefined);
    watched = other.club;
  },
  async ReplicaLags() {
    const resources = await club.club.readResources();
    watched = { ...club.club, readResources: async () => ({ ...resources, replicaLag: 61 }) };
  },
  async MoveStands() {
    const stopping = new AbortController();
    const services = servicesOf();
    const move: DataMove = {
      name: "alarm-test",
      since: "0001",
      // The process is stopped before the next batch.
      async moveBatch() {
        stopping.abort();
        return { moved: 1, next: "1" };
      },
    };
    await expect(runMoves(services, [move], { stopping: stopping.signal })).rejects.toThrow("aborted");
    undo.push(() => services.db.deleteFrom("data_moves").where("name", "=", move.name).execute());
  },
  async DiskFull() {
    const resources = await club.club.readResources();
    watched = { ...club.club, readResources: async () => ({ ...resources, disk: { free: 9, size: 100 } }) };
  },
  async LedgerUnverified() {
    await verifyLedgerJob.handle({}, servicesOf());
    club.clock.advance(49 * 60 * MINUTE_MS);
  },
  async LedgerDiffers() {
    const { id } = await addPerson(club, { role: "member" });
    await credit(club, [
      { userId: id, amount: 500, reason: "promo_code", reference: "promo_code:WORD", action: "Промокод" },
    ]);
    await verifyLedgerJob.handle({}, servicesOf());
  },
};

/** Prometheus itself notes it. */
const OWN = ["PortalDown"];

test.for(rules.filter(({ alert }) => !OWN.includes(alert)))(
  "architecture: the alarm $alert is given for what it is for, and not before",
  async ({ alert, expr }) => {
    const provoke = provoked[alert];
    if (!provoke) throw new Error(`Nothing here provokes the alarm ${alert}`);
    let before = await scrape();
    const isGiven = async () => {
      before = await scrape();
      return evaluate(expr, before, before, club.clock.now());
    };
    // A crowded machine may itself have blocked the main thread until now.
    await expect.poll(isGiven).toBe(false);
    await provoke();
    expect(evaluate(expr, await scrape(), before, club.clock.now())).toBe(true);
  },
);

test("architecture: what an alarm counts has a series before its first event, which Prometheus would miss otherwise", async () => {
  const fresh = createMetrics();
  fresh.watchClub(club.club);
  const other = await fresh.listen(0, "127.0.0.1", (_req, _res, next) => next());
  const text = await (await fetch(originOf(other, "127.0.0.1").concat("/metrics"))).text();
  await new Promise((done) => other.close(done));
  const alarms: Record<Alarm, 0> = {
    ...{ "points-per-day": 0, "sms-per-day": 0 },
    ...{ "invites-per-day": 0, "unfinished-mails-per-day": 0 },
  };
  for (const alarm of Object.keys(alarms)) expect(text).toContain(`club_alarms_total{alarm="${alarm}"} 0\n`);
  const outcomes: Record<DeliveryOutcome, 0> = { sent: 0, delayed: 0, lost: 0 };
  for (const outcome of Object.keys(outcomes)) {
    for (const channel of ["sms", "email"]) {
      expect(text).toContain(`club_deliveries_total{channel="${channel}",outcome="${outcome}"} 0\n`);
    }
  }
  expect(text).toContain('portal_refusals_total{reason="overload"} 0\n');
});

test("architecture: every alarm says in a sentence what is wrong, and dashboard and alarms have every metric of ours", async () => {
  for (const { annotations } of rules) expect(annotations.summary).toMatch(/^[A-Z].*[.]$/);
  const known = new Set([...(await readMetrics()).matchAll(/^# TYPE (\w+)/gm)].map(([, name = ""]) => name));
  const dashboard = readFileSync("docs/monitoring/dashboard.json", "utf8");
  const used = dashboard.match(/\b(?:portal|club|nodejs|process)_\w+/g) ?? [];
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((name) => !known.has(name.replace(/_(?:bucket|count)$/, "")))).toEqual([]);
  const shown = `${dashboard}${rules.map(({ expr }) => expr).join(" ")}`;
  expect([...known].filter((name) => /^(?:portal|club)_/.test(name) && !shown.includes(name))).toEqual([]);
});
