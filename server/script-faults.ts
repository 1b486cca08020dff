import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { FAULT_PATH, FAULT_PHASES } from "../app/document/held-script";
import type { Metrics } from "./metrics";

/** The browser and its version, such as `Chrome/84`, in a `User-Agent`. Safari names its own as that of a page. */
const BROWSER = /(?:Firefox|Chrome|Version)\/\d+/;

export interface ScriptFaultParts {
  readonly log: Logger;
  readonly metrics: Pick<Metrics, "countScriptFault">;
  /** The pattern of the page at this path. */
  readonly findPage: (pathname: string) => string | undefined;
}

/**
 * Counts the faults of scripts that pages report. It answers every post to its two addresses alike; the posts of one network
 * address have been limited before.
 */
export function countScriptFaults({ log, metrics, findPage }: ScriptFaultParts): RequestHandler {
  return (req, res, next) => {
    const phase = FAULT_PHASES.find((name) => req.path === FAULT_PATH + name);
    if (phase === undefined || req.method !== "POST") return next();
    const referrer = req.get("referer") ?? "";
    const route = (URL.canParse(referrer) && findPage(new URL(referrer).pathname)) || "*";
    const browser = BROWSER.exec(req.get("user-agent") ?? "")?.[0];
    metrics.countScriptFault(phase, route);
    log.warn({ phase, route, browser }, "the scripts of a page failed");
    res.status(204).end();
  };
}
