import { logsJsonOnly } from "../app/lib/configuration.server";
import { createLogger, log } from "../app/lib/log.server";
import { explainStartFailure } from "./start-failure";

/** What listens where, and which release it is. */
export interface Opened {
  /** What visitors write. */
  readonly origin?: string | undefined;
  /** Where the portal listens, behind the proxy that visitors meet. */
  readonly pages?: string | undefined;
  readonly metrics?: string | undefined;
  readonly api?: string | undefined;
  readonly roles: readonly string[];
  readonly version: string;
  readonly operators?: string | undefined;
}

/** Tells that the start is over: to people as lines of their own, in a real deployment as one of the log. */
export function reportStart(opened: Opened, lines: readonly string[]): void {
  if (logsJsonOnly()) log().info({ opened }, "started");
  else console.log(lines.join("\n"));
}

/** Tells why the process ends: an error, or words. It may be that the variables can't be read. */
export function reportFailure(failure: unknown): void {
  const words = typeof failure === "string" ? failure : explainStartFailure(failure);
  if (!logsJsonOnly()) console.error(words ?? failure);
  else if (words === undefined) createLogger("fatal").fatal({ err: failure }, "the process ends");
  else createLogger("fatal").fatal(words);
}

/** In a real deployment, what Node would print by itself becomes lines of the log. */
export function logWhatNodePrints(): void {
  if (!logsJsonOnly()) return;
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log().warn({ err: warning }, "warning of Node"));
  process.on("uncaughtException", (error) => {
    log().fatal({ err: error }, "uncaught exception");
    process.exit(1);
  });
}
