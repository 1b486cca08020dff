import { z } from "zod";
import { clearCookie, readCookie, writeCookie } from "./cookie.server";
import { sealValue, unsealValue } from "./seal.server";

const NOTICE = "notice";
const NOTICE_SECONDS = 5 * 60;

const notice = z.object({
  kind: z.enum(["success", "info", "warning", "error"]),
  title: z.string().optional(),
  text: z.string(),
});

/** A message shown once, on the next page. */
export type Notice = z.output<typeof notice>;

/** The `Set-Cookie` value that carries a notice to the next page. */
export async function setNotice(message: Notice): Promise<string> {
  return writeCookie(NOTICE, await sealValue(NOTICE, message, NOTICE_SECONDS), { maxAge: NOTICE_SECONDS });
}

/** The notice that came with a request, and the `Set-Cookie` value that clears it so that it is shown only once. */
export async function readNotice(request: Request): Promise<{ notice: Notice; clearCookie: string } | null> {
  const sealed = readCookie(request, NOTICE);
  if (!sealed) return null;
  const parsed = notice.safeParse(await unsealValue(NOTICE, sealed));
  return parsed.success ? { notice: parsed.data, clearCookie: clearCookie(NOTICE) } : null;
}

/** The `Set-Cookie` value that deletes a notice which has not been shown. */
export function clearNotice(): string {
  return clearCookie(NOTICE);
}
