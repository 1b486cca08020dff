import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { readConfiguration } from "../../app/lib/configuration.server";
import { describeError } from "../../app/lib/log.server";
import type { UpstreamWays } from "../../server/load-context";
import { createMetrics } from "../../server/metrics";
import { createPageCache } from "../../server/page-cache";
import { findParticipant } from "../../server/participant";
import { createPortal } from "../../server/portal";
import { createPageRenderer } from "../../server/render-pages";
import { createRepeatedPages } from "../../server/repeated-pages";
import { createRouteFinder } from "../../server/routes";
import { servePages } from "../../server/serve-pages";
import type { TestPortal } from "./portal";

/**
 * Starts the portal's server with everything it has: access log, rate limits, the cache of guest pages, repeated pages.
 * @param logs receives the lines of its log
 * @param club the ways to a club in this process
 */
export async function startPortalServer(portal: TestPortal, logs: string[], club?: UpstreamWays) {
  const { build } = portal;
  const routes = createRouteFinder(build.routes);
  const renderPage = createPageRenderer(build, routes);
  /** The paths of what Remix has answered. */
  const rendered: string[] = [];
  const render: typeof renderPage = (request, context) => {
    rendered.push(new URL(request.url).pathname);
    return renderPage(request, context);
  };
  const app = createPortal({
    configuration: readConfiguration(),
    log: pino(
      { level: "trace", serializers: { err: describeError } },
      { write: (line: string) => void logs.push(line) },
    ),
    metrics: createMetrics(),
    routes,
    files: (_req, _res, next) => next(),
    club,
    pages: servePages(render, createRepeatedPages(routes.findPage)),
    guestPages: createPageCache({ render, findPage: routes.findPage }),
    isDraining: () => false,
    findParticipant,
  });
  const server = createServer(app);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    rendered,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
