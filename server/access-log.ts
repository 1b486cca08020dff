import type { RequestHandler } from "express";
import type { Logger } from "pino";
import type { Metrics } from "./metrics";

/** What one request came to. `route` is a pattern, not an address: addresses may name people. */
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

/** One log line and one measurement a request; no addresses of people, no query strings, no cookies. */
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
      metrics.observeRequest(method, route, res.statusCode, ms);
      log.info(record, "request");
    });
    next();
  };
}
