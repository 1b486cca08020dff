import { type RequestHandler, Router } from "express";
import { menu } from "../contract/content";
import { createRequest } from "../contract/request";

const PROBE_TIMEOUT_MS = 3_000;
/** The result of a probe is reused for this long, because several monitors may ask at once. */
const PROBE_CACHE_MS = 2_000;

export interface HealthOptions {
  upstreamUrl: string;
  clientId: string;
  clientSecret: string;
  isDraining: () => boolean;
}

/** `/healthz`: the process runs. `/readyz`: it can take visitors, because the upstream replies and no shutdown is going on. */
export function serveHealth(options: HealthOptions): RequestHandler {
  let lastProbe: { at: number; result: Promise<boolean> } | undefined;
  const probe = () => {
    if (!lastProbe || Date.now() - lastProbe.at > PROBE_CACHE_MS) {
      lastProbe = { at: Date.now(), result: probeUpstream(options) };
    }
    return lastProbe.result;
  };
  const router = Router();
  router.get("/healthz", (_req, res) => {
    res.set("Cache-Control", "no-store").type("text/plain").send("ok\n");
  });
  router.get("/readyz", async (_req, res) => {
    const [status, text] = options.isDraining()
      ? [503, "shutting down"]
      : (await probe())
        ? [200, "ok"]
        : [503, "the upstream does not answer"];
    res.status(Number(status)).set("Cache-Control", "no-store").type("text/plain").send(`${text}\n`);
  });
  return router;
}

async function probeUpstream({ upstreamUrl, clientId, clientSecret }: HealthOptions): Promise<boolean> {
  const upstream = { origin: upstreamUrl, clientId, clientSecret };
  try {
    const reply = await fetch(createRequest(upstream, menu, {}), { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    await reply.body?.cancel();
    return reply.status < 500;
  } catch {
    return false;
  }
}
