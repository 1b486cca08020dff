import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import express, { type RequestHandler } from "express";
import { type Configuration, readConfiguration } from "../app/lib/configuration.server";
import { log } from "../app/lib/log.server";
import { watchContents } from "./content-watch";
import { keepAssets, serveKeptAssets } from "./earlier-assets";
import { keepConnections, requireFreePort } from "./listen";
import type { UpstreamWays } from "./load-context";
import type { Metrics } from "./metrics";
import { createPageRenderer, type RenderPage } from "./pages/render";
import { createPageDesk } from "./pages/serve";
import { createPageStore } from "./pages/store";
import { findParticipant } from "./participant";
import { createPortal } from "./portal";
import { createRouteFinder, type RouteFinder } from "./routes";
import type { CloseStep } from "./shutdown";
import { serveStaticFiles } from "./static-files";

interface PortalBuild {
  render: RenderPage;
  routes: RouteFinder;
  /** Another text for another build of the pages. */
  release: string;
  files: RequestHandler;
  close(): Promise<void>;
}

/** What visitors will reach once everything is ready. */
export interface Site {
  readonly server: Server;
  readonly port: number;
  readonly host: string;
}

/**
 * @param isGiven whether it will listen at a socket that is there already
 * @throws Error where another program has the port
 */
export async function openSite(isGiven: boolean): Promise<Site> {
  const { port, host } = readConfiguration();
  // A long session, a cart and a notice together take more than Node's 16 KB of headers.
  const server = createServer({ maxHeaderSize: 32 * 1024 });
  if (!isGiven) await requireFreePort(port, host);
  keepConnections(server);
  return { server, port, host };
}

/** A portal that is ready to serve. */
export interface PreparedPortal {
  /** Whether guests get their pages although the upstream is down. */
  readonly servesInOutage: (() => boolean) | undefined;
  open(health: RequestHandler): RequestListener;
}

/** Loads the pages of the portal. What has to be closed at the end is added to `closeSteps`. */
export async function preparePortal(
  { server }: Site,
  {
    configuration,
    metrics,
    club,
    isDraining,
    closeSteps,
  }: {
    configuration: Configuration;
    metrics: Metrics;
    /** The ways to a club in this process; left out with another upstream. */
    club: UpstreamWays | undefined;
    isDraining: () => boolean;
    closeSteps: CloseStep[];
  },
): Promise<PreparedPortal> {
  const { render, routes, release, files, close } = await loadPortal(configuration, server);
  closeSteps.push(close);
  const store = createPageStore();
  const desk = createPageDesk({
    ...{ render, release, findPage: routes.findPage, store },
    secure: configuration.secureCookies,
    guestCacheHeader: configuration.guestCacheHeader,
  });
  const guestPages = configuration.production ? desk.guests : undefined;
  const contents = configuration.upstreamExtensions
    ? watchContents({
        origin: configuration.upstreamUrl ?? "",
        fetchUpstream: club?.fetchUpstream,
        onChange: store.expireGuestPages,
        log: log(),
      })
    : undefined;
  if (contents) closeSteps.push(contents.close);
  return {
    servesInOutage: guestPages?.servesInOutage,
    open: (health) =>
      createPortal({
        ...{ configuration, metrics, routes, files, health, isDraining, findParticipant },
        log: log(),
        club,
        findContentVersion: contents?.version,
        pages: desk.everybody,
        ...(guestPages && { guestPages }),
      }),
  };
}

/** Nobody is refused for it: every page works without its script, and this build's own files are served from its folder. */
const REUSED_ASSETS =
  "assets of this build have names under which ASSETS_DIR has other bytes: browsers and caches may keep the earlier ones for a year. Build anew so that the names change; if a copy in ASSETS_DIR is damaged, delete it";

async function loadPortal(configuration: Configuration, server: Server): Promise<PortalBuild> {
  if (!configuration.production) return loadDevelopmentPortal(server);
  const file = resolve("build/server/index.js");
  const build: ServerBuild = await import(pathToFileURL(file).href);
  const release = createHash("sha256")
    .update(await readFile(file))
    .digest("base64url");
  const routes = createRouteFinder(build.routes);
  const files = express.Router().use(serveStaticFiles(resolve("build/client")));
  try {
    const reused = await keepAssets(resolve("build/client/assets"), configuration.assetsDir);
    if (reused.length > 0) log().error({ assets: reused }, REUSED_ASSETS);
    files.use(serveKeptAssets(configuration.assetsDir));
  } catch (error) {
    log().warn({ err: error }, "the assets of earlier builds aren't served: ASSETS_DIR can't be written");
  }
  return { render: createPageRenderer(build, routes), routes, release, files, close: async () => {} };
}

async function loadDevelopmentPortal(server: Server): Promise<PortalBuild> {
  const { createServer: createVite } = await import("vite");
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server } } });
  const load = async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild;
  const handle = createRequestHandler(load, "development");
  // A page changes with its sources there, so that it is rendered for each visit.
  const render: RenderPage = (request, { rendersPages: _, ...context }) => handle(request, context);
  return {
    render,
    release: "development",
    routes: createRouteFinder((await load()).routes),
    files: vite.middlewares,
    close: () => vite.close(),
  };
}
