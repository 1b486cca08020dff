import { redirectDocument } from "@remix-run/node";
import { type LoginResult, logout, profile } from "../../contract/accounts";
import { log } from "../lib/log.server";
import { call, SessionGone } from "../upstream/client.server";
import { UpstreamOutage } from "../upstream/outage.server";
import { findTokenFault, type Session, startSession, type TokenFault } from "./session.server";
import type { Visit } from "./visit.server";

/** The `Set-Cookie` values of a log-in, or what it failed at. */
export type LogInOutcome =
  | { readonly cookies: readonly string[] }
  | { readonly cookies: null; readonly fault: "profile" | TokenFault };

/** What participants read of such a token. */
export const tokenFaults: Readonly<Record<TokenFault, string>> = {
  "token-too-long":
    "Войти не получилось: ключ входа от клуба слишком длинный, чтобы сайт мог его запомнить. Напишите в техническую поддержку.",
  "token-unusable":
    "Войти не получилось: клуб прислал ключ входа, который сайт не может использовать. Напишите в техническую поддержку.",
};

/**
 * Creates the session after a successful login call, once the profile has been loaded (§4.1). Where the profile was refused, or
 * the token can't be used, nobody is logged in.
 * @throws a redirect to /500.html in an outage; the session is created nevertheless
 */
export async function logIn(visit: Visit, result: LoginResult): Promise<LogInOutcome> {
  const session = { token: result.access_token, userId: result.user_id, role: result.promo_group.system_name };
  if (findTokenFault(session) === "token-unusable") {
    reportToken("token-unusable", session, visit);
    return { cookies: null, fault: "token-unusable" };
  }
  const caller = { ...visit.caller, token: session.token };
  let fault: "profile" | TokenFault = "profile";
  try {
    const answer = await call(profile, {}, caller);
    if (answer.ok) {
      const { id, promo_group } = answer.result;
      const cookies = await startSession({ ...session, userId: session.userId || id, role: promo_group.system_name });
      if (cookies) return { cookies };
      fault = "token-too-long";
      reportToken(fault, session, visit);
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

const tokenLogMessages: Readonly<Record<TokenFault, string>> = {
  "token-too-long": "an access token is too long for the session's cookies",
  "token-unusable": "an access token has characters that no header can carry",
};

/** Logs why nobody can log in, without the token. */
function reportToken(fault: TokenFault, { token }: Session, { caller: { requestId } }: Visit): void {
  const fields = { call: "login", field: "access_token", length: token.length, requestId };
  log().error(fields, tokenLogMessages[fault]);
}
