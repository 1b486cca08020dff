import { redirectDocument } from "@remix-run/node";
import { type LoginResult, logout, profile } from "../../contract/accounts";
import { call, SessionGone, UpstreamOutage } from "../upstream/client.server";
import { startSession } from "./session.server";
import type { Visit } from "./visit.server";

/**
 * Begins a session after a login: the profile is loaded first (§4.1). Returns the `Set-Cookie` value, or null when the
 * profile was refused and nobody is logged in. In an outage the session is kept and the static page shown.
 */
export async function enterClub(visit: Visit, result: LoginResult): Promise<string | null> {
  const session = { token: result.access_token, userId: result.user_id, role: result.promo_group.system_name };
  const caller = { ...visit.caller, token: session.token };
  try {
    const answer = await call(profile, {}, caller);
    if (answer.ok) return await startSession({ ...session, role: answer.result.promo_group.system_name });
  } catch (error) {
    if (error instanceof UpstreamOutage) {
      throw redirectDocument("/500.html", { status: 303, headers: { "Set-Cookie": await startSession(session) } });
    }
    if (!(error instanceof SessionGone)) throw error;
  }
  // Nobody will use this token: the upstream may forget it. Whether it hears that changes nothing here.
  await call(logout, {}, caller).catch(() => undefined);
  return null;
}
