import { type RequestHandler, Router } from "express";
import { menu } from "../contract/content";
import { readReply } from "../contract/reply";
import { createRequest } from "../contract/request";
import { alias } from "../contract/values";

const PROBE_TIMEOUT_MS = 3_000;
/** The result of a probe is reused for this long, because several monitors may ask at once. */
const PROBE_CACHE_MS = 2_000;

export interface HealthOptions {
  upstreamUrl: string;
  clientId: string;
  clientSecret: string;
  isDraining: () => boolean;
}

/**
 * `/healthz`: the process runs. `/readyz`: it can take visitors, because the upstream replies, accepts the portal's credential,
 * and no shutdown is going on.
 */
export function serveHealth(options: HealthOptions): RequestHandler {
  let lastProbe: { at: number; result: Promise<string | null> } | undefined;
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
    const trouble = options.isDraining() ? "shutting down" : await probe();
    const status = trouble === null ? 200 : 503;
    res
      .status(status)
      .set("Cache-Control", "no-store")
      .type("text/plain")
      .send(`${trouble ?? "ok"}\n`);
  });
  return router;
}

/** Makes a call that needs the client credential only. Returns what is wrong, or null. */
async function probeUpstream({ upstreamUrl, clientId, clientSecret }: HealthOptions): Promise<string | null> {
  const upstream = { origin: upstreamUrl, clientId, clientSecret };
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
    const read = readReply(menu, reply.status, json);
    const isRefused = read.kind === "refusal" && read.refusal.aliases.includes(alias.clientRefused);
    if (!isRefused && ![401, 403].includes(reply.status)) return null;
    return "the upstream refuses the portal: check UPSTREAM_CLIENT_ID and UPSTREAM_CLIENT_SECRET";
  } catch {
    return "the upstream does not answer";
  }
}
