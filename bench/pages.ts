import { loadavg } from "node:os";
import { LIGHT_COOKIE } from "../app/document/cache";
import { type Effort, measureInterleaved, median, type Round, type Target } from "./measure";
import { type BenchPortal, startPortal } from "./portal";
import { startBareRemix, startConstant, startRenderToString } from "./references/start-reference";
import { openShop } from "./shopper";
import { printTable } from "./table";

const RENDER = "renderToString";
const REMIX = "bare Remix";
const CONSTANT = "constant";

export interface PagesOptions extends Effort {
  /** Parts of the names of pages; all pages when empty. References are always measured. */
  readonly only: readonly string[];
}

/** Measures pages of the portal beside their references and prints the table. */
export async function benchPages({ only, ...effort }: PagesOptions): Promise<void> {
  const stops: (() => Promise<void>)[] = [];
  const keep = <Server extends { stop(): Promise<void> }>(server: Server): Server => {
    stops.unshift(() => server.stop());
    return server;
  };
  try {
    const portal = keep(await startPortal());
    const shopper = await openShop(portal);
    const references: Target[] = [
      { name: RENDER, server: keep(await startRenderToString()), path: "/list" },
      { name: REMIX, server: keep(await startBareRemix()), path: "/list" },
      { name: CONSTANT, server: keep(await startConstant(`${portal.origin}/login`)), path: "/" },
    ];
    const pages: Target[] = [
      { name: "sales", server: portal, path: "/dashboard/sales/", cookie: shopper },
      { name: "sales, light", server: portal, path: "/dashboard/sales/", cookie: `${shopper}; ${LIGHT_COOKIE}=1` },
      {
        ...{ name: "sales, new", server: portal, path: "/dashboard/sales/", cookie: shopper },
        nextPath: (count) => `/dashboard/sales/?n=${count}`,
      },
      { name: "cart", server: portal, path: "/dashboard/gifts/cart", cookie: shopper },
      { name: "login, guest", server: portal, path: "/login" },
      {
        ...{ name: "q&a, invented", server: portal, path: "/q&a/", encoding: "br" },
        nextPath: (count) => `/q&a/?question=${count % 1_000_000}`,
      },
    ];
    const wanted = pages.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
    const targets = [...references, ...wanted];
    const facts = new Map<Target, PageFacts>();
    for (const target of targets) facts.set(target, await readFacts(target, target.server === portal ? portal : null));
    const idle = await portal.readMetric("process_resident_memory_bytes");
    const results = await measureInterleaved(targets, effort);
    print(results, facts, effort);
    const loaded = await portal.readMetric("process_resident_memory_bytes");
    console.log(`Memory of portal and club: ${megabytes(idle)} before, ${megabytes(loaded)} after.`);
  } finally {
    for (const stop of stops) await stop();
  }
}

interface PageFacts {
  /** Rows in the page's tables. */
  readonly rows: number;
  /** Calls that the portal makes for the page; null for a reference. */
  readonly calls: number | null;
}

async function readFacts(target: Target, portal: BenchPortal | null): Promise<PageFacts> {
  const calls = () => portal?.readMetric("portal_upstream_seconds_count") ?? 0;
  // The first answer fills the caches.
  await look(target);
  const before = await calls();
  const html = await look(target);
  const bodies = Array.from(html.matchAll(/<tbody[^>]*>([\s\S]*?)<\/tbody>/g), ([, body = ""]) => body);
  const rows = bodies.reduce((sum, body) => sum + (body.match(/<tr[\s>]/g)?.length ?? 0), 0);
  return { rows, calls: portal && (await calls()) - before };
}

/** The HTML of a page. @throws when it isn't shown, such as after a redirect */
async function look({ server, path, cookie }: Target): Promise<string> {
  const response = await fetch(server.origin + path, { headers: { Cookie: cookie ?? "" }, redirect: "manual" });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${response.headers.get("location")}`);
  return response.text();
}

function print(results: Map<Target, Round[]>, facts: Map<Target, PageFacts>, effort: Effort): void {
  const roundsOf = (name: string) => [...results].find(([target]) => target.name === name)?.[1] ?? [];
  /** The ratio of each round, then the median: both have met the same noise. */
  const divide = (rounds: readonly Round[], reference: string) => {
    const others = roundsOf(reference);
    const ratios = rounds.map(
      ({ requestsPerSecond }, index) => requestsPerSecond / (others[index]?.requestsPerSecond ?? 0),
    );
    return median(ratios).toFixed(3);
  };
  const rows = [...results].map(([target, rounds]) => {
    const middle = (key: keyof Round) => median(rounds.map((round) => round[key]));
    const speeds = rounds.map(({ requestsPerSecond }) => requestsPerSecond);
    const { rows, calls } = facts.get(target) ?? { rows: 0, calls: null };
    return {
      page: target.name,
      rows: String(rows || ""),
      "req/s": middle("requestsPerSecond").toFixed(0),
      min: Math.min(...speeds).toFixed(0),
      max: Math.max(...speeds).toFixed(0),
      "÷ render": divide(rounds, RENDER),
      "÷ Remix": divide(rounds, REMIX),
      "÷ constant": divide(rounds, CONSTANT),
      "p50 ms": middle("p50").toFixed(0),
      "p99 ms": middle("p99").toFixed(0),
      "CPU ms": middle("cpu").toFixed(2),
      bytes: middle("bytes").toFixed(0),
      errors: String(rounds.reduce((sum, { errors }) => sum + errors, 0)),
      calls: calls === null ? "" : String(calls),
    };
  });
  const [load = 0] = loadavg();
  console.log(
    `${effort.connections} connections, ${effort.rounds} rounds of ${effort.seconds} s each, medians; load average ${load.toFixed(1)}`,
  );
  printTable(rows);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`;
}
