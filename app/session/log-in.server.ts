import { redirectDocument } from "@remix-run/node";
import { type LoginResult, logout, profile } from "../../contract/accounts";
import { call, SessionGone } from "../upstream/client.server";
import { UpstreamOutage } from "../upstream/outage.server";
import { startSession } from "./session.server";
import type { Visit } from "./visit.server";

/**
 * Creates the session after a successful login call, once the profile has been loaded (§4.1).
 * @returns the `Set-Cookie` value; null when the profile was refused, and then nobody is logged in
 * @throws a redirect to /500.html in an outage; the session is created nevertheless
 */
export async function logIn(visit: Visit, result: LoginResult): Promise<string | null> {
  const session = { token: result.access_token, userId: result.user_id, role: result.promo_group.system_name };
  const caller = { ...visit.caller, token: session.token };
  try {
    const answer = await call(profile, {}, caller);
    if (answer.ok) {
      const { id, promo_group } = answer.result;
      return await startSession({ ...session, userId: session.userId || id, role: promo_group.system_name });
    }
  } catch (error) {
    if (error instanceof UpstreamOutage) {
      throw redirectDocument("/500.html", { status: 303, headers: { "Set-Cookie": await startSession(session) } });
    }
    if (!(error instanceof SessionGone)) throw error;
  }
  // The token is of no use any more. Whether the upstream revokes it makes no difference here.
  await call(logout, {}, caller).catch(() => undefined);
  return null;
}
