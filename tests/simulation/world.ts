import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { findFreePort } from "../setup/free-port";
import { openMailServer } from "../setup/mail-server";
import { type Call, openCallProxy } from "./call-proxy";
import { type Point, points } from "./points";
import { Program, type Programs } from "./programs";
import type { Fault, Schedule } from "./schedule";
import { openSqlProxy, type SqlConnection } from "./sql-proxy";
import type { Stand } from "./stand";
import { type Subject, strike, type Victims } from "./strike";
import { Visitor } from "./visitor";

const DATA_KEY = Buffer.alloc(32, 7).toString("hex");
const SECRET = "a secret of the simulation that is long enough to pass";

/** A fault of the schedule and what has become of it. */
interface PlannedFault extends Fault {
  seen: number;
  isStruck: boolean;
}

export interface World {
  /** The club's database, past every proxy. */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  readonly databaseUrl: string;
  readonly callOrigin: string;
  readonly club: Program;
  readonly portal: Program;
  /** How often each message reached the mail server, by the id of its row. */
  readonly deliveries: ReadonlyMap<number, number>;
  /** What no reply may be, as it came. */
  readonly offences: string[];
  /** Every fault that has struck, in their order. */
  readonly struck: readonly Fault[];
  /** The names of the journey's points that were reached. */
  readonly reached: ReadonlySet<string>;
  logIn(phone: string): Promise<Visitor>;
  openVisitor(): Visitor;
  /** From now on the faults of the schedule strike. */
  arm(): void;
  /** Waits until whatever has struck is over. Faults that are left may still strike. */
  recover(): Promise<void>;
  /** No further fault strikes; everything runs again, and no clock is behind. */
  heal(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the real portal and the real club on a database of their own, with a proxy at each of their connections. */
export async function openWorld(stand: Stand, programs: Programs, schedule: Schedule): Promise<World> {
  const database = await stand.cloneDatabase();
  const databaseUrl = stand.urlOf(database);
  const faults: PlannedFault[] = schedule.faults.map((fault) => ({ ...fault, seen: 0, isStruck: false }));
  const struck: Fault[] = [];
  const reached = new Set<string>();
  const deliveries = new Map<number, number>();
  const offences: string[] = [];
  const recoveries: Promise<void>[] = [];
  /** The statements of the transaction of each connection. */
  const transactions = new WeakMap<SqlConnection, string[]>();
  let isArmed = false;

  const reach = (
    phase: Fault["phase"],
    isHere: (point: Point) => boolean,
    subject: Subject,
  ): Promise<Fault["kind"]> | undefined => {
    for (const point of points[schedule.journey]) if (isHere(point)) reached.add(point.name);
    if (!isArmed) return undefined;
    for (const fault of faults) {
      if (fault.isStruck || fault.phase !== phase || !isHere(fault.point)) continue;
      fault.seen += 1;
      if (fault.seen < fault.nth) continue;
      fault.isStruck = true;
      struck.push(fault);
      return strikeNow(fault, subject);
    }
    return undefined;
  };
  const strikeNow = async (fault: Fault, subject: Subject) => {
    // A fault may meet what another one has broken already, such as a database that can't be reached.
    const striking = strike(fault, victims, subject).catch(() => undefined);
    recoveries.push(striking.then((undo) => undo?.()));
    await striking;
    return fault.kind;
  };
  const reachStatement = (phase: Fault["phase"], statement: string, connection: SqlConnection) => {
    const earlier = transactions.get(connection) ?? [];
    if (phase === "before") transactions.set(connection, /^begin/i.test(statement) ? [] : [...earlier, statement]);
    const isHere = (point: Point) =>
      point.kind === "sql" &&
      point.statement.test(statement) &&
      (!point.within || earlier.some((text) => point.within?.test(text)));
    return reach(phase, isHere, { connection, loseReply: connection.cut })?.then(() => undefined);
  };
  const reachCall = (phase: Fault["phase"], call: Call) =>
    reach(phase, (point) => point.kind === "call" && point.path === call.path, call)?.then(() => undefined);

  const sqlProxy = await openSqlProxy(stand.socketPath, {
    before: (statement, connection) => reachStatement("before", statement, connection),
    after: (statement, connection) => reachStatement("after", statement, connection),
  });
  const mailServer = await openMailServer({}, async (mail, socket) => {
    const isHere = (point: Point) => point.kind === "mail";
    const subject = { loseReply: () => void socket.destroy() };
    if ((await reach("before", isHere, subject)) === "refuse-mail") return "452 insufficient system storage";
    const id = Number(/^Message-ID: <outbox-(\d+)@/im.exec(mail)?.[1]);
    deliveries.set(id, (deliveries.get(id) ?? 0) + 1);
    const kind = await reach("after", isHere, subject);
    return kind === "refuse-mail" ? "451 local error" : "250 taken";
  });
  const proxied = new URL("postgresql://127.0.0.1");
  Object.assign(proxied, { username: "club", port: String(sqlProxy.port), pathname: `/${database}` });
  const club = new Program({
    folder: programs.folder,
    program: programs.club,
    readyMark: /listening (\S+)/,
    env: {
      NODE_ENV: "test",
      DATABASE_URL: proxied.href,
      DATA_DIR: stand.dataDir,
      CLUB_DATA_KEY: DATA_KEY,
      CLUB_DOCUMENTS_LIMIT: "1000000",
      SMTP_URL: mailServer.url,
    },
  });
  const calls = await openCallProxy(() => club.ready, schedule.honoursKeys, {
    before: (call) => reachCall("before", call),
    after: (call) => reachCall("after", call),
    onReply: (path, status, body) =>
      noteTrace(offences, `the club's reply ${status} of ${path}`, body.toString("utf8")),
  });
  const port = await findFreePort();
  const portal = new Program({
    folder: programs.folder,
    program: programs.portal,
    readyMark: /Клуб открыт/,
    env: {
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: stand.dataDir,
      UPSTREAM_URL: calls.origin,
      UPSTREAM_EXTENSIONS: "on",
      UPSTREAM_IDEMPOTENCY: schedule.honoursKeys ? "on" : "off",
      SESSION_SECRETS: SECRET,
      ORDER_PAUSE_MS: "0",
    },
  });
  const victims: Victims = { stand, databaseUrl, portal, club, calls, database: sqlProxy };
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, connectionTimeoutMillis: 10_000 });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));

  const openVisitor = () =>
    new Visitor(`http://127.0.0.1:${port}`, (path, status, body) =>
      noteTrace(offences, `the portal's page ${status} of ${path}`, body),
    );
  const recover = async () => {
    for (let done = 0; done < recoveries.length; done++) await recoveries[done];
  };
  const close = async () => {
    await Promise.all([portal.kill(), club.kill()]);
    await Promise.all([calls.close(), sqlProxy.close(), pool.end().catch(() => undefined)]);
    mailServer.close();
    await stand.dropDatabase(database);
  };
  try {
    await Promise.all([club.start(), portal.start()]);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    query: (text, values) => queryPatiently(pool, text, values),
    databaseUrl,
    callOrigin: calls.origin,
    club,
    portal,
    deliveries,
    offences,
    struck,
    reached,
    openVisitor,
    async logIn(phone) {
      const visitor = openVisitor();
      await visitor.logIn(phone);
      return visitor;
    },
    arm() {
      isArmed = true;
    },
    recover,
    async heal() {
      isArmed = false;
      await recover();
      for (const program of [portal, club]) program.shiftClock(Math.max(program.clockShift, 0));
    },
    close,
  };
}

const PATIENCE_MS = 60_000;
/** PostgreSQL's classes of mistakes in the statement itself. */
const MISTAKE = /^(22|42)/;

/** Asks again while a fault keeps PostgreSQL from answering. */
async function queryPatiently<Row>(pool: pg.Pool, text: string, values?: unknown[]): Promise<Row[]> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return (await pool.query(text, values)).rows;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      if (MISTAKE.test(code) || Date.now() > deadline) throw error;
      await delay(100);
    }
  }
}

/** A stack trace, or the place of a source file. */
const TRACE = /\n\s+at .{0,200}:\d+:\d+|node_modules\/|\/(?:club|app|build)\/[\w./-]+\.(?:ts|js):\d+/;

function noteTrace(offences: string[], what: string, body: string): void {
  const found = TRACE.exec(body);
  if (found) offences.push(`${what} shows ${found[0].trim()}`);
}
