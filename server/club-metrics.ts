import { Gauge, type Registry } from "prom-client";

/** Where the metrics read the state of the club; each figure is explained in `club/figures.ts`. */
export interface WatchedClub {
  readFigures(): Promise<Figures>;
  readResources(): Promise<Resources>;
}

interface Figures {
  readonly messages: readonly {
    readonly channel: string;
    readonly count: number;
    readonly retried: number;
    readonly oldest: number;
  }[];
  readonly jobs: readonly {
    readonly queue: string;
    readonly state: string;
    readonly count: number;
    readonly oldest: number;
  }[];
  readonly waiting: readonly {
    readonly list: string;
    readonly filters: Readonly<Record<string, string>>;
    readonly count: number;
  }[];
  readonly ledger: { readonly at: Date; readonly differences: number } | null;
  readonly moves: readonly { readonly name: string; readonly moved: number; readonly ended_at: Date | null }[];
}

interface Resources {
  readonly connections: { readonly open: number; readonly idle: number; readonly waiting: number };
  readonly replicaLag?: number | null | undefined;
  readonly disk: { readonly free: number; readonly size: number };
}

/** Adds the gauges of the club's state. @returns reads the state and sets them */
export function showClub(registry: Registry, club: WatchedClub): () => Promise<void> {
  const showFigures = makeFigures(registry);
  const showResources = makeResources(registry);
  return async () => {
    showResources(await club.readResources());
    showFigures(await club.readFigures().catch(() => null));
  };
}

function makeResources(registry: Registry) {
  const gauge = makeGauges(registry);
  const connections = gauge("club_connections", "Connections of this process to the database for requests", "state");
  const waits = gauge("club_connection_waits", "Requests of this process that wait for a connection");
  const free = gauge("club_disk_free_bytes", "Free bytes of the disk of DATA_DIR");
  const size = gauge("club_disk_size_bytes", "Its size");
  const serves = gauge("club_replica_serves", "Whether the replica of DATABASE_READ_URL has answered: 1 or 0");
  const lag = gauge("club_replica_lag_seconds", "By how much it lagged behind the primary");
  return ({ connections: { open, idle, waiting }, disk, replicaLag }: Resources) => {
    for (const one of [serves, lag]) one.remove();
    if (replicaLag !== undefined) serves.set(replicaLag === null ? 0 : 1);
    if (typeof replicaLag === "number") lag.set(replicaLag);
    connections.set({ state: "used" }, open - idle);
    connections.set({ state: "idle" }, idle);
    waits.set(waiting);
    free.set(disk.free);
    size.set(disk.size);
  };
}

function makeFigures(registry: Registry) {
  const gauge = makeGauges(registry);
  const isRead = gauge("club_figures_read", "Whether the club's state could be read: 1 or 0");
  const messages = gauge("club_messages_waiting", "Messages that are due, or tried again", "channel", "state");
  const oldestMessage = gauge("club_messages_oldest_seconds", "For how long the oldest of them is due", "channel");
  const jobs = gauge("club_jobs", "Background jobs that are due, run, or have failed for good", "queue", "state");
  const oldestJob = gauge("club_jobs_oldest_seconds", "For how long the oldest of them is so", "queue", "state");
  const waiting = gauge("club_waiting", "What waits for an operator in a list of the console", "list", "filter");
  const verified = gauge("club_ledger_verified_timestamp_seconds", "When the ledger was last verified");
  const holds = gauge("club_ledger_holds", "Whether it held then: 1 or 0");
  const differences = gauge("club_ledger_differences", "How many differences there were then");
  const moved = gauge("club_data_move_rows", "Rows that a move of data has changed so far", "move");
  const ended = gauge("club_data_move_ended", "Whether it has ended: 1 or 0", "move");
  return (figures: Figures | null) => {
    // What isn't known has no figure.
    for (const one of [messages, oldestMessage, jobs, oldestJob, waiting, moved, ended]) one.reset();
    for (const one of [verified, holds, differences]) one.remove();
    isRead.set(figures ? 1 : 0);
    if (!figures) return;
    for (const { channel, count, retried, oldest } of figures.messages) {
      messages.set({ channel, state: "due" }, count - retried);
      messages.set({ channel, state: "retried" }, retried);
      oldestMessage.set({ channel }, oldest);
    }
    for (const { queue, state, count, oldest } of figures.jobs) {
      jobs.set({ queue, state }, count);
      oldestJob.set({ queue, state }, oldest);
    }
    for (const { list, filters, count } of figures.waiting) {
      const filter = Object.entries(filters).map(([name, value]) => `${name}=${value}`);
      waiting.set({ list, filter: filter.join(" ") }, count);
    }
    for (const { name, moved: rows, ended_at } of figures.moves) {
      moved.set({ move: name }, rows);
      ended.set({ move: name }, ended_at ? 1 : 0);
    }
    if (!figures.ledger) return;
    verified.set(figures.ledger.at.getTime() / 1000);
    holds.set(figures.ledger.differences === 0 ? 1 : 0);
    differences.set(figures.ledger.differences);
  };
}

function makeGauges(registry: Registry) {
  return <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
}
