import { redirectDocument } from "@remix-run/node";
import { type LoginResult, logout, profile } from "../../contract/accounts";
import { log } from "../lib/log.server";
import { call, SessionGone } from "../upstream/client.server";
import { UpstreamOutage } from "../upstream/outage.server";
import { type Session, startSession } from "./session.server";
import type { Visit } from "./visit.server";

/** The `Set-Cookie` values of a log-in, or what it failed at. */
export type LogInOutcome =
  | { readonly cookies: readonly string[] }
  | { readonly cookies: null; readonly fault: "profile" | "token" };

/** What participants read whose access token no cookie can hold. */
export const TOKEN_TOO_LONG =
  "Войти не получилось: ключ входа от клуба слишком длинный, чтобы сайт мог его запомнить. Напишите в техническую поддержку.";

/**
 * Creates the session after a successful login call, once the profile has been loaded (§4.1). Where the profile was refused, or
 * the token is too long, nobody is logged in.
 * @throws a redirect to /500.html in an outage; the session is created nevertheless
 */
export async function logIn(visit: Visit, result: LoginResult): Promise<LogInOutcome> {
  const session = { token: result.access_token, userId: result.user_id, role: result.promo_group.system_name };
  const caller = { ...visit.caller, token: session.token };
  let fault: "profile" | "token" = "profile";
  try {
    const answer = await call(profile, {}, caller);
    if (answer.ok) {
      const { id, promo_group } = answer.result;
      const cookies = await startSession({ ...session, userId: session.userId || id, role: promo_group.system_name });
      if (cookies) return { cookies };
      reportLongToken(session, visit);
      fault = "token";
    }
  } catch (error) {
    if (error instanceof UpstreamOutage) throw redirectDocument("/500.html", await startInOutage(session));
    if (!(error instanceof SessionGone)) throw error;
  }
  // The token is of no use any more. Whether the upstream revokes it makes no difference here.
  await call(logout, {}, caller).catch(() => undefined);
  return { cookies: null, fault };
}

async function startInOutage(session: Session): Promise<ResponseInit> {
  const headers = new Headers();
  for (const cookie of (await startSession(session)) ?? []) headers.append("Set-Cookie", cookie);
  return { status: 303, headers };
}

/** Logs why nobody can log in, without the token. */
function reportLongToken({ token }: Session, { caller: { requestId } }: Visit): void {
  const fields = { call: "login", field: "access_token", length: token.length, requestId };
  log().error(fields, "an access token is too long for the session's cookies");
}
