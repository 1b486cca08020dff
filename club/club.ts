import type { AddressInfo } from "node:net";
import { type ServerType, serve } from "@hono/node-server";
import { sql } from "kysely";
import type { ClubConfiguration } from "./configuration";
import { requireConnections } from "./db/connection-limit";
import { migrateDatabase } from "./db/migrate";
import { openDatabase, POOL_CONNECTIONS } from "./db/open";
import { endpoints } from "./endpoints";
import { buildOpenApiDocument } from "./http/openapi";
import { createRouter } from "./http/router";
import { jobDefinitions } from "./job-definitions";
import { createJobRunner, JOB_CONNECTIONS } from "./jobs/job-runner";
import { createMediaRouter } from "./media/media";
import { refuseDemoData } from "./refuse-demo-data";
import { prepareDataKeys } from "./seal/data-key";
import { createSeal } from "./seal/seal";
import { seedClub } from "./seeds/seed";
import type { Alarm, Log, Services } from "./services";

export interface ClubOptions extends ClubConfiguration {
  readonly log: Log;
  /** Counts an alarm in the metrics. */
  countAlarm?(alarm: Alarm): void;
  /** The clock; tests set their own. */
  now?(): Date;
  /** Whether this process also runs the background jobs; true by default. */
  readonly work?: boolean;
}

const KEEP_ALIVE_MS = 65_000;

export interface Club {
  readonly services: Services;
  /** Answers one request without the network. */
  fetch(request: Request): Promise<Response>;
  /** Listens for HTTP; port 0 chooses a free port. Returns the origin. */
  listen(port?: number, host?: string): Promise<string>;
  /** Stops the server, then the jobs, then the database. */
  close(): Promise<void>;
}

/** Opens the club: database, migrations, background jobs, seeds, API. */
export async function openClub(options: ClubOptions): Promise<Club> {
  const { log } = options;
  const database = await openDatabase({
    ...(options.databaseUrl && { databaseUrl: options.databaseUrl }),
    dataDir: options.dataDir,
    log: { info: (message) => log.info({}, message), warn: (message) => log.warn({}, message) },
  });
  const closers: (() => Promise<unknown>)[] = [() => database.close()];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  const jobs = createJobRunner(database.connectionString, log);
  let services: Services;
  try {
    await requireConnections(database.db, POOL_CONNECTIONS + JOB_CONNECTIONS);
    await migrateDatabase(database.db);
    if (!options.demo) await refuseDemoData(database.db);
    services = {
      db: database.db,
      jobs,
      seal: createSeal(await prepareDataKeys(database.db, options)),
      settings: options.settings,
      log,
      countAlarm: options.countAlarm ?? (() => undefined),
      now: options.now ?? (() => new Date()),
    };
    closers.push(() => jobs.stop());
    await jobs.start(options.work === false ? [] : jobDefinitions, services);
    await seedClub(services, { demo: options.demo });
  } catch (error) {
    await close();
    throw error;
  }
  const router = createRouter(endpoints, services);
  router.get("/health", async (context) => {
    await sql`select 1`.execute(database.db);
    return context.json({ success: true, result: {} });
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
