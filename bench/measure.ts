import autocannon from "autocannon";

/** A server in a process of its own. */
export interface MeasuredServer {
  readonly origin: string;
  /** Milliseconds of processor that the process has used so far. */
  readCpuMs(): Promise<number>;
  stop(): Promise<void>;
}

/** A page that is asked for again and again. */
export interface Target {
  readonly name: string;
  readonly server: MeasuredServer;
  readonly path: string;
  /** The `Cookie` header; none for a guest. */
  readonly cookie?: string;
  /** Gives each request another address, so that the server can't answer with a page that it has rendered before. */
  readonly nextPath?: (count: number) => string;
  /** `Accept-Encoding`; none by default, because the references don't compress. */
  readonly encoding?: string;
}

/** One round of one page. Times are milliseconds. */
export interface Round {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Bytes of an answer with its headers. */
  readonly bytes: number;
  /** Answers that aren't 2xx, and requests without an answer. */
  readonly errors: number;
  /** Milliseconds of processor for an answer in the server's process, without PostgreSQL. */
  readonly cpu: number;
}

export interface Effort {
  readonly connections: number;
  readonly rounds: number;
  /** Seconds for which each page is asked for in a round. */
  readonly seconds: number;
}

const WARM_UP_SECONDS = 2;

/** What a phone sends. */
const HEADERS = { accept: "text/html", "user-agent": "Mozilla/5.0 (Linux; Android 12) Chrome/126.0" };

/** Asks for all pages in turn, round after round, so that a noisy moment meets every page alike. */
export async function measureInterleaved(
  targets: readonly Target[],
  { rounds, seconds, connections }: Effort,
): Promise<Map<Target, Round[]>> {
  for (const target of targets) await measure(target, WARM_UP_SECONDS, connections);
  const results = new Map<Target, Round[]>(targets.map((target) => [target, []]));
  for (let round = 0; round < rounds; round++) {
    for (const target of targets) results.get(target)?.push(await measure(target, seconds, connections));
  }
  return results;
}

let addresses = 0;

async function measure(
  { server, path, cookie, nextPath, encoding }: Target,
  duration: number,
  connections: number,
): Promise<Round> {
  const headers = { ...HEADERS, ...(cookie && { cookie }), ...(encoding && { "accept-encoding": encoding }) };
  const cpuBefore = await server.readCpuMs();
  const result = await autocannon({
    url: server.origin + path,
    connections,
    duration,
    headers,
    ...(nextPath && {
      requests: [{ setupRequest: (request) => ({ ...request, path: nextPath(addresses++) }) }],
    }),
  });
  const cpuAfter = await server.readCpuMs();
  const answers = result.requests.total;
  return {
    requestsPerSecond: answers / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    bytes: Math.round(result.throughput.total / answers),
    errors: result.non2xx + result.errors,
    cpu: (cpuAfter - cpuBefore) / answers,
  };
}

/** The median of some figures. @param values at least one */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [upper = Number.NaN, lower = upper] = [sorted[middle], sorted[middle - 1]];
  return sorted.length % 2 === 1 ? upper : (lower + upper) / 2;
}
