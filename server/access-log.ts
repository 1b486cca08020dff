import type { RequestHandler } from "express";
import type { Logger } from "pino";
import type { Metrics } from "./metrics";

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

/** Writes a log line and a measurement for each request, without network addresses, query strings and cookies. */
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
