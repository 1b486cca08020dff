import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { getRequestListener } from "@hono/node-server";
import express, { type RequestHandler } from "express";

/** Answers one call of the API. */
export type FetchClub = (request: Request) => Promise<Response>;

/**
 * What listens at CLUB_HOST and CLUB_PORT: the club's API for portals of other processes, and for a balancer before several
 * clubs the same `/healthz` and `/readyz` as a portal has.
 */
export function createClubServer(
  tls: { readonly cert: Buffer; readonly key: Buffer } | null,
  fetchClub: FetchClub,
  health: RequestHandler,
  isDraining: () => boolean,
): Server {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  app.use((_req, res, next) => {
    if (isDraining()) res.set("Connection", "close");
    next();
  });
  app.use(health);
  const answer = getRequestListener(fetchClub, { overrideGlobalObjects: false });
  app.use((req, res) => void answer(req, res));
  const listener: RequestListener = app;
  return tls ? createTlsServer(tls, listener) : createServer(listener);
}
