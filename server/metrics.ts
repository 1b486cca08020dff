import { createServer, type Server } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { UpstreamCall } from "../app/lib/load-context.server";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 50];

/** The metrics of the process for Prometheus. */
export interface Metrics {
  observeRequest(method: string, route: string, status: number, ms: number): void;
  observeUpstreamCall(call: UpstreamCall): void;
  countRefusal(reason: string): void;
  countAlarm(alarm: string): void;
  countScriptFault(phase: string, route: string): void;
  /** Reads the last check of the club's ledger whenever the metrics are asked for. */
  watchLedger(read: () => Promise<{ readonly at: Date; readonly differences: number } | null>): void;
  /** Serves `GET /metrics` on a port of its own. Resolves when it listens. */
  listen(port: number, host: string): Promise<Server>;
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
  const alarms = new Counter({
    name: "club_alarms_total",
    help: "What an operator has to look at, such as a day's limit that is used up",
    labelNames: ["alarm"] as const,
    registers,
  });

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
    countAlarm: (alarm) => alarms.inc({ alarm }),
    countScriptFault: (phase, route) => scriptFaults.inc({ phase, route }),
    watchLedger: (read) => {
      const gauge = (name: string, help: string, value: (check: { at: Date; differences: number }) => number) =>
        new Gauge({
          name,
          help,
          registers,
          // Without a check, or without a database, there is no figure.
          async collect() {
            this.remove();
            const check = await read().catch(() => null);
            if (check) this.set(value(check));
          },
        });
      gauge(
        "club_ledger_verified_timestamp_seconds",
        "When the ledger was last verified",
        ({ at }) => at.getTime() / 1000,
      );
      gauge("club_ledger_holds", "Whether it held then: 1 or 0", ({ differences }) => (differences === 0 ? 1 : 0));
      gauge("club_ledger_differences", "How many differences there were then", ({ differences }) => differences);
    },
    listen(port, host) {
      collectDefaultMetrics({ register: registry });
      const server = createServer(async (req, res) => {
        if (req.url !== "/metrics") return res.writeHead(404).end();
        res.writeHead(200, { "Content-Type": registry.contentType }).end(await registry.metrics());
      });
      return new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => resolve(server));
      });
    },
  };
}
