import { z } from "zod";
import { roles, SESSION_DAYS } from "../../contract/values";
import { SESSION_ENDED_COOKIE } from "../lib/session-ended-cookie";
import {
  clearCookie,
  clearParts,
  LONGEST_VALUE,
  readCookie,
  readParts,
  writeCookie,
  writeParts,
} from "./cookie.server";
import { measureSealed, sealValue, unsealValue } from "./seal.server";

/** The name of the session cookie without its prefix. */
export const SESSION_COOKIE = "session";
const SESSION_SECONDS = SESSION_DAYS * 24 * 60 * 60;

const sessionValue = z.object({ token: z.string(), userId: z.string(), role: z.enum(roles) });

/** What the session cookie holds (§4.1). The token never reaches script or HTML (§4.19). */
export type Session = z.output<typeof sessionValue>;

/**
 * Cookies of a session. Two hold an access token of about 7 500 characters of base64; a longer one would be refused as a header
 * by most servers anyway.
 */
const SESSION_PARTS = 2;

export async function readSession(request: Request): Promise<Session | null> {
  const sealed = readParts(request, SESSION_COOKIE);
  if (!sealed) return null;
  const parsed = sessionValue.safeParse(await unsealValue(SESSION_COOKIE, sealed));
  return parsed.success ? parsed.data : null;
}

/** The `Set-Cookie` values that log in; null when the token is too long for them. */
export async function startSession(session: Session): Promise<readonly string[] | null> {
  const sealed = await sealValue(SESSION_COOKIE, session, SESSION_SECONDS);
  return writeParts(SESSION_COOKIE, sealed, SESSION_PARTS, { maxAge: SESSION_SECONDS });
}

/** Why an access token can't be used: no cookie can hold it, or no header can carry it. */
export type TokenFault = "token-too-long" | "token-unusable";

/** What is wrong with the token of a session; null when nothing is. A header has no line breaks and no Cyrillic letters. */
export function findTokenFault(session: Session): TokenFault | null {
  if (!/^[\t\u0020-\u007e\u0080-\u00ff]+$/.test(session.token)) return "token-unusable";
  const isTooLong = measureSealed(session, SESSION_SECONDS) > SESSION_PARTS * LONGEST_VALUE;
  return isTooLong ? "token-too-long" : null;
}

/** The `Set-Cookie` values that log out. */
export function endSession(): readonly string[] {
  return clearParts(SESSION_COOKIE, SESSION_PARTS);
}

/** For how long a browser's other tabs say that the session has ended. */
const ENDED_SECONDS = 24 * 60 * 60;

/** The `Set-Cookie` value that remembers that the session wasn't left but has ended. */
export function markSessionEnded(): string {
  return writeCookie(SESSION_ENDED_COOKIE, "1", { maxAge: ENDED_SECONDS });
}

/** Whether the session of this browser has ended lately: the upstream has ended it, or its cookie can no longer be read. */
export function hasSessionEnded(request: Request): boolean {
  return [SESSION_ENDED_COOKIE, SESSION_COOKIE].some((name) => readCookie(request, name) !== undefined);
}

/** The `Set-Cookie` value that forgets it. */
export function forgetSessionEnd(): string {
  return clearCookie(SESSION_ENDED_COOKIE);
}
