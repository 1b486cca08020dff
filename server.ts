import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import express, { type RequestHandler } from "express";
import {
  type Configuration,
  ConfigurationError,
  loadEnvironmentFile,
  readConfiguration,
  setUpstreamUrl,
} from "./app/lib/configuration.server";
import { log } from "./app/lib/log.server";
import type { Club } from "./club/club";
import type { DemoLines } from "./club/demo/describe-demo";
import { type ConsoleParts, createConsole, type FetchAsOperator } from "./server/console";
import { keepAssets, serveKeptAssets } from "./server/earlier-assets";
import { fetchWithin } from "./server/fetch-within";
import { limitHeapGrowth } from "./server/heap";
import type { UpstreamWays } from "./server/load-context";
import { createMetrics, type Metrics } from "./server/metrics";
import { createPageRenderer, type RenderPage } from "./server/pages/render";
import { createPageDesk } from "./server/pages/serve";
import { createPageStore } from "./server/pages/store";
import { findParticipant } from "./server/participant";
import { createPortal } from "./server/portal";
import { createRouteFinder, type RouteFinder } from "./server/routes";
import { BLOCKED_DEADLINE_MS, shutDownOnSignal } from "./server/shutdown";
import { explainStartFailure, refusesVariables } from "./server/start-failure";
import { serveStaticFiles } from "./server/static-files";
import { VERSION } from "./server/version";
import { startWatchdog, type Watchdog } from "./server/watchdog";

/** Longer than proxies keep idle connections, so that the proxy closes them first. */
const KEEP_ALIVE_MS = 65_000;

interface PortalBuild {
  render: RenderPage;
  routes: RouteFinder;
  /** Another text for another build of the pages. */
  release: string;
  files: RequestHandler;
  close(): Promise<void>;
}

type CloseStep = () => Promise<unknown>;

const closeSteps: CloseStep[] = [];
const servers: Server[] = [];

const started = start().catch(async (error: unknown) => {
  console.error(explainStartFailure(error) ?? error);
  await closeAll().catch(() => {});
  process.exit(1);
});

/** Reads all variables, so that one start names everything that is wrong. @throws ConfigurationError */
async function requireConfiguration(): Promise<void> {
  const readers: (() => unknown)[] = [readConfiguration];
  if (!process.env.UPSTREAM_URL?.trim()) {
    const { readClubConfiguration } = await import("./club/platform/configuration");
    readers.push(() => readClubConfiguration());
  }
  const problems = new Set<string>();
  for (const read of readers) {
    try {
      read();
    } catch (error) {
      if (!(error instanceof Error && refusesVariables(error))) throw error;
      for (const line of error.message.split("\n")) problems.add(line);
    }
  }
  if (problems.size > 0) throw new ConfigurationError([...problems].join("\n"));
}

async function start(): Promise<void> {
  limitHeapGrowth();
  loadEnvironmentFile();
  await requireConfiguration();
  // One rejected promise, such as the body of a request whose reader has gone, must not end the process for everybody.
  process.on("unhandledRejection", (error) => log().error({ err: error }, "unhandled rejection"));
  // A signal during the start waits until the start is over, so that everything it has opened is closed.
  let watchdog: Watchdog | undefined;
  const { port, host, production, blockedLimitMs, drainMs } = readConfiguration();
  const shutdown = shutDownOnSignal({
    servers: () => servers,
    close: () => started.then(closeAll),
    drainMs,
    onBegin: () => watchdog?.noteStop(),
  });
  // A long session, a cart and a notice together take more than Node's 16 KB of headers.
  const server = createServer({ maxHeaderSize: 32 * 1024 });
  // In development a debugger may hold the main thread.
  if (production) watchdog = startWatchdog({ blockedMs: blockedLimitMs, stopMs: drainMs + BLOCKED_DEADLINE_MS });
  await requireFreePort(port, host);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = KEEP_ALIVE_MS + 1_000;

  const metrics = createMetrics();
  const club = readConfiguration().upstreamUrl ? undefined : await startClub(metrics);
  const configuration = readConfiguration();
  const portal = await loadPortal(configuration, server);
  closeSteps.push(portal.close);
  const { routes, render, release } = portal;
  const desk = createPageDesk({
    ...{ render, release, findPage: routes.findPage, store: createPageStore() },
    secure: configuration.secureCookies,
  });
  const app = createPortal({
    configuration,
    log: log(),
    metrics,
    routes,
    files: portal.files,
    club: club?.ways,
    pages: desk.everybody,
    ...(configuration.production && { guestPages: desk.guests }),
    isDraining: shutdown.isDraining,
    checkClub: club?.checkHealth,
    findParticipant,
  });
  server.on("request", app);
  const { metricsPort, metricsHost } = configuration;
  if (metricsPort !== undefined) servers.push(await metrics.listen(metricsPort, metricsHost));
  const consoleOrigin = await startConsole(configuration, metrics, club?.fetchAsOperator, shutdown.isDraining);
  // Last: before a proxy, a connection that is refused is asked of another node, and a reply is not.
  servers.push(await listen(server, port, host));
  announce(server, configuration, [...(club?.demo?.accounts ?? []), ...describeConsole(club, consoleOrigin)]);
}

/** Serves the operators' console and API on a listener of their own, where there is a port and a club in this process. */
async function startConsole(
  configuration: Configuration,
  metrics: Metrics,
  fetchAsOperator: FetchAsOperator | undefined,
  isDraining: () => boolean,
): Promise<string | undefined> {
  const { operatorPort, operatorHost } = configuration;
  if (operatorPort === undefined) return undefined;
  if (!fetchAsOperator) {
    throw new ConfigurationError(
      "OPERATOR_PORT: the console needs the club in this process; unset it with UPSTREAM_URL",
    );
  }
  const operatorServer = createServer(
    createConsole({
      configuration,
      ...(await loadConsole(configuration)),
      fetchAsOperator,
      log: log(),
      metrics,
      isDraining,
    }),
  );
  servers.push(await listen(operatorServer, operatorPort, operatorHost));
  return configuration.operatorOrigin ?? originOf(operatorServer, operatorHost);
}

async function loadConsole({ production }: Configuration): Promise<Pick<ConsoleParts, "build" | "routes">> {
  if (production) {
    const build: ServerBuild = await import(pathToFileURL(resolve("build/console/server/index.js")).href);
    return { build, routes: createRouteFinder(build.routes) };
  }
  const { createServer: createVite } = await import("vite");
  const vite = await createVite({
    configFile: "console/vite.config.ts",
    cacheDir: "node_modules/.vite-console",
    server: { middlewareMode: true, hmr: false, ws: false },
  });
  closeSteps.push(() => vite.close());
  const build = async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild;
  return { build, routes: createRouteFinder((await build()).routes) };
}

function describeConsole(club: EmbeddedClub | undefined, origin: string | undefined): string[] {
  if (!origin) return [];
  return [`Консоль операторов: ${origin}`, ...(club?.demo?.operator ?? [])];
}

interface EmbeddedClub {
  ways: UpstreamWays;
  checkHealth: Club["checkHealth"];
  fetchAsOperator: FetchAsOperator;
  demo: DemoLines | null;
}

/** Starts the embedded club as the portal's upstream. */
async function startClub(metrics: Metrics): Promise<EmbeddedClub> {
  const { openClub } = await import("./club/club");
  const { verifyLedgerJob } = await import("./club/points/jobs");
  const { readClubConfiguration } = await import("./club/platform/configuration");
  const clubConfiguration = readClubConfiguration();
  const printMessage = clubConfiguration.demo ? (text: string) => console.log(text) : undefined;
  const { countAlarm, countDelivery, countJob } = metrics;
  const counts = { countAlarm, countDelivery, countJob };
  const club = await openClub({ ...clubConfiguration, ...counts, log: log(), printMessage });
  closeSteps.push(() => club.close());
  metrics.watchClub(club);
  // From the first start on, the metrics tell whether the ledger holds; later it is verified every night.
  if ((await club.readLedgerCheck()) === null) await club.services.jobs.send(verifyLedgerJob, {});
  setUpstreamUrl(await club.listen(clubConfiguration.port ?? 0), { extensions: true });
  const ways = { fetchUpstream: fetchWithin(club.fetch), answerRead: club.answerRead };
  const { checkHealth, fetchAsOperator } = club;
  if (!clubConfiguration.demo) return { ways, checkHealth, fetchAsOperator, demo: null };
  const { describeDemo } = await import("./club/demo/describe-demo");
  return { ways, checkHealth, fetchAsOperator, demo: describeDemo(clubConfiguration) };
}

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
    await keepAssets(resolve("build/client/assets"), configuration.assetsDir);
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

async function closeAll(): Promise<void> {
  for (const step of closeSteps.splice(0).reverse()) await step();
}

/** Makes a second `npm start` fail at once, before it touches the data folder. */
async function requireFreePort(port: number, host: string): Promise<void> {
  const probe = await listen(createServer(), port, host);
  await new Promise((done) => probe.close(done));
}

function listen(server: Server, port: number, host: string): Promise<Server> {
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(port, host, () => {
      server.off("error", fail);
      done(server);
    });
  });
}

function announce(server: Server, { host, publicOrigin }: Configuration, accounts: string[]): void {
  const lines = [`Клуб открыт: ${publicOrigin ?? originOf(server, host)}`, `Версия: ${VERSION}`, ...accounts];
  console.log(lines.join("\n"));
}

function originOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
