import type { RequestHandler, Response } from "express";
import type { Logger } from "pino";
import type { Metrics } from "./metrics";

/** Nginx's status of a request whose visitor left before it was answered. */
const VISITOR_LEFT = 499;
const OUTAGE = 503;

/** One request in the log. `route` is a pattern, because a path may contain personal data. */
export interface AccessRecord {
  requestId: string;
  method: string;
  route: string;
  status: number;
  ms: number;
  upstreamMs: number;
  upstreamCalls: number;
  aborted?: true;
}

/**
 * Writes a log line and a measurement for each request. The measurement counts an outage and a visitor who left as such: the
 * status that is sent is that of a redirect, or of a reply that nobody read. Neither contains network addresses, query strings
 * or cookies.
 */
export function recordAccess(log: Logger, metrics: Metrics, findRoute: (pathname: string) => string): RequestHandler {
  return (req, res, next) => {
    const started = performance.now();
    const { method, path } = req;
    const { requestId, upstreamCalls } = res.locals.loadContext;
    res.once("close", () => {
      const ms = performance.now() - started;
      const route = findRoute(path);
      const record: AccessRecord = {
        requestId,
        method,
        route,
        status: res.statusCode,
        ms: Math.round(ms),
        upstreamMs: Math.round(upstreamCalls.reduce((sum, call) => sum + call.ms, 0)),
        upstreamCalls: upstreamCalls.length,
        ...(res.writableFinished ? {} : { aborted: true as const }),
      };
      const isOutage = upstreamCalls.some(({ outcome }) => outcome === "outage") && leadsToErrorPage(res);
      const status = record.aborted ? VISITOR_LEFT : isOutage ? OUTAGE : res.statusCode;
      metrics.observeRequest(method, route, status, ms);
      log.info(record, "request");
    });
    next();
  };
}

/** Remix sends a redirect to script as a reply with status 202. */
function leadsToErrorPage(res: Response): boolean {
  return res.statusCode === 202 || String(res.getHeader("Location")).startsWith("/500.html");
}
