import { existsSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { socketPath } from "./address";
import { findPostmaster } from "./postmaster-pid";
import { CLUB_DATABASE, CLUSTER_USER, describeCluster, type EmbeddedConnection } from "./types";

/** The connection of the PostgreSQL that a running portal has started in its data folder, or undefined. */
export async function findRunningPostgres(dataDir: string): Promise<EmbeddedConnection | undefined> {
  const { home, pgData, passwordFile } = describeCluster({
    dataDir: await realpath(dataDir).catch(() => dataDir),
    log: console,
  });
  const postmaster = await findPostmaster(pgData);
  if (!postmaster) return undefined;
  return {
    host: existsSync(socketPath(home, postmaster.port)) ? home : "127.0.0.1",
    port: postmaster.port,
    user: CLUSTER_USER,
    password: (await readFile(passwordFile, "utf8")).trim(),
    database: CLUB_DATABASE,
  };
}
