import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Club, openClub } from "../../club/club";
import { renderPapers, seedCatalogue } from "../../club/demo/catalogue";
import { readClubConfiguration } from "../../club/platform/configuration";
import { hashSecret } from "../../club/platform/http/authentication";
import type { CallDescriptor, CallInput, CallReply } from "../../contract/call";
import { readReply } from "../../contract/reply";
import { type CallOptions, createRequest } from "../../contract/request";

export interface BenchClub {
  club: Club;
  dataDir: string;
  close(): Promise<void>;
}

const silent = { info: () => undefined, warn: () => undefined, error: console.error };

/**
 * Opens the real club on a new embedded PostgreSQL that writes to the disk as in production. The club has the prizes and
 * contents of the demo, and nobody in it. It is removed when it closes.
 *
 * @param work whether this process also runs the background jobs
 * @param variables variables of the environment that differ from the defaults
 */
export async function openBenchClub(
  work = false,
  variables: Readonly<Record<string, string>> = {},
): Promise<BenchClub> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "club-bench-"));
  const configuration = readClubConfiguration({ NODE_ENV: "production", DATA_DIR: dataDir, ...variables });
  const club = await openClub({ ...configuration, demo: false, log: silent, work });
  const papers = await renderPapers();
  await club.services.db.transaction().execute((trx) => seedCatalogue(trx, new Date(), papers));
  return {
    club,
    dataDir,
    async close() {
      await club.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let added = 0;

/** Opens a session of somebody. @returns the access token */
export async function openSession({ services: { db } }: Club, userId: number): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const expires_at = new Date("2100-01-01");
  await db
    .insertInto("sessions")
    .values({ token_hash: hashSecret(token), user_id: userId, expires_at })
    .execute();
  return token;
}

/** Adds an active participant. Returns the id and an access token. */
export async function addPerson(
  club: Club,
  person: { role: "curator" | "manager" | "member"; curator_id?: number; manager_id?: number },
): Promise<{ id: number; token: string; phone: string }> {
  added += 1;
  const phone = `7912${String(added).padStart(7, "0")}`;
  const { id } = await club.services.db
    .insertInto("users")
    .values({
      ...person,
      first_name: "Иван",
      last_name: `Иванов${added}`,
      sur_name: "Иванович",
      phone,
      email: `person-${added}@example.org`,
      phone_confirmed_at: new Date(),
      agreement_accepted_at: new Date(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, token: await openSession(club, id), phone };
}

/** Makes a call within the process. @throws Error when it is refused */
export async function callClub<D extends CallDescriptor>(
  club: Club,
  descriptor: D,
  input: CallInput<D>,
  token: string,
  options: CallOptions = {},
): Promise<CallReply<D>> {
  const upstream = { origin: "http://127.0.0.1", clientId: "portal", clientSecret: "portal-demo" };
  const response = await club.fetch(createRequest(upstream, descriptor, input, { token }, options));
  const body = await response.json();
  const reply = readReply(descriptor, response.status, body);
  if (reply.kind !== "answer") throw new Error(`${descriptor.path}: ${response.status} ${JSON.stringify(body)}`);
  return reply.result as CallReply<D>;
}
