import { afterAll, beforeAll, expect, test } from "vitest";
import type { WatchedClub } from "../../server/club-metrics";
import { createMetrics, type Metrics } from "../../server/metrics";
import { parseMetrics } from "./evaluate-alert";

let metrics: Metrics;
let watched: WatchedClub;
let close: () => void;
let address: string;

beforeAll(async () => {
  metrics = createMetrics();
  metrics.watchClub({ readFigures: () => watched.readFigures(), readResources: () => watched.readResources() });
  const server = await metrics.listen(0, "127.0.0.1", (req, res, next) =>
    req.path === "/healthz" ? res.send("ok") : next(),
  );
  close = () => server.close();
  const listens = server.address();
  address = `http://127.0.0.1:${typeof listens === "object" ? listens?.port : ""}`;
});
afterAll(() => close?.());

/** The values of the club's metrics and of those of refusals, by name and labels; counters only once they have counted. */
async function readFigures() {
  const text = await (await fetch(`${address}/metrics`)).text();
  return Object.fromEntries(
    parseMetrics(text)
      .filter(({ name }) => name.startsWith("club_") || name === "portal_refusals_total")
      .filter(({ name, value }) => !name.endsWith("_total") || value > 0)
      .map(({ name, labels, value }) => [[name, ...Object.values(labels)].join(" "), value]),
  );
}

const resources = {
  connections: { open: 9, idle: 4, waiting: 3 },
  replicaLag: 2,
  disk: { free: 500, size: 800 },
};
const figures = {
  messages: [{ channel: "sms", count: 7, retried: 3, oldest: 61 }],
  jobs: [{ queue: "reports", state: "failed", count: 2, oldest: 33 }],
  waiting: [{ list: "orders", filters: { status: "new", kind: "card" }, count: 5 }],
  ledger: { at: new Date(1_700_000_000_000), differences: 6 },
  moves: [
    { name: "done", moved: 8, ended_at: new Date() },
    { name: "going-on", moved: 1, ended_at: null },
  ],
};

test("architecture: each metric of the club's state has its own figure", async () => {
  watched = { readResources: async () => resources, readFigures: async () => figures };
  metrics.countRefusal("body");
  expect(await readFigures()).toEqual({
    "club_connections used": 5,
    "club_connections idle": 4,
    club_connection_waits: 3,
    club_disk_free_bytes: 500,
    club_disk_size_bytes: 800,
    club_replica_serves: 1,
    club_replica_lag_seconds: 2,
    club_figures_read: 1,
    "club_messages_waiting sms due": 4,
    "club_messages_waiting sms retried": 3,
    "club_messages_oldest_seconds sms": 61,
    "club_jobs reports failed": 2,
    "club_jobs_oldest_seconds reports failed": 33,
    "club_waiting orders status=new kind=card": 5,
    club_ledger_verified_timestamp_seconds: 1_700_000_000,
    club_ledger_holds: 0,
    club_ledger_differences: 6,
    "club_data_move_rows done": 8,
    "club_data_move_ended done": 1,
    "club_data_move_rows going-on": 1,
    "club_data_move_ended going-on": 0,
    "portal_refusals_total body": 1,
  });
  expect(await (await fetch(`${address}/healthz`)).text()).toBe("ok");
});

test("architecture: what can't be read of the club, or isn't there, has no figure", async () => {
  const dark = {
    readResources: async () => ({ ...resources, replicaLag: null }),
    readFigures: () => Promise.reject(new Error("no database")),
  };
  watched = dark;
  expect(await readFigures()).toEqual({
    "club_connections used": 5,
    "club_connections idle": 4,
    club_connection_waits: 3,
    club_disk_free_bytes: 500,
    club_disk_size_bytes: 800,
    club_replica_serves: 0,
    club_figures_read: 0,
    "portal_refusals_total body": 1,
  });
  watched = { ...dark, readResources: async () => ({ ...resources, replicaLag: undefined }) };
  expect(await readFigures()).not.toHaveProperty("club_replica_serves");
  // A ledger without differences holds.
  watched = {
    readResources: async () => resources,
    readFigures: async () => ({ ...figures, ledger: { at: new Date(0), differences: 0 } }),
  };
  expect(await readFigures()).toMatchObject({ club_ledger_holds: 1, club_ledger_differences: 0 });
});
