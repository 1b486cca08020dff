import type { Server } from "node:http";
import type { RequestHandler } from "express";
import { ConfigurationError, setUpstreamUrl } from "../app/lib/configuration.server";
import { log } from "../app/lib/log.server";
import type { Club } from "../club/club";
import type { DemoLines } from "../club/demo/describe-demo";
import type { ClubListener } from "../club/platform/configuration";
import { isLoopbackHost, type Role } from "../contract/deployment";
import { createClubServer, type FetchClub } from "./club-listener";
import type { FetchAsOperator } from "./console";
import { fetchWithin } from "./fetch-within";
import { keepConnections, listen, originOf } from "./listen";
import type { UpstreamWays } from "./load-context";
import type { Metrics } from "./metrics";
import type { CloseStep } from "./shutdown";

/** The club of this process. */
export interface EmbeddedClub {
  /** The ways to it for a portal in this process; none where there is no portal. */
  ways: UpstreamWays;
  /** Answers one call of the API. */
  fetch: FetchClub;
  /** Where portals of other processes reach it; null for nowhere. */
  listener: ClubListener | null;
  checkHealth: Club["checkHealth"];
  fetchAsOperator: FetchAsOperator;
  demo: DemoLines | null;
}

/** Starts the club, as the upstream of a portal in this process, for other processes, or for its background jobs alone. */
export async function openClubOfProcess(
  metrics: Metrics,
  roles: ReadonlySet<Role>,
  closeSteps: CloseStep[],
): Promise<EmbeddedClub> {
  const { openClub } = await import("../club/club");
  const { verifyLedgerJob } = await import("../club/points/jobs");
  const { readClubConfiguration } = await import("../club/platform/configuration");
  const clubConfiguration = readClubConfiguration();
  const printMessage = clubConfiguration.demo ? (text: string) => console.log(text) : undefined;
  const { countAlarm, countDelivery, countJob } = metrics;
  const counts = { countAlarm, countDelivery, countJob };
  const club = await openClub({ ...clubConfiguration, ...counts, log: log(), printMessage, work: roles.has("jobs") });
  closeSteps.push(() => club.close());
  metrics.watchClub(club);
  // From the first start on, the metrics tell whether the ledger holds; later it is verified every night.
  if ((await club.readLedgerCheck()) === null) await club.services.jobs.send(verifyLedgerJob, {});
  const { checkHealth, fetchAsOperator } = club;
  const isUpstream = roles.has("web") && roles.has("club");
  if (isUpstream) setUpstreamUrl(await club.listen(), { extensions: true });
  const { describeDemo } = await import("../club/demo/describe-demo");
  return {
    ways: isUpstream ? { fetchUpstream: fetchWithin(club.fetch), answerRead: club.answerRead } : {},
    fetch: club.fetch,
    listener: roles.has("club") ? clubConfiguration.listener : null,
    checkHealth,
    fetchAsOperator,
    demo: clubConfiguration.demo ? describeDemo(clubConfiguration) : null,
  };
}

/**
 * Serves the club's API to portals of other processes, at a socket that was given or at its address.
 * @throws ConfigurationError where the socket is open to a network that CLUB_HOST doesn't speak of
 */
export async function listenAsClub(
  { fetch }: EmbeddedClub,
  { host, port, tls }: ClubListener,
  health: RequestHandler,
  isDraining: () => boolean,
  descriptor: number | undefined,
): Promise<{ server: Server; origin: string }> {
  const server = createClubServer(tls, fetch, health, isDraining);
  keepConnections(server);
  await listen(server, port, host, descriptor);
  const address = server.address();
  const at = typeof address === "object" && address ? address.address : host;
  // The rule of CLUB_HOST looks at the address of the variable only.
  if (!tls && isLoopbackHost(host) && !isLoopbackHost(at)) {
    throw new ConfigurationError(`CLUB_HOST: must be ${at}, where the socket of LISTEN_FDS listens`);
  }
  return { server, origin: originOf(server, host, tls ? "https" : "http") };
}
