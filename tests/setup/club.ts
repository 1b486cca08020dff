import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { type Club, openClub } from "../../club/club";
import { renderPapers, seedCatalogue } from "../../club/demo/catalogue";
import type { ClubConfiguration } from "../../club/platform/configuration";
import { openDatabase } from "../../club/platform/db/open";
import { POOL_CONNECTIONS } from "../../club/platform/db/pool-size";
import type { Database } from "../../club/platform/db/schema";
import { type DatabaseTimeouts, DEFAULT_TIMEOUTS } from "../../club/platform/db/timeouts";
import type { Alarm, ClubSettings, Log, Services } from "../../club/platform/services";
import { login } from "../../contract/accounts";
import type { CallDescriptor, CallInput, CallReply } from "../../contract/call";
import { createClock, type TestClock } from "./clock";
import { type CallOptions, type CallOutcome, CallRefused, CLIENT_ID, CLIENT_SECRET, makeCall } from "./club-call";
import { asApplication, createTestDatabase } from "./database";
import { compareRepliesWithDescription, requireDescribedReplies } from "./described-replies";
import { LOW_COST } from "./low-cost-password";
import { type OutboxMessage, readOutbox, waitForMessage } from "./outbox";

/** The test's machine may be busy. */
const READ_LAG_MS = 60_000;

export const DEMO_PASSWORD = "club-demo-1";

/** Always the same, so that the clones of the template can decrypt its values. */
const DATA_KEY = Buffer.alloc(32, 7);
const NOTED_MS = 60_000;

export interface TestClubOptions {
  /** True: the data of the demo. Otherwise the club has only the demo's contents and prizes. */
  seed?: boolean;
  /** True: a real club on its first day, without anything. */
  empty?: boolean;
  /** The moment at which the club's clock starts. */
  now?: Date | string;
  /** False: this process runs no background jobs. */
  work?: boolean;
  settings?: Partial<ClubSettings>;
  timeouts?: Partial<DatabaseTimeouts>;
  /** Makes the address of a read replica from that of the database, which stands for one. */
  readUrl?(databaseUrl: string): string;
  /** The club's log. By default only errors are printed. */
  log?: Log;
  countAlarm?(alarm: Alarm): void;
}

export interface TestClub {
  club: Club;
  /** Where the club listens. */
  origin: string;
  /** What a portal in this process asks instead, unless it is given another origin. */
  within: { readonly origin: string; answer(request: Request): Promise<Response> };
  /** As the owner of the tables; the club itself works as another role. */
  db: Kysely<Database>;
  connectionString: string;
  dataDir: string;
  /** The variables with which the operator's commands work on this club. */
  environment: NodeJS.ProcessEnv;
  clock: TestClock;
  /** Makes a call and returns its result or its refusal. */
  call<D extends CallDescriptor>(descriptor: D, input: CallInput<D>, options?: CallOptions): Promise<CallOutcome<D>>;
  /** Makes a call that must succeed. @throws CallRefused otherwise */
  ask<D extends CallDescriptor>(descriptor: D, input: CallInput<D>, options?: CallOptions): Promise<CallReply<D>>;
  /** Logs in and returns the access token. */
  logIn(login: string, password?: string): Promise<string>;
  outbox(): Promise<OutboxMessage[]>;
  /** Waits for a message to this phone or e-mail with these words; `after` earlier ones with them don't count. */
  lastMessage(to: string, saying: string, after?: number): Promise<OutboxMessage>;
  close(): Promise<void>;
}

/** Opens the real club with a new database on a free port. One per test file, closed in `afterAll`. */
export async function openTestClub(options: TestClubOptions = {}): Promise<TestClub> {
  compareRepliesWithDescription();
  const database = options.empty
    ? await createTestDatabase()
    : await createTestDatabase(options.seed ? "demo" : "club", async (connectionString, dataDir) => {
        const club = await openClub({ ...configureClub(connectionString, dataDir, options.seed ?? false), log: quiet });
        if (!options.seed) await fillCatalogue(club.services);
        await club.close();
        await removeJobs(connectionString);
      });
  const dataDir = await mkdtemp(path.join(tmpdir(), "club-data-"));
  const clock = createClock(options.now);
  // As a demo, so that the invented contents aren't refused. A club that has started once isn't seeded.
  const configuration = configureClub(database.connectionString, dataDir, !options.empty);
  const club = await openClub({
    ...configuration,
    databaseUrl: asApplication(database.connectionString),
    databaseOwnerUrl: database.connectionString,
    databasePoolerUrl: null,
    databaseRead: options.readUrl
      ? { url: options.readUrl(asApplication(database.connectionString)), maxLagMs: READ_LAG_MS }
      : null,
    settings: { ...configuration.settings, ...options.settings },
    databaseTimeouts: { ...configuration.databaseTimeouts, ...options.timeouts },
    log: options.log ?? quiet,
    ...(options.countAlarm && { countAlarm: options.countAlarm }),
    now: clock.now,
    work: options.work ?? true,
  });
  const owner = await openDatabase({ databaseUrl: database.connectionString, dataDir: "", log: quietDatabase });
  const origin = await club.listen(0, "127.0.0.1");
  const call: TestClub["call"] = (descriptor, input, callOptions) =>
    makeCall((request) => club.fetch(request), origin, descriptor, input, callOptions);
  const ask: TestClub["ask"] = async (descriptor, input, callOptions) => {
    const { status, result, refusal } = await call(descriptor, input, callOptions);
    if (refusal) throw new CallRefused(descriptor.path, status, refusal);
    return result as CallReply<typeof descriptor>;
  };
  return {
    club,
    origin,
    within: { origin, answer: (request) => club.fetch(request) },
    db: owner.db,
    connectionString: database.connectionString,
    dataDir,
    environment: {
      NODE_ENV: "test",
      DATABASE_URL: database.connectionString,
      DATA_DIR: dataDir,
      CLUB_DATA_KEY: DATA_KEY.toString("hex"),
    },
    clock,
    call,
    ask,
    async logIn(name, password = DEMO_PASSWORD) {
      return (await ask(login, { login: name, password })).access_token;
    },
    outbox: () => readOutbox(dataDir),
    async lastMessage(to, saying, after) {
      const message = await waitForMessage(dataDir, to, saying, after);
      await waitUntilNoted(owner.db, message);
      return message;
    },
    async close() {
      await club.close();
      await owner.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      requireDescribedReplies();
    },
  };
}

/** The club notes a message as sent after it is there; until then it would write over what a test writes to its row. */
async function waitUntilNoted(db: Kysely<Database>, { to, text }: OutboxMessage): Promise<void> {
  const unnoted = db
    .selectFrom("outbox")
    .select("id")
    .where("recipient", "=", to)
    .where("text", "=", text)
    .where("attempts", ">", 0)
    .where("sent_at", "is", null)
    .where("failed_at", "is", null);
  const deadline = Date.now() + NOTED_MS;
  while ((await unnoted.execute()).length > 0) {
    if (Date.now() > deadline) throw new Error(`The club hasn't noted the message for ${to}`);
    await delay(10);
  }
}

/** How many jobs became due while a template was filled depends on the machine, and every clone would have them. */
async function removeJobs(databaseUrl: string): Promise<void> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: "", log: quietDatabase });
  await sql`delete from pgboss.job`.execute(db);
  await close();
}

async function fillCatalogue(services: Services): Promise<void> {
  const papers = await renderPapers();
  await services.db.transaction().execute((trx) => seedCatalogue(trx, services.now(), papers));
}

/** The configuration of a test's club; `demo: false` is a real one. */
export function configureClub(databaseUrl: string, dataDir: string, demo: boolean): ClubConfiguration {
  return {
    settings: {
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      publicOrigin: "http://127.0.0.1:3000",
      documentsLimit: 4000,
      reportRowPiecesLimit: 1_000,
      reportPointsLimit: 10_000_000,
      pointsExpireMonths: null,
      pointsExpiryNoticeDays: 30,
      pointsPendingDays: null,
      orderDays: { phone: 1, card: 3, giftery: 1, souvenir: 14 },
      orderPasswordPoints: null,
      secondOperatorPoints: 10_000,
      // Tests of these limits set their own: others give what they need in one day.
      secondOperatorPointsPerDay: 10_000_000,
      secondOperatorFactor: 1_000,
      reportPointsPerDay: 1_000_000_000,
      pointsPerDay: 1_000_000_000,
      temporaryPasswordDays: 14,
      passwordCost: LOW_COST,
      firstPasswordHours: 72,
      smtpUrl: null,
      smsUrl: null,
      smsToken: null,
      mailFrom: "Клуб <club@example.com>",
      dadataKey: null,
      dadataUrl: "http://127.0.0.1:1",
      smsPrefixes: ["79"],
      smsPerDay: 2_000,
      invitesPerDay: 20_000,
      invitesPerCuratorAndDay: 5_000,
      invitesPerManagerAndDay: 500,
      operatorOrigin: null,
      operatorOidc: null,
      retentionDays: {
        reports: 365,
        invitations: 180,
        feedback: 365,
        messages: 30,
        acceptedDocuments: 1825,
        rejectedDocuments: 90,
      },
      dataDir,
    },
    hasPublicOrigin: false,
    databaseUrl,
    databaseOwnerUrl: null,
    databasePoolerUrl: null,
    databaseRead: null,
    databaseTimeouts: DEFAULT_TIMEOUTS,
    databasePool: POOL_CONNECTIONS,
    dataDir,
    listener: null,
    dataKeys: [DATA_KEY],
    demo,
  };
}

const quietDatabase = { info: () => undefined, warn: () => undefined };

export const quiet: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields, message) => console.error(message, fields),
};
