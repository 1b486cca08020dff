import type { Server } from "node:http";
import {
  type Configuration,
  ConfigurationError,
  loadEnvironmentFile,
  logsJsonOnly,
  readConfiguration,
} from "./app/lib/configuration.server";
import { log } from "./app/lib/log.server";
import { ROLES, type Role, readRoles } from "./contract/deployment";
import { setTracing } from "./contract/tracing";
import { VERSION } from "./contract/version";
import { type GivenSockets, takeGivenSockets } from "./server/given-sockets";
import { serveHealth } from "./server/health";
import { limitHeapGrowth } from "./server/heap";
import { isOutlived, listen, originOf } from "./server/listen";
import { createMetrics } from "./server/metrics";
import { listenAsClub, openClubOfProcess } from "./server/open-club";
import { openConsole } from "./server/open-console";
import { openSite, preparePortal } from "./server/open-portal";
import { logWhatNodePrints, reportFailure, reportStart } from "./server/report";
import { requireRoles } from "./server/roles";
import { BLOCKED_DEADLINE_MS, type CloseStep, shutDownOnSignal } from "./server/shutdown";
import { refusesVariables } from "./server/start-failure";
import { openTracing } from "./server/tracing";
import { startWatchdog, type Watchdog } from "./server/watchdog";

const closeSteps: CloseStep[] = [];
const servers: Server[] = [];

const started = start().catch(async (error: unknown) => {
  reportFailure(error);
  await closeAll().catch(() => {});
  process.exit(1);
});

/** Reads all variables, so that one start names everything that is wrong. @throws ConfigurationError */
async function requireConfiguration(): Promise<{ roles: ReadonlySet<Role>; sockets: GivenSockets }> {
  // What is wrong of them is told by `requireRoles`, beside what else is.
  const roles = readRoles(process.env.ROLES, process.env.UPSTREAM_URL);
  let sockets: GivenSockets = new Map();
  const takeSockets = () => {
    if (roles) sockets = takeGivenSockets(process.env, roles);
  };
  const readers: (() => unknown)[] = [() => requireRoles(process.env), takeSockets, readConfiguration];
  if (roles?.has("club") || roles?.has("jobs")) {
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
  if (!roles || problems.size > 0) throw new ConfigurationError([...problems].join("\n"));
  return { roles, sockets };
}

async function start(): Promise<void> {
  limitHeapGrowth();
  loadEnvironmentFile();
  const { roles, sockets } = await requireConfiguration();
  logWhatNodePrints();
  // One rejected promise, such as the body of a request whose reader has gone, must not end the process for everybody.
  process.on("unhandledRejection", (error) => log().error({ err: error }, "unhandled rejection"));
  // A signal during the start waits until the start is over, so that everything it has opened is closed.
  let watchdog: Watchdog | undefined;
  const { production, blockedLimitMs, drainMs } = readConfiguration();
  const { isDraining } = shutDownOnSignal({
    servers: () => servers,
    close: () => started.then(closeAll),
    drainMs,
    isOutlived,
    onBegin: () => watchdog?.noteStop(),
    report: reportFailure,
  });
  // In development a debugger may hold the main thread.
  if (production)
    watchdog = startWatchdog({
      blockedMs: blockedLimitMs,
      stopMs: drainMs + BLOCKED_DEADLINE_MS,
      json: logsJsonOnly(),
    });

  if (readConfiguration().traces) await startTracing(roles);
  const metrics = createMetrics();
  const site = roles.has("web") ? await openSite(sockets.has("web")) : undefined;
  const club = roles.has("club") || roles.has("jobs") ? await openClubOfProcess(metrics, roles, closeSteps) : undefined;
  const configuration = readConfiguration();
  const parts = { metrics, isDraining, closeSteps };
  const portal = site && (await preparePortal(site, { configuration, club: club?.ways, ...parts }));
  const health = serveHealth({
    ...(site && { upstream: describeUpstream(configuration) }),
    isDraining,
    checkClub: club?.checkHealth,
    servesGuestsInOutage: portal?.servesInOutage,
  });
  const { metricsPort, metricsHost } = configuration;
  const figures =
    metricsPort !== undefined || sockets.has("metrics")
      ? await metrics.listen(metricsPort ?? 0, metricsHost, health, sockets.get("metrics"))
      : undefined;
  if (figures) servers.push(figures);
  const operators = club && (await openConsole(configuration, club.fetchAsOperator, parts));
  // Last: before a proxy, a connection that is refused is asked of another node, and a reply is not.
  const api = club?.listener && (await listenAsClub(club, club.listener, health, isDraining, sockets.get("club")));
  if (site && portal) {
    site.server.on("request", portal.open(health));
    await listen(site.server, site.port, site.host, sockets.get("web"));
  }
  for (const opened of [operators, api, site]) if (opened) servers.push(opened.server);
  const pages = site && originOf(site.server, site.host);
  const origin = site && (configuration.publicOrigin ?? pages);
  const opened = {
    ...{ origin, pages, api: api?.origin, operators: operators?.origin },
    metrics: figures && originOf(figures, metricsHost),
    ...{ roles: [...roles], version: VERSION },
  };
  reportStart(opened, [
    ...(origin ? [`Клуб открыт: ${origin}`] : []),
    ...(api ? [`API клуба: ${api.origin}`] : []),
    ...(roles.size < ROLES.length ? [`Роли: ${[...roles].join(", ")}`] : []),
    `Версия: ${VERSION}`,
    ...(roles.has("club") ? (club?.demo?.accounts ?? []) : []),
    ...(operators ? [`Консоль операторов: ${operators.origin}`, ...(club.demo?.operator ?? [])] : []),
  ]);
}

/** Before anything that records. What it has recorded is sent at the very end. */
async function startTracing(roles: ReadonlySet<Role>): Promise<void> {
  const { tracing, close } = await openTracing({ roles, log });
  setTracing(tracing);
  closeSteps.push(close);
}

function describeUpstream({ upstreamUrl = "", upstreamClientId, upstreamClientSecret }: Configuration) {
  return { origin: upstreamUrl, clientId: upstreamClientId, clientSecret: upstreamClientSecret };
}

async function closeAll(): Promise<void> {
  for (const step of closeSteps.splice(0).reverse()) await step();
}
