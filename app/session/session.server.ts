import { z } from "zod";
import { roles, SESSION_DAYS } from "../../contract/values";
import { clearCookie, readCookie, writeCookie } from "./cookie.server";
import { sealValue, unsealValue } from "./seal.server";

const SESSION = "session";
const SESSION_SECONDS = SESSION_DAYS * 24 * 60 * 60;

const sessionValue = z.object({ token: z.string(), userId: z.string(), role: z.enum(roles) });

/** What the session cookie holds (§4.1). The token never reaches script or HTML (§4.19). */
export type Session = z.output<typeof sessionValue>;

export async function readSession(request: Request): Promise<Session | null> {
  const sealed = readCookie(request, SESSION);
  if (!sealed) return null;
  const parsed = sessionValue.safeParse(await unsealValue(sealed));
  return parsed.success ? parsed.data : null;
}

/** The `Set-Cookie` value that logs in. */
export async function startSession(session: Session): Promise<string> {
  return writeCookie(SESSION, await sealValue(session, SESSION_SECONDS), { maxAge: SESSION_SECONDS });
}

/** The `Set-Cookie` value that logs out. */
export function endSession(): string {
  return clearCookie(SESSION);
}
