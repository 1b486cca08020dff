import { createHash, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { formatAuthorization } from "../../../contract/request";
import { LONGEST_SESSION_DAYS, participantOf, type Role, SESSION_DAYS } from "../../../contract/values";
import type { Services } from "../services";
import type { Actor } from "./endpoint";
import { rememberNetwork } from "./known-networks";
import { subnetOf } from "./network-address";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session's use is recorded at most this often, to spare the database a write for every call. */
const USE_RECORDED_MS = 5 * 60 * 1000;

/** Only the SHA-256 hash of a secret is stored. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** Whether an `Authorization: Basic …` header carries the portal's client credential. */
export function hasClientCredential(header: string | undefined, { settings }: Services): boolean {
  const expected = credentials.get(settings) ?? hashSecret(formatAuthorization(settings));
  credentials.set(settings, expected);
  return timingSafeEqual(hashSecret(header ?? ""), expected);
}

/** The hash of the header that carries the credential of these settings. */
const credentials = new WeakMap<Services["settings"], Buffer>();

/** When a session that is used now ends: after its disuse, and in any case some months after the log-in. */
export function sessionEnd(now: Date, since = now): Date {
  return new Date(Math.min(now.getTime() + SESSION_DAYS * DAY_MS, since.getTime() + LONGEST_SESSION_DAYS * DAY_MS));
}

/** The look-ups that are under way, by token. */
const lookUps = new WeakMap<Services, Map<string, Promise<Actor | null>>>();

/**
 * The participant of an Access-Token, or null when it is unknown or expired. Each use prolongs the session. The calls of one
 * page come together: those that come while their token is being looked up share the result.
 * @param address the participant's, empty when unknown
 */
export function findActor(token: string, services: Services, address: string): Promise<Actor | null> {
  const underWay = lookUps.get(services) ?? new Map<string, Promise<Actor | null>>();
  lookUps.set(services, underWay);
  const started = underWay.get(token) ?? lookUpActor(token, services, address).finally(() => underWay.delete(token));
  underWay.set(token, started);
  return started;
}

interface SessionRow {
  id: number;
  role: Role;
  is_system: boolean;
  last_used_at: Date;
  created_at: Date;
}

async function lookUpActor(token: string, services: Services, address: string): Promise<Actor | null> {
  const tokenHash = hashSecret(token);
  const now = services.now();
  // As text: it comes with every page, and building it would take longer than sending it.
  const { rows } = await sql<SessionRow>`
    select users.id, users.role, users.is_system, sessions.last_used_at, sessions.created_at
    from sessions join users on users.id = sessions.user_id
    where sessions.token_hash = ${tokenHash} and sessions.expires_at > ${now} and not users.is_disabled
  `.execute(services.sharedDb);
  const [session] = rows;
  if (!session) return null;
  if (now.getTime() - session.last_used_at.getTime() > USE_RECORDED_MS) {
    const network = subnetOf(address);
    await services.db
      .updateTable("sessions")
      .set({ expires_at: sessionEnd(now, session.created_at), last_used_at: now, ...(network && { network }) })
      .where("token_hash", "=", tokenHash)
      .execute();
    await rememberNetwork(services.db, services, session.id, address);
  }
  return {
    id: session.id,
    role: session.role,
    isSystem: session.is_system,
    participant: participantOf(session.role, session.is_system),
    tokenHash,
    loggedInAt: session.created_at,
  };
}
