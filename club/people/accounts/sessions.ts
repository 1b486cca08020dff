import { endAllSessions, endSession, listSessions } from "../../../contract/extensions";
import { endpoint } from "../../platform/http/endpoint";
import { isUuid } from "../../platform/http/parse-id";

/** Lists the caller's sessions, the latest used first. */
export const listSessionsEndpoint = endpoint(listSessions, async (_input, { services: { db, now }, actor }) => {
  const sessions = await db
    .selectFrom("sessions")
    .select(["id", "user_agent", "network", "last_used_at", "token_hash"])
    .where("user_id", "=", actor.id)
    .where("expires_at", ">", now())
    .orderBy("last_used_at", "desc")
    .execute();
  return sessions.map(({ token_hash, last_used_at, ...session }) => ({
    ...session,
    last_used_at: last_used_at.toISOString(),
    is_current: token_hash.equals(actor.tokenHash),
  }));
});

/** Ends one of the caller's sessions. Somebody else's, and one that is gone, get the same answer. */
export const endSessionEndpoint = endpoint(endSession, async ({ session_id }, { services: { db }, actor }) => {
  if (!isUuid(session_id)) return;
  await db.deleteFrom("sessions").where("id", "=", session_id).where("user_id", "=", actor.id).execute();
});

/** Ends every session of the caller. */
export const endAllSessionsEndpoint = endpoint(endAllSessions, async (_input, { services: { db }, actor }) => {
  await db.deleteFrom("sessions").where("user_id", "=", actor.id).execute();
});
