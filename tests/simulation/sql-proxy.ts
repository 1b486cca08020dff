import { connect, createServer, type Socket } from "node:net";
import { closeServer, listen } from "./ports";

/** One connection of the club to PostgreSQL. */
export interface SqlConnection {
  /** Process id of the backend that serves it; 0 until PostgreSQL has told it. */
  readonly backend: number;
  cut(): void;
}

export interface SqlWatcher {
  /** Called before a statement reaches PostgreSQL; it waits for the promise. */
  before(statement: string, connection: SqlConnection): Promise<void> | undefined;
  /** Called when PostgreSQL has carried the statement out, before the club knows; the reply waits for the promise. */
  after(statement: string, connection: SqlConnection): Promise<void> | undefined;
}

export interface SqlProxy {
  readonly port: number;
  /** Returns the connections that are open now. */
  connections(): SqlConnection[];
  close(): Promise<void>;
}

/** Stands between the club and PostgreSQL, and reads as much of the protocol as shows statements and the ends of their replies. */
export async function openSqlProxy(socketPath: string, watcher: SqlWatcher): Promise<SqlProxy> {
  const open = new Set<SqlConnection>();
  const server = createServer((client) => {
    const connection = join(client, connect(socketPath), watcher);
    open.add(connection);
    client.once("close", () => open.delete(connection));
  });
  const port = await listen(server);
  return {
    port,
    connections: () => [...open],
    async close() {
      for (const connection of open) connection.cut();
      await closeServer(server);
    },
  };
}

function join(client: Socket, backend: Socket, watcher: SqlWatcher): SqlConnection {
  const cut = () => {
    client.destroy();
    backend.destroy();
  };
  const connection = { backend: 0, cut };
  /** The statements whose replies have not ended, in their order: the club sends short ones without waiting for those before. */
  const running: string[] = [];
  const parsed = new Map<string, string>();

  const requests = readMessages(true, async (message) => {
    const statement = readStatement(message, parsed);
    if (statement !== undefined) {
      running.push(statement);
      await watcher.before(statement, connection);
    }
    if (!backend.destroyed) backend.write(message);
  });
  const replies = readMessages(false, async (message) => {
    const type = String.fromCharCode(message[0] ?? 0);
    if (type === "K") connection.backend = message.readInt32BE(5);
    if (type === "Z") {
      const statement = running.shift();
      if (statement !== undefined) await watcher.after(statement, connection);
    }
    if (!client.destroyed) client.write(message);
  });
  client.on("data", requests);
  backend.on("data", replies);
  // Small messages would wait for each other's acknowledgements.
  client.setNoDelay();
  for (const socket of [client, backend]) {
    socket.on("error", () => undefined);
    socket.once("close", cut);
  }
  return connection;
}

/** Cuts a stream into the protocol's messages, which are handled one after the other. The first request has no type. */
function readMessages(startsUntyped: boolean, handle: (message: Buffer) => Promise<void>) {
  let rest: Buffer = Buffer.alloc(0);
  let isUntyped = startsUntyped;
  let isBusy = false;
  const drain = async () => {
    for (;;) {
      const header = isUntyped ? 0 : 1;
      if (rest.length < header + 4) return;
      const length = header + rest.readInt32BE(header);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      isUntyped = false;
      await handle(message);
    }
  };
  return (chunk: Buffer) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    if (isBusy) return;
    isBusy = true;
    void drain().finally(() => {
      isBusy = false;
    });
  };
}

/**
 * Reads the statement that a request carries out: that of a simple query, or the parsed one to which values are bound.
 * @param parsed the connection's statements by name, which this function keeps
 */
function readStatement(message: Buffer, parsed: Map<string, string>): string | undefined {
  const type = String.fromCharCode(message[0] ?? 0);
  if (type === "Q") return message.toString("utf8", 5, message.length - 1);
  if (type !== "P" && type !== "B") return undefined;
  const [first, next] = readText(message, 5);
  const [second] = readText(message, next);
  if (type === "P") parsed.set(first, second);
  return type === "B" ? parsed.get(second) : undefined;
}

/** A text that ends with a zero byte, and where the next one begins. */
function readText(message: Buffer, begin: number): [text: string, next: number] {
  const end = message.indexOf(0, begin);
  return [message.toString("utf8", begin, end), end + 1];
}
