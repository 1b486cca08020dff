import { randomBytes } from "node:crypto";
import type { LoginResult } from "../../../contract/accounts";
import type { UserRow } from "../../platform/db/types";
import { hashSecret, sessionEnd } from "../../platform/http/authentication";
import type { CallContext } from "../../platform/http/endpoint";
import { rememberNetwork } from "../../platform/http/known-networks";
import { subnetOf } from "../../platform/http/network-address";

/** What is kept of a browser's name; real ones are shorter. */
const USER_AGENT_LENGTH = 300;

/** Begins a session, and records the person's network as known. */
export async function openSession(
  user: Pick<UserRow, "id" | "role">,
  { services, address, userAgent }: CallContext,
): Promise<LoginResult> {
  const token = randomBytes(32).toString("base64url");
  const now = services.now();
  await services.db
    .insertInto("sessions")
    .values({
      token_hash: hashSecret(token),
      user_id: user.id,
      user_agent: userAgent.slice(0, USER_AGENT_LENGTH),
      network: subnetOf(address),
      created_at: now,
      last_used_at: now,
      expires_at: sessionEnd(now),
    })
    .execute();
  await rememberNetwork(services.db, services, user.id, address);
  return { access_token: token, user_id: String(user.id), promo_group: { system_name: user.role } };
}
