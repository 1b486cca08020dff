import { constants } from "node:zlib";
import type { RequestHandler as RemixHandler } from "@remix-run/express";
import compression from "compression";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import type { Logger } from "pino";
import type { Configuration } from "../app/lib/configuration.server";
import { recordAccess } from "./access-log";
import { limitBody } from "./body-limit";
import { serveHealth } from "./health";
import { createLoadContext } from "./load-context";
import type { Metrics } from "./metrics";
import { settleOwnAddress } from "./own-address";
import { limitPosts } from "./rate-limit";
import { sendRefusal } from "./refusal";
import { completeHeaders } from "./response-headers";
import type { RouteFinder } from "./routes";
import { requireSameOrigin } from "./same-origin";
import { refuseMissingFiles } from "./static-files";

export interface PortalParts {
  configuration: Configuration;
  log: Logger;
  metrics: Metrics;
  routes: RouteFinder;
  /** Files of the client build, or Vite in development. */
  files: RequestHandler;
  pages: RemixHandler;
  /** Answers guests from memory; left out where pages change under the hands (development). */
  guestPages?: RequestHandler;
  isDraining: () => boolean;
}

/** The portal as an Express application: everything around Remix, in the order in which a request meets it. */
export function createPortal(parts: PortalParts): Express {
  const { configuration, log, metrics, routes } = parts;
  const count = (reason: string) => () => metrics.countRefusal(reason);
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  app.set("trust proxy", configuration.trustProxy);

  app.use(settleOwnAddress(configuration.publicOrigin));
  app.use(createLoadContext(metrics));
  app.use(completeHeaders({ secure: configuration.secureCookies, pagePolicy: configuration.production }));
  app.use(closeWhenDraining(parts.isDraining));
  app.use(
    serveHealth({
      upstreamUrl: configuration.upstreamUrl ?? "",
      clientId: configuration.upstreamClientId,
      clientSecret: configuration.upstreamClientSecret,
      isDraining: parts.isDraining,
    }),
  );
  app.use(parts.files);
  app.use(refuseMissingFiles((pathname) => routes.findPattern(pathname) !== undefined));
  app.use(recordAccess(log, metrics, (pathname) => routes.findPattern(pathname) ?? "*"));
  app.use(requireSameOrigin(configuration.publicOrigin, count("foreign-origin")));
  app.use(limitBody(count("body")));
  app.use(limitPosts(count("rate")));
  if (parts.guestPages) app.use(parts.guestPages);
  // A tenth smaller than with 4 for a quarter of a millisecond; stronger settings cost more time than the render itself.
  app.use(
    compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_LGWIN]: 16 } } }),
  );
  app.use(parts.pages);
  app.use(answerFailure(log));
  return app;
}

function closeWhenDraining(isDraining: () => boolean): RequestHandler {
  return (_req, res, next) => {
    if (isDraining()) res.set("Connection", "close");
    next();
  };
}

/** What even Remix could not answer. An address that isn't one is the asker's fault, the rest is a defect. */
function answerFailure(log: Logger): ErrorRequestHandler {
  return (error, req, res, _next) => {
    if (res.headersSent) return void res.destroy();
    if (
      error instanceof URIError ||
      (error instanceof TypeError && "code" in error && error.code === "ERR_INVALID_URL")
    ) {
      return void res.status(400).type("text/plain").send("Bad request\n");
    }
    log.error({ err: error, requestId: res.locals.loadContext?.requestId }, "the portal could not answer");
    if (req.path.endsWith(".data")) {
      return sendRefusal(req, res, { status: 500, title: "", text: "Ошибка выполнения запроса." });
    }
    res.redirect(303, "/500.html");
  };
}
