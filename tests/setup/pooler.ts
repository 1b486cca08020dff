import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import pg from "pg";

const AUTHENTICATED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const IDLE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const TERMINATE = 0x58;

/** Whom PostgreSQL has never started: a pooler invents the process that it tells its clients. */
const INVENTED = Buffer.from([0x4b, 0, 0, 0, 12, 0x7f, 0xff, 0xff, 0xfe, 0, 0, 0, 1]);

export interface TestPooler {
  /** The same address through the pooler. */
  url: string;
  close(): Promise<void>;
}

/**
 * Stands for PgBouncer: its clients share one connection to the database, as those of transaction mode do, or have one each.
 * They may ask by simple queries only, one after the other.
 */
export async function openTestPooler(databaseUrl: string, mode: "transaction" | "session"): Promise<TestPooler> {
  const connections: pg.Client[] = [];
  let reply: ((data: Buffer) => void) | undefined;
  const open = async (onData: (data: Buffer) => void) => {
    const client = new pg.Client(databaseUrl);
    client.on("error", () => undefined);
    await client.connect();
    connections.push(client);
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.removeAllListeners("data").on("data", onData);
    return stream;
  };
  const shared = mode === "transaction" ? open((data) => reply?.(data)) : undefined;
  const server = createServer(async (socket) => {
    await once(socket, "data");
    socket.on("error", () => undefined);
    const upstream = (await shared) ?? (await open((data) => socket.write(data)));
    socket.on("data", (data) => {
      if (data[0] === TERMINATE) return void socket.end();
      reply = (answer) => socket.write(answer);
      upstream.write(data);
    });
    socket.write(Buffer.concat([AUTHENTICATED, INVENTED, IDLE]));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl.replace(/@[^/]*\//, `@127.0.0.1:${(server.address() as AddressInfo).port}/`));
  return {
    url: url.href.replace(/\?.*/, ""),
    async close() {
      server.close();
      await shared;
      for (const client of connections) {
        (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
      }
    },
  };
}
