import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { startPortal } from "./portal";
import { openShops } from "./shopper";

interface CrowdOptions {
  readonly people: number;
  /** Pages a second. */
  readonly rates: readonly number[];
  readonly seconds: number;
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

/**
 * Asks for pages of distinct people at rising rates, no address twice, so that each is rendered. A page is asked for when it is
 * due, however many others wait: visitors don't know of each other.
 */
export async function benchCrowd({ people, rates, seconds }: CrowdOptions): Promise<void> {
  const portal = await startPortal({ READS_PER_MINUTE: "0" });
  const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });
  try {
    const sessions = await openShops(portal, people);
    let asked = 0;
    const ask = () => {
      asked += 1;
      const path = `${PAGES[asked % PAGES.length]}?visit=${asked}`;
      return askFor(portal.origin + path, sessions[asked % sessions.length] ?? "", agent);
    };
    await askAtRate(ask, 20, seconds);
    console.log(`${people} people, ${seconds} s for each rate`);
    console.log("asked/s  accepted/s  p50 ms  p99 ms  refused/s  other");
    for (const rate of rates) {
      const outcomes = await askAtRate(ask, rate, seconds);
      const times = outcomes.filter(({ status }) => status === 200).map(({ ms }) => ms);
      times.sort((one, other) => one - other);
      const quantile = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
      const refused = outcomes.filter(({ status }) => status === 503).length;
      const other = outcomes.length - times.length - refused;
      const cells = [rate, times.length / seconds, quantile(0.5), quantile(0.99), refused / seconds, other];
      console.log(
        cells.map((cell, index) => String(Math.round(cell)).padStart([7, 10, 6, 6, 9, 5][index] ?? 0)).join("  "),
      );
    }
  } finally {
    agent.destroy();
    await portal.stop();
  }
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
