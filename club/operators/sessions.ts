import { randomBytes } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { sessionSteps } from "../../contract/operator/calls";
import type { OperatorRole } from "../../contract/operator/roles";
import type { Operator } from "../platform/acts/operator";
import type { OperatorSessions, Operators } from "../platform/db/schema";
import { hashSecret } from "../platform/http/authentication";
import { subnetOf } from "../platform/http/network-address";
import type { Identity } from "../platform/providers/identity-provider";
import type { Db, Services, Trx } from "../platform/services";
import { generateTotpSecret } from "./totp";

const MINUTE_MS = 60 * 1000;
/** A log-in has to be completed within this time. */
const LOG_IN_MS = 15 * MINUTE_MS;
/** A session ends when it isn't used for so long, and in any case at the end of a working day. */
const IDLE_MS = 30 * MINUTE_MS;
const LONGEST_MS = 12 * 60 * MINUTE_MS;
/** A session's use is recorded at most this often. */
const USE_RECORDED_MS = MINUTE_MS;
const USER_AGENT_LENGTH = 300;

export type SessionStep = (typeof sessionSteps)[number];
export type OperatorRow = Selectable<Operators>;

/** An operator's session, perhaps of a log-in that isn't complete. */
export interface OperatorSession {
  readonly id: number;
  readonly operator: Extract<Operator, { kind: "operator" }>;
  readonly step: SessionStep;
  /** When a code of the authenticator app was last given. */
  readonly codeConfirmedAt: Date | null;
  /** With which the session began; null for a password. */
  readonly identity: AccountAtProvider | null;
}

/** An account at an identity provider. */
type AccountAtProvider = Pick<Identity, "issuer" | "subject">;

/** From where and with what a session begins. */
interface SessionOrigin {
  readonly address: string;
  readonly userAgent: string;
  readonly identity?: AccountAtProvider;
  /** A passkey that was verified: it completes the log-in. */
  readonly passkeyId?: number;
}

/** Begins a session that is good for the next step of the log-in only, unless a passkey opens it. @returns its token */
export async function beginSession(
  services: Services,
  operator: OperatorRow,
  { address, userAgent, identity, passkeyId }: SessionOrigin,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const now = services.now();
  const secret = operator.totp_secret_sealed ? null : generateTotpSecret();
  await services.db
    .insertInto("operator_sessions")
    .values({
      token_hash: hashSecret(token),
      operator_id: operator.id,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + (passkeyId === undefined ? LOG_IN_MS : LONGEST_MS)),
      network: subnetOf(address),
      user_agent: userAgent.slice(0, USER_AGENT_LENGTH),
      enrolment_secret_sealed: secret && services.seal.seal("operator_sessions.enrolment_secret_sealed", secret),
      identity_issuer: identity?.issuer ?? null,
      identity_subject: identity?.subject ?? null,
      passkey_id: passkeyId ?? null,
    })
    .execute();
  return token;
}

/** What the log-in still needs before anything else. */
export function nextStep(
  operator: Pick<OperatorRow, "password_expires_at" | "totp_secret_sealed">,
  session: Partial<Pick<Selectable<OperatorSessions>, "code_confirmed_at" | "passkey_id">> = {},
): SessionStep {
  if (operator.password_expires_at) return "password";
  if (!operator.totp_secret_sealed) return "enrolment";
  return session.code_confirmed_at || session.passkey_id ? "open" : "code";
}

/** The session of a token; null when it is unknown, has ended, or its operator is disabled. */
export async function findSession(services: Services, token: string): Promise<OperatorSession | null> {
  const now = services.now();
  const found = await services.db
    .selectFrom("operator_sessions as session")
    .innerJoin("operators as operator", "operator.id", "session.operator_id")
    .select([
      "session.id as session_id",
      "session.code_confirmed_at",
      "session.passkey_id",
      "session.last_used_at",
      "session.identity_issuer",
      "session.identity_subject",
    ])
    .selectAll("operator")
    .where("session.token_hash", "=", hashSecret(token))
    .where("session.expires_at", ">", now)
    .where("session.last_used_at", ">", new Date(now.getTime() - IDLE_MS))
    .where("operator.is_disabled", "=", false)
    .executeTakeFirst();
  if (!found) return null;
  if (now.getTime() - found.last_used_at.getTime() > USE_RECORDED_MS) {
    await services.db
      .updateTable("operator_sessions")
      .set({ last_used_at: now })
      .where("id", "=", found.session_id)
      .execute();
  }
  const { identity_issuer: issuer, identity_subject: subject } = found;
  return {
    id: found.session_id,
    operator: asOperator(found),
    step: nextStep(found, found),
    codeConfirmedAt: found.code_confirmed_at,
    identity: issuer !== null && subject !== null ? { issuer, subject } : null,
  };
}

export function asOperator(row: OperatorRow): OperatorSession["operator"] {
  return {
    kind: "operator",
    id: row.id,
    login: row.login,
    fullName: row.full_name,
    roles: row.roles as OperatorRole[],
  };
}

/** Records that a code was given now. The first one completes the log-in. */
export async function recordCode(db: Db, services: Services, session: Pick<OperatorSession, "id">): Promise<void> {
  await db
    .updateTable("operator_sessions")
    .set({
      code_confirmed_at: services.now(),
      enrolment_secret_sealed: null,
      expires_at: sql<Date>`created_at + make_interval(secs => ${LONGEST_MS / 1000})`,
    })
    .where("id", "=", session.id)
    .execute();
}

/** Ends the sessions of an operator. @param kept a session that goes on */
export async function endSessions(trx: Trx, operatorId: number, kept?: Pick<OperatorSession, "id">): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("operator_sessions")
    .where("operator_id", "=", operatorId)
    .where("id", "!=", kept?.id ?? 0)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
