import type { AddressInfo } from "node:net";
import { type ServerType, serve } from "@hono/node-server";
import type { AnswerRead } from "../contract/read";
import { readContentVersion } from "./contents/content-version";
import { refuseDemoData } from "./demo/refuse-demo-data";
import { seedClub } from "./demo/seed";
import { endpoints } from "./endpoints";
import { type ClubFigures, type ClubResources, readClubFigures, readClubResources } from "./figures";
import { jobDefinitions } from "./job-definitions";
import { identifyOperator } from "./operators/identify-operator";
import { operatorEndpoints } from "./operators/operator-api/endpoints";
import type { ClubConfiguration } from "./platform/configuration";
import { openServingDatabase } from "./platform/db/application-role";
import { nameNode, requireConnections } from "./platform/db/connection-limit";
import { migrateDatabase } from "./platform/db/migrate";
import { type OpenedDatabase, openDatabase } from "./platform/db/open";
import { countConnections } from "./platform/db/pool-size";
import { openReadReplica } from "./platform/db/read-replica";
import { type ClubTrouble, checkClub } from "./platform/health";
import { identifyParticipant } from "./platform/http/identify-participant";
import { buildOpenApiDocument } from "./platform/http/openapi";
import { createReads } from "./platform/http/reads";
import { createRouter } from "./platform/http/router";
import { createQueues } from "./platform/jobs/create-queues";
import { createJobRunner, JOB_CONNECTIONS, type JobRunner } from "./platform/jobs/job-runner";
import { createJobSender } from "./platform/jobs/job-sender";
import { createMediaRouter } from "./platform/media/media";
import { storePortalOrigin } from "./platform/portal-origin";
import { openCompanyRegister, openIdentityProvider } from "./platform/providers/open-providers";
import { prepareDataKeys } from "./platform/seal/data-key";
import { createSeal } from "./platform/seal/seal";
import type { Log, Services } from "./platform/services";
import { type LedgerCheckResult, readLedgerCheck } from "./points/ledger-check";

export interface ClubOptions extends ClubConfiguration {
  readonly log: Log;
  /** Count what happens in the metrics, as of `Services`. */
  readonly countAlarm?: Services["countAlarm"];
  readonly countDelivery?: Services["countDelivery"];
  readonly countJob?: Services["countJob"];
  /** As of `Services`. */
  readonly printMessage?: Services["printMessage"];
  /** The clock; tests set their own. */
  now?(): Date;
  /** Whether this process also runs the background jobs; true by default. */
  readonly work?: boolean;
}

const KEEP_ALIVE_MS = 65_000;
/** Only the start needs them; an idle one is closed. */
const OWNER_CONNECTIONS = 2;

export interface Club {
  readonly services: Services;
  /** Answers one request without the network. */
  fetch(request: Request): Promise<Response>;
  /** Answers a read of a portal in the same process, without a request and a response. */
  readonly answerRead: AnswerRead;
  /** Answers one request of the operators' API, which has no listener of its own. */
  fetchAsOperator(request: Request): Promise<Response>;
  /** Listens for HTTP; port 0 chooses a free port. Returns the origin. */
  listen(port?: number, host?: string): Promise<string>;
  /** When the ledger was last verified, and how many differences there were. Null before the first time. */
  readLedgerCheck(): Promise<LedgerCheckResult | null>;
  /** The state of the club as of now, for the metrics. @throws Error when the database doesn't tell it in time */
  readFigures(): Promise<ClubFigures>;
  readResources(): Promise<ClubResources>;
  /** Finds out what the club can't do at the moment. */
  checkHealth(): Promise<ClubTrouble[]>;
  /** Stops the server, then the jobs, then the database. */
  close(): Promise<void>;
}

const ignore = () => undefined;

/** Opens the club: database, migrations, background jobs, seeds, API. */
export async function openClub(options: ClubOptions): Promise<Club> {
  const { log } = options;
  const databaseLog = {
    info: (message: string) => log.info({}, message),
    warn: (message: string) => log.warn({}, message),
  };
  const owner = await openDatabase({
    databaseUrl: options.databaseOwnerUrl ?? options.databaseUrl ?? undefined,
    dataDir: options.dataDir,
    log: databaseLog,
    poolSize: OWNER_CONNECTIONS,
  });
  const closers: (() => Promise<unknown>)[] = [() => owner.close()];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  let database: OpenedDatabase;
  let services: Services;
  let runner: JobRunner | undefined;
  try {
    await migrateDatabase(owner.db);
    await createQueues(owner, jobDefinitions, log);
    const { databaseUrl, databasePoolerUrl: poolerUrl, databaseTimeouts: timeouts, work = true } = options;
    const poolSize = options.databasePool;
    // A pooler has its own number of connections, and gives those of one process to another.
    const name = poolerUrl === null ? nameNode(countConnections(poolSize, work ? JOB_CONNECTIONS : 0)) : "club pooled";
    database = await openServingDatabase(owner, { databaseUrl, poolerUrl, timeouts, poolSize, name, log: databaseLog });
    closers.push(() => database.close());
    if (poolerUrl === null) await requireConnections(database.db, name);
    const { countAlarm = ignore, countDelivery = ignore, countJob = ignore } = options;
    // Running jobs hold locks of their connection.
    const directUrl = poolerUrl === null ? database.connectionString : (databaseUrl ?? "");
    runner = work ? createJobRunner(directUrl, log, { timeouts, count: countJob }) : undefined;
    const { databaseRead: read } = options;
    const readReplica = read && (await openReadReplica({ ...read, primary: database.db, timeouts, log: databaseLog }));
    closers.push(async () => readReplica?.close());
    if (!options.demo) await refuseDemoData(database.db);
    services = {
      db: database.db,
      sharedDb: database.shared,
      readReplica,
      jobs: runner ?? (await createJobSender(database.db)),
      seal: createSeal(await prepareDataKeys(database.db, options)),
      settings: options.settings,
      companyRegister: openCompanyRegister(options.settings),
      identityProvider: openIdentityProvider(options.settings),
      log,
      countAlarm,
      countDelivery,
      countJob,
      printMessage: options.printMessage,
      now: options.now ?? (() => new Date()),
    };
    closers.push(async () => runner?.stop());
    await runner?.start(jobDefinitions, services);
    await seedClub(services, { demo: options.demo });
    await storePortalOrigin(owner.db, options.settings.publicOrigin);
  } catch (error) {
    await close();
    throw error;
  }
  const router = createRouter(endpoints, services, identifyParticipant);
  const operatorRouter = createRouter(operatorEndpoints, services, identifyOperator, {
    nameCaller: ({ operatorId }) => (operatorId === null ? "" : String(operatorId)),
  });
  router.get("/health", async (context) => {
    const contents = await readContentVersion(services.sharedDb);
    return context.json({ success: true, result: { contents } });
  });
  let description: object | undefined;
  router.get("/openapi.json", (context) => {
    description ??= buildOpenApiDocument(endpoints.map(({ descriptor }) => descriptor));
    return context.json(description);
  });
  const media = createMediaRouter(services);
  const handle = async (request: Request) =>
    new URL(request.url).pathname.startsWith("/media/") ? media.fetch(request) : router.fetch(request);
  return {
    services,
    fetch: handle,
    answerRead: createReads(endpoints, services),
    fetchAsOperator: async (request) => operatorRouter.fetch(request),
    readLedgerCheck: () => readLedgerCheck(database.db),
    listen(port = 0, host = "127.0.0.1") {
      return new Promise((resolve, reject) => {
        const server = serve({ fetch: handle, port, hostname: host }, (info: AddressInfo) => {
          resolve(`http://${host}:${info.port}`);
        });
        // Longer than callers keep an idle connection: otherwise the server may close one just as a caller uses it again.
        if ("keepAliveTimeout" in server) server.keepAliveTimeout = KEEP_ALIVE_MS;
        server.once("error", reject);
        closers.push(() => closeServer(server));
      });
    },
    readFigures: () => readClubFigures(services),
    readResources: () => readClubResources(services, database),
    checkHealth: () => checkClub(services, runner?.works() ?? true),
    close,
  };
}

/** Calls that are being answered when the club closes get this long to end, in milliseconds. */
const CLOSING_MS = 2_000;
const SWEEP_MS = 50;

/** A connection may become idle later, or hold half a request for ever. */
function closeServer(server: ServerType): Promise<void> {
  return new Promise((done) => {
    const sweep = setInterval(() => "closeIdleConnections" in server && server.closeIdleConnections(), SWEEP_MS);
    const cut = setTimeout(() => "closeAllConnections" in server && server.closeAllConnections(), CLOSING_MS);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      done();
    });
  });
}
