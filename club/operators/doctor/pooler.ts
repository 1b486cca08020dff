import type { ClubConfiguration } from "../../platform/configuration";
import { errorMessage } from "../../platform/db/error-message";
import { findPooling, isSameDatabase } from "../../platform/db/pooler";
import type { Check, ClubToCheck } from "./check";

/** Whether jobs and migrations go past the pooler, to the same database as the requests that go through it. */
export const pooler: Check<ClubToCheck> = {
  name: "pooler",
  async try({ configuration }) {
    const direct = configuration.databaseUrl;
    if (direct === null) return "none: the embedded PostgreSQL needs none";
    await requireDirect(configuration);
    if (configuration.databasePoolerUrl === null) return "none: DATABASE_URL leads to PostgreSQL without one";
    const pooling = await about("DATABASE_POOLER_URL", findPooling(configuration.databasePoolerUrl));
    if (pooling === "none") throw new Error("DATABASE_POOLER_URL leads to PostgreSQL itself and to no pooler");
    await requireSame(configuration, "DATABASE_POOLER_URL", configuration.databasePoolerUrl);
    const mode = pooling === "of-transactions" ? "transaction" : "session";
    return `DATABASE_POOLER_URL leads through one in ${mode} mode; for jobs and migrations DATABASE_URL leads past it to the same database`;
  },
};

/** @throws Error that names an address with which sessions are needed and a pooler gives only transactions */
async function requireDirect(configuration: ClubConfiguration): Promise<void> {
  const { databaseUrl, databaseOwnerUrl } = configuration;
  for (const [name, url] of [
    ["DATABASE_URL", databaseUrl],
    ["DATABASE_OWNER_URL", databaseOwnerUrl],
  ] as const) {
    if (url !== null && (await about(name, findPooling(url))) === "of-transactions") {
      throw new Error(
        `${name} leads through a pooler in transaction mode, such as PgBouncer, and jobs and migrations need sessions: name PostgreSQL itself there, and the pooler in DATABASE_POOLER_URL`,
      );
    }
  }
  if (databaseOwnerUrl !== null) await requireSame(configuration, "DATABASE_OWNER_URL", databaseOwnerUrl);
}

async function requireSame({ databaseUrl }: ClubConfiguration, name: string, url: string): Promise<void> {
  if (await about(name, isSameDatabase(databaseUrl ?? "", url))) return;
  throw new Error(`${name} leads to another database than DATABASE_URL`);
}

/** Names the variable beside what PostgreSQL or the system says. */
async function about<T>(name: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw new Error(`${name}: ${errorMessage(error)}`);
  });
}
