import type { RequestListener } from "node:http";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import type { Logger } from "pino";
import type { Configuration } from "../app/lib/configuration.server";
import { DEFAULT_ERROR_MESSAGE } from "../contract/values";
import { createAccessRecorder, recordAccess } from "./access-log";
import { limitBody } from "./body-limit";
import { compressReplies } from "./compress";
import { sendErrorPage } from "./error-page";
import { requireKnownMethod } from "./known-methods";
import { createLoadContext, type UpstreamWays } from "./load-context";
import type { Metrics } from "./metrics";
import { shedLoad } from "./overload";
import { paceOutput } from "./pace-output";
import { openDoor } from "./pages/door";
import type { GuestPages } from "./pages/serve";
import { limitPosts, limitReads } from "./rate-limit";
import { resolveRequestOrigin } from "./request-origin";
import { setDefaultHeaders } from "./response-headers";
import type { RouteFinder } from "./routes";
import { requireSameOrigin } from "./same-origin";
import { countScriptFaults } from "./script-faults";
import { refuseMissingFiles } from "./static-files";

export interface PortalParts {
  configuration: Configuration;
  log: Logger;
  metrics: Metrics;
  routes: RouteFinder;
  /** Files of the client build, or Vite in development. */
  files: RequestHandler;
  /** Pages, forms and client navigations: Remix. */
  pages: RequestHandler;
  /** The ways to a club in this process; left out with another upstream. */
  club?: UpstreamWays | undefined;
  /** Tells which contents the club has; left out with another upstream. */
  findContentVersion?: (() => string | undefined) | undefined;
  /** Serves guests with kept pages; left out in development, where pages change. */
  guestPages?: GuestPages;
  /** `/healthz` and `/readyz`. */
  health: RequestHandler;
  isDraining: () => boolean;
  /** The id of the participant whose session these cookies hold. */
  findParticipant: (cookies: string) => Promise<string | undefined>;
}

/** Builds the Express application around Remix: the middleware in the order in which a request passes through it. */
export function createPortal(parts: PortalParts): RequestListener {
  const { configuration, log, metrics, routes, guestPages } = parts;
  const countRefusal = (reason: string) => () => metrics.countRefusal(reason);
  const record = createAccessRecorder(log, metrics);
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  app.set("trust proxy", configuration.trustProxy);

  app.use(resolveRequestOrigin(configuration.publicOrigin));
  app.use(createLoadContext(metrics, parts.club, parts.findContentVersion));
  app.use(setDefaultHeaders({ secure: configuration.secureCookies, pagePolicy: configuration.production }));
  app.use(closeWhenDraining(parts.isDraining));
  app.use(parts.health);
  app.use(parts.files);
  app.use(refuseMissingFiles((pathname) => routes.findPattern(pathname) !== undefined));
  app.use(recordAccess(record, (pathname) => routes.findPattern(pathname) ?? "*"));
  app.use(requireSameOrigin(configuration.publicOrigin, countRefusal("foreign-origin")));
  app.use(requireKnownMethod(routes.hasAction));
  app.use(
    limitBody({
      findUpload: routes.findUpload,
      findParticipant: parts.findParticipant,
      onRefuse: countRefusal("body"),
    }),
  );
  app.use(limitPosts(countRefusal("rate")));
  app.use(countScriptFaults({ log, metrics, findPage: routes.findPattern }));
  app.use(
    limitReads({
      perMinute: configuration.readsPerMinute,
      findParticipant: parts.findParticipant,
      onRefuse: countRefusal("reads"),
    }),
  );
  app.use(
    shedLoad({
      needsPage: (req) => routes.findPage(req.path) !== undefined && !guestPages?.isKept(req),
      hasClub: parts.club !== undefined,
      onRefuse: countRefusal("overload"),
    }),
  );
  if (guestPages) app.use(guestPages.handle);
  app.use(compressReplies());
  app.use(paceOutput());
  app.use(parts.pages);
  app.use(handleFailure(log));
  return guestPages ? openDoor(app, guestPages, record, parts.isDraining) : app;
}

function closeWhenDraining(isDraining: () => boolean): RequestHandler {
  return (_req, res, next) => {
    if (isDraining()) res.set("Connection", "close");
    next();
  };
}

/** Handles errors that Remix doesn't catch: an invalid URL gets 400, anything else is logged and leads to /500.html. */
function handleFailure(log: Logger): ErrorRequestHandler {
  return (error, req, res, _next) => {
    // What failed after the beginning of the response has been logged, and nobody reads a closed one.
    if (res.headersSent || res.destroyed) return void res.destroy();
    if (
      error instanceof URIError ||
      (error instanceof TypeError && "code" in error && error.code === "ERR_INVALID_URL")
    ) {
      return void res.status(400).type("text/plain").send("Bad request\n");
    }
    log.error({ err: error, requestId: res.locals.loadContext?.requestId }, "the request failed outside Remix");
    if (req.path.endsWith(".data")) {
      return sendErrorPage(req, res, { status: 500, title: "", text: DEFAULT_ERROR_MESSAGE });
    }
    res.redirect(303, "/500.html");
  };
}
