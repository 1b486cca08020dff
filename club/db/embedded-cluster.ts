import { randomBytes } from "node:crypto";
import { appendFile, chown, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { EmbeddedPrograms } from "./embedded-programs";
import { explain, type Place } from "./embedded-types";

/** PostgreSQL's superuser in a cluster of ours. */
export const CLUSTER_USER = "club";

/** Makes the cluster aside and moves it into place whole, so that a killed first start leaves nothing half-made. */
export async function ensureCluster(place: Place, programs: EmbeddedPrograms) {
  const made = await readFile(path.join(place.cluster, "PG_VERSION"), "utf8").catch(() => undefined);
  if (made !== undefined) {
    if (made.trim() === programs.version) return;
    throw new Error(
      `The data in ${place.cluster} was written by PostgreSQL ${made.trim()}, and this is version ${programs.version}. ` +
        "Dump it with the old version (pg_dump) and restore it into a new folder.",
    );
  }
  await ensurePassword(place);
  const draft = `${place.cluster}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const passwordCopy = `${draft}.password`;
  await writeFile(passwordCopy, await readFile(place.passwordFile, "utf8"), { mode: 0o600 });
  if (programs.owner) await chown(passwordCopy, programs.owner.uid, programs.owner.gid);
  try {
    const args = [
      `--pgdata=${draft}`,
      `--username=${CLUSTER_USER}`,
      `--pwfile=${passwordCopy}`,
      "--encoding=UTF8",
      "--locale=C",
      // The socket lies in a folder that only its owner may enter.
      "--auth-local=trust",
      "--auth-host=scram-sha-256",
      "--data-checksums",
    ];
    if (!place.durable) args.push("--no-sync");
    // Russian order of words (ё among е, no case first); a build without ICU falls back to the order of code points.
    await programs
      .run(programs.initdb, [...args, "--locale-provider=icu", "--icu-locale=ru-RU"])
      .catch(async (error: unknown) => {
        place.log.warn(`PostgreSQL has no Russian collation here: ${explain(error)}`);
        await rm(draft, { recursive: true, force: true });
        await programs.run(programs.initdb, [...args, "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]);
      });
    await appendFile(path.join(draft, "postgresql.conf"), "include_if_exists = 'club.conf'\n");
    await rename(draft, place.cluster).catch((error: unknown) => {
      // Another process was faster; its cluster serves as well.
      if (!(error instanceof Error && "code" in error && (error.code === "ENOTEMPTY" || error.code === "EEXIST")))
        throw error;
    });
  } finally {
    await rm(passwordCopy, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

async function ensurePassword(place: Place) {
  await writeFile(place.passwordFile, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600, flag: "wx" }).catch(
    (error: unknown) => {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    },
  );
}
