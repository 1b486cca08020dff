import { createServer, type Server } from "node:http";
import express, { type RequestHandler } from "express";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { UpstreamCall } from "../app/lib/load-context.server";
import { VERSION } from "../contract/version";
import { showClub, type WatchedClub } from "./club-metrics";
import { listen } from "./listen";
import type { PageSource } from "./pages/store";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 50];

// A counter that begins at its first event has not increased in the eyes of Prometheus, so that an alarm would miss it. Those
// that alarms look at begin at 0 with these labels.
const REFUSALS = ["foreign-origin", "body", "rate", "reads", "overload", "operator-rate"];
const ALARMS = ["points-per-day", "sms-per-day", "invites-per-day", "unfinished-mails-per-day"];
const DELIVERIES = ["sms", "email"].flatMap((channel) =>
  ["sent", "delayed", "lost"].map((outcome) => ({ channel, outcome })),
);

/** The metrics of the process for Prometheus. */
export interface Metrics {
  observeRequest(method: string, route: string, status: number, ms: number): void;
  observeUpstreamCall(call: UpstreamCall): void;
  countRefusal(reason: string): void;
  countPage(source: PageSource, status: number): void;
  countAlarm(alarm: string): void;
  countDelivery(channel: string, outcome: string): void;
  countJob(queue: string, outcome: string): void;
  countScriptFault(phase: string, route: string): void;
  /** Reads the state of the club whenever the metrics are asked for. */
  watchClub(club: WatchedClub): void;
  /**
   * Serves `GET /metrics` on a port of its own, or at a socket that was given, beside `/healthz` and `/readyz`. Resolves when it
   * listens.
   */
  listen(port: number, host: string, health: RequestHandler, descriptor?: number): Promise<Server>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: "portal_request_seconds",
    help: "Time to answer a request",
    labelNames: ["method", "route", "status"] as const,
    buckets: SECONDS,
    registers,
  });
  // Finding the series of some labels costs more than counting.
  const seriesOfRequests = new Map<string, ReturnType<typeof requests.labels>>();
  const upstream = new Histogram({
    name: "portal_upstream_seconds",
    help: "Time of a call to the upstream",
    labelNames: ["call", "outcome"] as const,
    buckets: SECONDS,
    registers,
  });
  const refusals = new Counter({
    name: "portal_refusals_total",
    help: "Requests refused before they reached the portal",
    labelNames: ["reason"] as const,
    registers,
  });
  for (const reason of REFUSALS) refusals.inc({ reason }, 0);
  const alarms = new Counter({
    name: "club_alarms_total",
    help: "What an operator has to look at, such as a day's limit that is used up",
    labelNames: ["alarm"] as const,
    registers,
  });

  const pages = new Counter({
    name: "portal_pages_total",
    help: "Pages by the way they were found: stored, same-state, rendered, or stored for an outage",
    labelNames: ["source", "status"] as const,
    registers,
  });
  const deliveries = new Counter({
    name: "club_deliveries_total",
    help: "Attempts to deliver a message: sent, delayed (tried again) or lost (not tried again)",
    labelNames: ["channel", "outcome"] as const,
    registers,
  });
  const jobRuns = new Counter({
    name: "club_job_runs_total",
    help: "Runs of background jobs: done, delayed (runs again) or failed (doesn't)",
    labelNames: ["queue", "outcome"] as const,
    registers,
  });
  new Gauge({
    name: "portal_build_info",
    help: "1, with the release and the version of Node.js",
    labelNames: ["version", "node"] as const,
    registers,
  }).set({ version: VERSION, node: process.version }, 1);
  /** What has to be read before the metrics are written. */
  const refreshes: (() => Promise<void>)[] = [];

  const scriptFaults = new Counter({
    name: "portal_script_faults_total",
    help: "Pages that reported a fault of their scripts, and showed the server's HTML",
    labelNames: ["phase", "route"] as const,
    registers,
  });

  return {
    observeUpstreamCall: ({ name, outcome, ms }) => upstream.observe({ call: name, outcome }, ms / 1000),
    observeRequest(method, route, status, ms) {
      const key = `${method} ${route} ${status}`;
      const series = seriesOfRequests.get(key) ?? requests.labels({ method, route, status });
      seriesOfRequests.set(key, series);
      series.observe(ms / 1000);
    },
    countRefusal: (reason) => refusals.inc({ reason }),
    countPage: (source, status) => pages.inc({ source, status }),
    countAlarm: (alarm) => alarms.inc({ alarm }),
    countDelivery: (channel, outcome) => deliveries.inc({ channel, outcome }),
    countJob: (queue, outcome) => jobRuns.inc({ queue, outcome }),
    countScriptFault: (phase, route) => scriptFaults.inc({ phase, route }),
    watchClub(club) {
      refreshes.push(showClub(registry, club));
      for (const alarm of ALARMS) alarms.inc({ alarm }, 0);
      for (const labels of DELIVERIES) deliveries.inc(labels, 0);
    },
    listen(port, host, health, descriptor) {
      collectDefaultMetrics({ register: registry });
      const app = express();
      app.disable("x-powered-by");
      app.use(health);
      app.get("/metrics", async (_req, res, next) => {
        try {
          for (const refresh of refreshes) await refresh();
          res.set("Content-Type", registry.contentType).end(await registry.metrics());
        } catch (error) {
          next(error);
        }
      });
      return listen(createServer(app), port, host, descriptor);
    },
  };
}
