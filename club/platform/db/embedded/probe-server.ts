import path from "node:path";
import pg from "pg";
import type { EmbeddedConnection } from "./types";

/** "foreign": the server has another data folder or password; "busy": it is starting, recovering or stopping. */
export type ServerState = "ready" | "foreign" | "busy" | "silent";

/** Connects to the server and asks for its data folder. */
export async function probeServer(connection: EmbeddedConnection, pgData: string): Promise<ServerState> {
  const client = new pg.Client({ ...connection, database: "postgres", connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    return path.resolve(rows[0]?.data_directory ?? "") === pgData ? "ready" : "foreign";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    // 28P01: invalid password; 57P03: cannot connect now; 53300: too many connections
    if (code === "28P01") return "foreign";
    return code === "57P03" || code === "53300" ? "busy" : "silent";
  } finally {
    await client.end().catch(() => undefined);
  }
}
