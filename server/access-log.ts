import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import type { Logger } from "pino";
import type { UpstreamCall } from "../app/lib/load-context.server";
import { findTracing, type TraceHeaders } from "../contract/tracing";
import type { Metrics } from "./metrics";
import type { PageSource } from "./pages/store";

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
  /** Which way a page was found; left out where there is none. */
  page?: PageSource;
  /** Of the console and the operators' API: the number of the operator. */
  operator?: string;
  aborted?: true;
}

/** A request that is being answered. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route, or a function that finds it once the request has been answered. */
  readonly route: string | (() => string);
  /** The headers of whoever is trusted to have begun its trace. */
  readonly trace?: TraceHeaders;
  /** The calls that were made for it so far. */
  readonly upstreamCalls?: readonly UpstreamCall[];
  /** Which way the page was found, or a function that says it once the request has been answered. */
  readonly page?: PageSource | (() => PageSource | undefined);
  /** Finds the operator once the request has been answered. */
  readonly operator?: () => string | undefined;
}

/** Records a request when its response is closed. What answers it is run by what is returned, so that it is traced. */
export type AccessRecorder = (res: ServerResponse, request: AnsweredRequest) => <R>(answer: () => R) => R;

/**
 * Writes a log line and a measurement for each request. The measurement counts an outage and a visitor who left as such: the
 * status that is sent is that of a redirect, or of a reply that nobody read. Neither contains network addresses, query strings
 * or cookies.
 */
export function createAccessRecorder(log: Logger, metrics: Metrics): AccessRecorder {
  return (res, { requestId, method, route: given, upstreamCalls = [], page: found, operator: findOperator, trace }) => {
    const started = performance.now();
    const span = findTracing()?.begin({ name: method, kind: "server", ...(trace && { from: trace }) });
    const run = span?.run ?? ((work) => work());
    res.once("close", () => {
      const ms = performance.now() - started;
      const route = typeof given === "string" ? given : given();
      const page = typeof found === "function" ? found() : found;
      const operator = findOperator?.();
      const record: AccessRecord = {
        requestId,
        method,
        route,
        status: res.statusCode,
        ms: Math.round(ms),
        upstreamMs: Math.round(upstreamCalls.reduce((sum, call) => sum + call.ms, 0)),
        upstreamCalls: upstreamCalls.length,
        ...(page && { page }),
        ...(operator && { operator }),
        ...(res.writableFinished ? {} : { aborted: true as const }),
      };
      const isOutage = upstreamCalls.some(({ outcome }) => outcome === "outage") && leadsToErrorPage(res);
      const status = record.aborted ? VISITOR_LEFT : isOutage ? OUTAGE : res.statusCode;
      metrics.observeRequest(method, route, status, ms);
      if (page) metrics.countPage(page, status);
      run(() => log.info(record, "request"));
      span?.end({
        name: `${method} ${route}`,
        facts: {
          ...{ "http.request.method": method, "http.route": route, "http.response.status_code": status },
          ...{ "request.id": requestId, "page.source": page },
        },
        error: status >= 500 ? String(status) : undefined,
      });
    });
    return run;
  };
}

/** Records the requests that pass through the portal. */
export function recordAccess(record: AccessRecorder, findRoute: (pathname: string) => string): RequestHandler {
  return (req, res, next) => {
    const { method, path } = req;
    const { requestId, upstreamCalls } = res.locals.loadContext;
    const answer = record(res, {
      trace: readTraceHeaders(req.headers),
      ...{ requestId, method, route: () => findRoute(path), upstreamCalls },
      page: () => res.locals.pageSource,
      operator: () => res.locals.operator,
    });
    answer(next);
  };
}

/** The headers of a trace; those of visitors have been removed before. */
export function readTraceHeaders({ traceparent, tracestate }: IncomingHttpHeaders): TraceHeaders {
  const first = (value: string | string[] | undefined) => (typeof value === "string" ? value : value?.[0]);
  return { traceparent: first(traceparent), tracestate: first(tracestate) };
}

/** Remix sends a redirect to script as a reply with status 202. */
function leadsToErrorPage(res: ServerResponse): boolean {
  return res.statusCode === 202 || String(res.getHeader("Location")).startsWith("/500.html");
}
