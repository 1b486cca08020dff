import { type RequestHandler, Router } from "express";
import { menu } from "../contract/content";
import { refusesClient } from "../contract/reply";
import { createRequest } from "../contract/request";
import { VERSION } from "../contract/version";

const PROBE_TIMEOUT_MS = 3_000;
/** The result of a probe is reused for this long, because several monitors may ask at once. */
const PROBE_CACHE_MS = 2_000;

/** What can't be served, and why: `upstream`, or `database`, `writing`, `jobs` of the embedded club, or `visitors` in a stop. */
export interface Trouble {
  readonly name: string;
  readonly reason: string;
}

export interface HealthOptions {
  /** What the portal of this process calls; left out where it has none. */
  upstream?: Upstream;
  isDraining: () => boolean;
  /** What the embedded club can't do. */
  checkClub?: (() => Promise<readonly Trouble[]>) | undefined;
  /** Whether guests get their pages although the upstream is down. */
  servesGuestsInOutage?: (() => boolean) | undefined;
}

interface Upstream {
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Without these no page can be made. */
const NEEDED_BY_GUESTS = new Set(["upstream", "database"]);

/**
 * `/healthz`: the process runs, and which release it is. `/readyz`: what can't be served, as
 * `{ready, guests, unavailable: [{name, reason}]}`. Its status is 503 only where guests can't be served either: a balancer
 * would otherwise take away the pages that are still there.
 */
export function serveHealth(options: HealthOptions): RequestHandler {
  let lastProbe: { at: number; result: Promise<readonly Trouble[]> } | undefined;
  const probe = () => {
    if (!lastProbe || Date.now() - lastProbe.at > PROBE_CACHE_MS) {
      lastProbe = { at: Date.now(), result: findTroubles(options) };
    }
    return lastProbe.result;
  };
  const router = Router();
  router.get("/healthz", (_req, res) => {
    res.set("Cache-Control", "no-store").type("text/plain").send(`ok ${VERSION}\n`);
  });
  router.get("/readyz", async (_req, res) => {
    const isDraining = options.isDraining();
    const unavailable = isDraining ? [{ name: "visitors", reason: "shutting down" }] : await probe();
    const pagesFail = unavailable.some(({ name }) => NEEDED_BY_GUESTS.has(name));
    const guests = !isDraining && (!pagesFail || options.servesGuestsInOutage?.() === true);
    res
      .status(guests ? 200 : 503)
      .set("Cache-Control", "no-store")
      .json({ ready: unavailable.length === 0, guests, unavailable });
  });
  return router;
}

async function findTroubles(options: HealthOptions): Promise<readonly Trouble[]> {
  const [upstream, club] = await Promise.all([
    options.upstream ? probeUpstream(options.upstream) : null,
    options.checkClub?.() ?? [],
  ]);
  return [...(upstream === null ? [] : [{ name: "upstream", reason: upstream }]), ...club];
}

/** Makes a call that needs the client credential only. Returns what is wrong, or null. */
async function probeUpstream(upstream: Upstream): Promise<string | null> {
  try {
    const reply = await fetch(createRequest(upstream, menu, {}), {
      redirect: "error",
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    if (reply.status >= 500) {
      await reply.body?.cancel();
      return `the upstream fails with ${reply.status}`;
    }
    const json: unknown = await reply.json().catch((error: unknown) => {
      if (!(error instanceof SyntaxError)) throw error;
    });
    if (!refusesClient(menu, reply.status, json)) return null;
    return "the upstream refuses the portal: check UPSTREAM_CLIENT_ID and UPSTREAM_CLIENT_SECRET";
  } catch {
    return "the upstream does not answer";
  }
}
