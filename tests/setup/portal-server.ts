import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { readConfiguration } from "../../app/lib/configuration.server";
import { describeError } from "../../app/lib/log.server";
import { serveHealth } from "../../server/health";
import type { UpstreamWays } from "../../server/load-context";
import { createMetrics } from "../../server/metrics";
import { createPageRenderer } from "../../server/pages/render";
import { createPageDesk } from "../../server/pages/serve";
import { createPageStore } from "../../server/pages/store";
import { findParticipant } from "../../server/participant";
import { createPortal } from "../../server/portal";
import { createRouteFinder } from "../../server/routes";
import { keepConnections } from "./kept-connections";
import type { TestPortal } from "./portal";

/**
 * Starts the portal's server with everything it has: access log, rate limits, kept pages.
 * @param logs receives the lines of its log
 * @param club the ways to a club in this process
 */
export async function startPortalServer(portal: TestPortal, logs: string[], club?: UpstreamWays) {
  const { build } = portal;
  const routes = createRouteFinder(build.routes);
  const renderPage = createPageRenderer(build, routes);
  const desk = createPageDesk({
    ...{ render: renderPage, findPage: routes.findPage, store: createPageStore() },
    ...{ release: "test", secure: false, guestCacheHeader: readConfiguration().guestCacheHeader },
  });
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
    pages: desk.everybody,
    guestPages: desk.guests,
    health: serveHealth({ isDraining: () => false }),
    isDraining: () => false,
    findParticipant,
  });
  const server = keepConnections(createServer(app));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
