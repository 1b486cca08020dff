import { Agent, get } from "node:http";
import { cpus } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { type BenchPortals, type ProcessorTimes, startPortals } from "./portals";
import { openShops } from "./shopper";

interface CrowdOptions {
  readonly people: number;
  /** Pages a second. */
  readonly rates: readonly number[];
  readonly seconds: number;
  /** Numbers of processes. */
  readonly processes: readonly number[];
}

const PAGES = [
  "/dashboard/sales/",
  "/dashboard/gifts/",
  "/dashboard/points/",
  "/dashboard/gifts/cart",
  "/dashboard/profile/",
];
/** How often the requests that are due are sent. */
const TICK_MS = 5;

interface Outcome {
  /** 0: there was no answer. */
  readonly status: number;
  readonly ms: number;
}

/** What a rate has come to, in a second. */
interface Row {
  readonly asked: number;
  readonly accepted: number;
  readonly refused: number;
  readonly other: number;
  readonly p50: number;
  readonly p99: number;
  /** Processors that were used: by portals and clubs, PostgreSQL, this client, and everything else on the machine. */
  readonly used: {
    readonly portals: number;
    readonly postgres: number;
    readonly client: number;
    readonly others: number;
  };
}

const COLUMNS = ["asked/s", "accepted/s", "p50 ms", "p99 ms", "refused/s", "other"];
/** Pages that each process makes before it is measured: until then Node.js still compiles their code. */
const WARM_UP_PAGES = 1_500;
const WARM_UP_RATE = 60;

/**
 * Asks for pages of distinct people at rising rates, no address twice, so that each is rendered. A page is asked for when it is
 * due, however many others wait: visitors don't know of each other. Several processes are asked in turn.
 */
export async function benchCrowd({ people, rates, seconds, processes }: CrowdOptions): Promise<void> {
  const best = new Map<number, Row>();
  for (const count of processes) {
    const portals = await startPortals(count, { READS_PER_MINUTE: "0" });
    const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });
    try {
      const sessions = await openShops(portals, people);
      let asked = 0;
      const ask = () => {
        asked += 1;
        const path = `${PAGES[asked % PAGES.length]}?visit=${asked}`;
        const origin = portals.origins[asked % count] ?? portals.origin;
        return askFor(origin + path, sessions[asked % sessions.length] ?? "", agent);
      };
      await askAtRate(ask, WARM_UP_RATE, (WARM_UP_PAGES * count) / WARM_UP_RATE);
      console.log(`${people} people, ${count} ${count === 1 ? "process" : "processes"}, ${seconds} s for each rate`);
      console.log([...COLUMNS, "processors of portals, PostgreSQL, client, others"].join("  "));
      for (const rate of rates) {
        const row = await measureRate(portals, ask, rate, seconds);
        print(row);
        if (row.accepted > (best.get(count)?.accepted ?? 0)) best.set(count, row);
      }
    } finally {
      agent.destroy();
      await portals.stop();
    }
  }
  if (best.size > 1) compareWithModel(best);
}

function print({ asked, accepted, p50, p99, refused, other, used }: Row): void {
  const cells = [asked, accepted, p50, p99, refused, other].map((cell, index) =>
    String(Math.round(cell)).padStart(COLUMNS[index]?.length ?? 0),
  );
  console.log(
    [
      ...cells,
      Object.values(used)
        .map((one) => one.toFixed(2))
        .join(" "),
    ].join("  "),
  );
}

/** How much dearer a page is when there are twice as many processes as processors: they drive each other out of the caches. */
const CROWDING = 0.3;

/**
 * The model of docs/scale.md: one process has one processor for its pages, and all of them together those of the machine that
 * others leave, which PostgreSQL and the client use too. What a page costs is taken from the first number of processes.
 */
function compareWithModel(best: ReadonlyMap<number, Row>): void {
  const [reference] = best.values();
  if (!reference) return;
  const { portals, postgres, client } = reference.used;
  const ofPage = { portal: portals / reference.accepted, all: (portals + postgres + client) / reference.accepted };
  console.log("processes  accepted/s  model  measured ÷ model");
  for (const [count, { accepted, used }] of best) {
    const free = cpus().length - used.others;
    const crowding = 1 + CROWDING * Math.max(count / cpus().length - 1, 0);
    const model = Math.min(count / ofPage.portal, free / ofPage.all) / crowding;
    const cells = [String(count), accepted.toFixed(0), model.toFixed(0), (accepted / model).toFixed(2)];
    console.log(cells.map((cell, index) => cell.padStart([9, 10, 5, 16][index] ?? 0)).join("  "));
  }
}

async function measureRate(
  portals: BenchPortals,
  ask: () => Promise<Outcome>,
  rate: number,
  seconds: number,
): Promise<Row> {
  const begun = performance.now();
  const before = await portals.readProcessorTimes();
  const clientBefore = process.cpuUsage();
  const outcomes = await askAtRate(ask, rate, seconds);
  const own = process.cpuUsage(clientBefore);
  const after = await portals.readProcessorTimes();
  const elapsed = (performance.now() - begun) / 1000;
  const usedBy = (name: keyof ProcessorTimes) => (after[name] - before[name]) / elapsed;
  const client = (own.user + own.system) / 1e6 / elapsed;
  const [ofPortals, postgres] = [usedBy("portals"), usedBy("postgres")];
  const others = Math.max(usedBy("machine") - ofPortals - postgres - client, 0);
  const times = outcomes.filter(({ status }) => status === 200).map(({ ms }) => ms);
  times.sort((one, other) => one - other);
  const quantile = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  const refused = outcomes.filter(({ status }) => status === 503).length;
  return {
    asked: rate,
    accepted: times.length / elapsed,
    refused: refused / elapsed,
    other: outcomes.length - times.length - refused,
    p50: quantile(0.5),
    p99: quantile(0.99),
    used: { portals: ofPortals, postgres, client, others },
  };
}

async function askAtRate(ask: () => Promise<Outcome>, rate: number, seconds: number): Promise<Outcome[]> {
  const outcomes: Promise<Outcome>[] = [];
  const begun = performance.now();
  while (outcomes.length < rate * seconds) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - begun) / 1000) * rate));
    while (outcomes.length < due) outcomes.push(ask());
    await delay(TICK_MS);
  }
  return Promise.all(outcomes);
}

function askFor(url: string, cookie: string, agent: Agent): Promise<Outcome> {
  const begun = performance.now();
  return new Promise((done) => {
    const finish = (status: number) => done({ status, ms: performance.now() - begun });
    get(url, { agent, headers: { accept: "text/html", cookie } }, (response) => {
      response.resume();
      response.once("close", () => finish(response.complete ? (response.statusCode ?? 0) : 0));
    }).once("error", () => finish(0));
  });
}
