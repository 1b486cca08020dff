import { getRequestListener } from "@hono/node-server";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import type { Logger } from "pino";
import { STRICT_TRANSPORT } from "../app/document/security-headers";
import type { Configuration } from "../app/lib/configuration.server";
import { createAccessRecorder, recordAccess } from "./access-log";
import { requireKnownMethod } from "./known-methods";
import { chooseRequestId, getLoadContext } from "./load-context";
import type { Metrics } from "./metrics";
import { limitOperators } from "./rate-limit";
import { resolveRequestOrigin } from "./request-origin";
import type { RouteFinder } from "./routes";
import { requireSameOrigin } from "./same-origin";

/** Answers a request of the operators' API. */
export type FetchAsOperator = (request: Request) => Promise<Response>;

export interface ConsoleParts {
  readonly configuration: Configuration;
  /** In development a function that reads what has been edited. */
  readonly build: ServerBuild | (() => Promise<ServerBuild>);
  readonly routes: RouteFinder;
  readonly fetchAsOperator: FetchAsOperator;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly isDraining: () => boolean;
}

/** Acts take files of up to 32 MB. */
const BODY_LIMIT = 33 * 1024 * 1024;
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/** Builds what listens on OPERATOR_PORT: the operators' API under `/api/operator/`, and the console. */
export function createConsole(parts: ConsoleParts): express.Express {
  const { configuration, build, routes, log, metrics } = parts;
  const { operatorOrigin, trustProxy } = configuration;
  const isSecure = operatorOrigin?.startsWith("https:") ?? false;
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  // Without its origin no proxy stands in front: whoever reaches the port, perhaps through a tunnel, writes every header.
  app.set("trust proxy", operatorOrigin ? trustProxy : false);

  app.use(resolveRequestOrigin(operatorOrigin));
  if (!operatorOrigin) app.use(requireLoopbackName);
  app.use(setHeaders(isSecure, parts.isDraining));
  app.use(createLoadContext(parts, isSecure));
  app.use(recordAccess(createAccessRecorder(log, metrics), (path) => `operator:${routes.findPattern(path) ?? "*"}`));
  app.use(limitOperators(() => metrics.countRefusal("operator-rate")));
  app.use(limitBody);
  app.all(/^\/api\//, serveApi(parts.fetchAsOperator));
  app.use(requireKnownMethod(routes.hasAction));
  app.use(requireSameOrigin(operatorOrigin, () => metrics.countRefusal("foreign-origin")));
  // Its errors are written to the log; Remix's development mode would add script to the pages.
  app.use(createRequestHandler({ build, getLoadContext, mode: "production" }));
  app.use(handleFailure(log));
  return app;
}

/** Without a proxy in front, another name leads here only when somebody has pointed it at this machine. */
const requireLoopbackName: RequestHandler = (req, res, next) => {
  if (LOOPBACK_HOST.test(req.headers.host ?? "")) return next();
  res.status(403).type("text/plain").send("Set OPERATOR_ORIGIN to reach the console under this name\n");
};

function setHeaders(isSecure: boolean, isDraining: () => boolean): RequestHandler {
  return (_req, res, next) => {
    res.set({
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex, nofollow",
      "X-Content-Type-Options": "nosniff",
      // A stricter one would make browsers send `Origin: null` with the forms.
      "Referrer-Policy": "same-origin",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "X-Frame-Options": "DENY",
    });
    if (isSecure) res.set("Strict-Transport-Security", STRICT_TRANSPORT);
    if (isDraining()) res.set("Connection", "close");
    next();
  };
}

function createLoadContext(
  { configuration, fetchAsOperator, metrics }: ConsoleParts,
  secureCookies: boolean,
): RequestHandler {
  return (req, res, next) => {
    const operatorConsole = {
      fetchAsOperator: noteOperator(res, fetchAsOperator),
      secrets: configuration.sessionSecrets,
      secureCookies,
    };
    const requestId = chooseRequestId(req.headers["x-request-id"], true);
    res.locals.loadContext = {
      requestId,
      clientAddress: req.ip,
      upstreamCalls: [],
      fetchUpstream: undefined,
      answerRead: undefined,
      recordUpstreamCall: metrics.observeUpstreamCall,
      console: operatorConsole,
    };
    res.set("X-Request-Id", requestId);
    next();
  };
}

/** The access log says which operator a request was of, by the number: its line has no name. */
function noteOperator(res: express.Response, fetchAsOperator: FetchAsOperator): FetchAsOperator {
  return async (request) => {
    const response = await fetchAsOperator(request);
    res.locals.operator = response.headers.get("X-Caller") ?? res.locals.operator;
    return response;
  };
}

const limitBody: RequestHandler = (req, res, next) => {
  if (req.method === "GET" || req.method === "HEAD") return next();
  const length = Number(req.headers["content-length"] ?? (req.headers["transfer-encoding"] ? Number.NaN : 0));
  if (length <= BODY_LIMIT) return next();
  res
    .status(Number.isNaN(length) ? 411 : 413)
    .type("text/plain")
    .send("Файл слишком большой: до 32\u00a0МБ.\n");
};

/** The API for programs: they send an operator's token themselves, so that no site can make a browser do it. */
function serveApi(fetchAsOperator: FetchAsOperator): RequestHandler {
  return (req, res, next) => {
    const { requestId, clientAddress } = res.locals.loadContext;
    const listener = getRequestListener((request) => {
      const headers = new Headers(request.headers);
      headers.delete("x-forwarded-for");
      if (clientAddress) headers.set("x-forwarded-for", clientAddress);
      headers.set("x-request-id", requestId);
      return noteOperator(res, fetchAsOperator)(new Request(request, { headers }));
    });
    listener(req, res).catch(next);
  };
}

function handleFailure(log: Logger): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    if (res.headersSent || res.destroyed) return void res.destroy();
    log.error({ err: error, requestId: res.locals.loadContext?.requestId }, "the console failed");
    res.status(500).type("text/plain").send("Не получилось. Повторите через минуту.\n");
  };
}
