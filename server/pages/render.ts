import {
  type AppLoadContext,
  createReadableStreamFromReadable,
  createRequestHandler,
  type ServerBuild,
} from "@remix-run/node";
import type { Request as ExpressRequest, Response as ExpressResponse } from "express";
import type { RouteFinder } from "../routes";
import type { GuestIdentity } from "./identity";

/** Renders a page with Remix, or answers a form or a client navigation. */
export type RenderPage = (request: Request, context: AppLoadContext) => Promise<Response>;

/**
 * Remix matches each request against all routes of its build several times, ranks them anew each time, and makes route objects
 * of all of them to render one. So each branch of routes gets a build of its own, which has only the routes that its pages go
 * through.
 */
export function createPageRenderer(build: ServerBuild, { findBranch }: Pick<RouteFinder, "findBranch">): RenderPage {
  const renderers = new Map<string, RenderPage>();
  const rendererOf = (branch: readonly string[]): RenderPage => {
    const key = branch.join(" ");
    const renderer = renderers.get(key) ?? createRequestHandler(keepRoutes(build, branch), "production");
    renderers.set(key, renderer);
    return renderer;
  };
  const renderAny = createRequestHandler(build, "production");
  return (request, context) => {
    const branch = findBranch(new URL(request.url).pathname);
    return (branch ? rendererOf(branch) : renderAny)(request, context);
  };
}

function keepRoutes(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const keep = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.includes(id)));
  return { ...build, routes: keep(build.routes), assets: { ...build.assets, routes: keep(build.assets.routes) } };
}

/** The host of the requests that are rendered for guests, because a visitor may write any Host. */
const GUESTS_HOST = "http://portal";

/** The request of any guest for a page: nothing of it comes from one visitor. */
export function makeGuestRequest({ address, cookie }: GuestIdentity): Request {
  const headers = new Headers({ Accept: "text/html" });
  if (cookie !== "") headers.set("Cookie", cookie);
  return new Request(GUESTS_HOST + address, { headers });
}

/**
 * The request of a visitor. HEAD is rendered like GET, whose headers it has to have.
 * @throws TypeError when the address isn't one
 */
export function makeRequest(req: ExpressRequest, res: ExpressResponse): Request {
  const headers = new Headers();
  for (const [name, value = ""] of Object.entries(req.headers)) {
    for (const one of [value].flat()) headers.append(name, one);
  }
  // Only GET has parts (RFC 9110, 14.2).
  if (req.method === "HEAD") headers.delete("Range");
  // Loaders hear of a visitor who leaves before the response is sent.
  const leaving = new AbortController();
  res.on("close", () => {
    if (!res.writableFinished) leaving.abort();
  });
  const hasBody = req.method !== "GET" && req.method !== "HEAD";
  const url = new URL(`${req.protocol}://${req.headers.host ?? "portal"}${req.originalUrl}`);
  // The way of earlier releases of Remix to ask for a loader's data, which no page of ours goes.
  if (url.searchParams.has("_data")) url.searchParams.delete("_data");
  return new Request(url, {
    method: req.method === "HEAD" ? "GET" : req.method,
    headers,
    signal: leaving.signal,
    ...(hasBody && { body: createReadableStreamFromReadable(req), duplex: "half" }),
  });
}
