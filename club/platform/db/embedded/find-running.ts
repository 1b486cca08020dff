import { existsSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { socketPath } from "./address";
import { findPostmaster, readPidFile } from "./postmaster-pid";
import { probeServer } from "./probe-server";
import { CLUB_DATABASE, CLUSTER_USER, describeCluster, type EmbeddedConnection } from "./types";

/** Whether a first start has made a database in this data folder. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  return existsSync(path.join(describeCluster({ dataDir, log: console }).pgData, "PG_VERSION"));
}

/**
 * The connection of the PostgreSQL that a running portal has started in its data folder, or undefined. The portal may
 * run in another container.
 */
export async function findRunningPostgres(dataDir: string): Promise<EmbeddedConnection | undefined> {
  const { home, pgData, passwordFile } = describeCluster({
    dataDir: await realpath(dataDir).catch(() => dataDir),
    log: console,
  });
  const postmaster = await readPidFile(pgData);
  const password = await readFile(passwordFile, "utf8").catch(() => undefined);
  if (!postmaster || password === undefined) return undefined;
  const connection: EmbeddedConnection = {
    host: existsSync(socketPath(home, postmaster.port)) ? home : "127.0.0.1",
    port: postmaster.port,
    user: CLUSTER_USER,
    password: password.trim(),
    database: CLUB_DATABASE,
  };
  if (await findPostmaster(pgData)) return connection;
  const state = await probeServer(connection, pgData);
  // The socket is in the folder itself, which may have another name where the portal runs.
  return state === "ready" || (state === "foreign" && connection.host === home) ? connection : undefined;
}
