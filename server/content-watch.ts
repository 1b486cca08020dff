import { setTimeout as delay } from "node:timers/promises";

import type { Logger } from "pino";
import { z } from "zod";
import type { FetchUpstream } from "../app/lib/load-context.server";

/** How often the club is asked whether its contents have changed. */
const PAUSE_MS = 2_000;
const ANSWER_MS = 5_000;

const reply = z.object({ result: z.object({ contents: z.string() }) });

export interface ContentWatch {
  /** Another text whenever the contents have changed; undefined where the upstream doesn't tell. */
  version(): string | undefined;
  close(): Promise<void>;
}

export interface ContentWatchOptions {
  /** The origin of a club, which tells at `/api/health` which contents it has. */
  readonly origin: string;
  /** Asks a club in this process; the network when left out. */
  readonly fetchUpstream?: FetchUpstream | undefined;
  /** Is called when the contents have changed. */
  readonly onChange: () => void;
  readonly log: Logger;
  readonly pauseMs?: number;
}

/**
 * Watches for changed contents, so that every portal shows them within seconds, although it keeps pages for a minute. While
 * the club doesn't answer, what is kept stays.
 */
export function watchContents(options: ContentWatchOptions): ContentWatch {
  const { origin, fetchUpstream = fetch, onChange, log, pauseMs = PAUSE_MS } = options;
  const stopping = new AbortController();
  let version: string | undefined;

  const look = async () => {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_MS)]);
    const response = await fetchUpstream(new Request(`${origin}/api/health`, { signal }), { signal });
    const { contents } = reply.parse(await response.json()).result;
    if (version !== undefined && contents !== version) onChange();
    version = contents;
  };
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) => log.debug({ err: error }, "the club doesn't tell which contents it has"));
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    version: () => version,
    async close() {
      stopping.abort();
      await watching;
    },
  };
}
