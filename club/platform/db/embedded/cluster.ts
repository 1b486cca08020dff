import { randomBytes } from "node:crypto";
import { appendFile, chown, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { errorMessage } from "../error-message";
import type { EmbeddedPrograms } from "./programs";
import { CLUSTER_USER, type Cluster } from "./types";

/**
 * Creates the cluster unless it exists. It is created under another name and then renamed, so that a first start that
 * is killed leaves no incomplete cluster.
 *
 * @throws Error when the existing cluster was written by another major version of PostgreSQL
 */
export async function ensureCluster(cluster: Cluster, programs: EmbeddedPrograms) {
  const version = await readFile(path.join(cluster.pgData, "PG_VERSION"), "utf8").catch(() => undefined);
  if (version === undefined) return createCluster(cluster, programs);
  if (version.trim() === programs.version) return;
  throw new Error(
    `The data in ${cluster.pgData} was written by PostgreSQL ${version.trim()}, and this is version ${programs.version}. ` +
      "Dump it with the old version (pg_dump) and restore it into a new folder.",
  );
}

async function createCluster(cluster: Cluster, programs: EmbeddedPrograms) {
  await ensurePassword(cluster);
  const draft = `${cluster.pgData}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const passwordCopy = `${draft}.password`;
  await writeFile(passwordCopy, await readFile(cluster.passwordFile, "utf8"), { mode: 0o600 });
  if (programs.owner) await chown(passwordCopy, programs.owner.uid, programs.owner.gid);
  try {
    const args = [
      `--pgdata=${draft}`,
      `--username=${CLUSTER_USER}`,
      `--pwfile=${passwordCopy}`,
      "--encoding=UTF8",
      "--locale=C",
      // Only its owner may enter the socket's folder.
      "--auth-local=trust",
      "--auth-host=scram-sha-256",
      "--data-checksums",
    ];
    if (!cluster.durable) args.push("--no-sync");
    // Sorts as Russian does (ё next to е, capitals beside small letters); a build without ICU sorts by code points.
    await programs
      .run(programs.initdb, [...args, "--locale-provider=icu", "--icu-locale=ru-RU"])
      .catch(async (error: unknown) => {
        cluster.log.warn(`PostgreSQL has no Russian collation here: ${errorMessage(error)}`);
        await rm(draft, { recursive: true, force: true });
        await programs.run(programs.initdb, [...args, "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]);
      });
    await appendFile(path.join(draft, "postgresql.conf"), "include_if_exists = 'club.conf'\n");
    await rename(draft, cluster.pgData).catch((error: unknown) => {
      // Another process created it at the same time; its cluster serves as well.
      if (!hasCode(error, "ENOTEMPTY", "EEXIST")) throw error;
    });
  } finally {
    await rm(passwordCopy, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

async function ensurePassword({ passwordFile }: Cluster) {
  const password = `${randomBytes(24).toString("base64url")}\n`;
  await writeFile(passwordFile, password, { mode: 0o600, flag: "wx" }).catch((error: unknown) => {
    if (!hasCode(error, "EEXIST")) throw error;
  });
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
