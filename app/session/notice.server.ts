import { z } from "zod";
import { dropCookie, readCookie, writeCookie } from "./cookie.server";
import { openSeal, sealValue } from "./seal.server";

const NOTICE = "notice";
const NOTICE_SECONDS = 5 * 60;

const notice = z.object({
  kind: z.enum(["success", "info", "warning", "error"]),
  title: z.string().optional(),
  text: z.string(),
});

/** One message for the next page that the participant sees. */
export type Notice = z.output<typeof notice>;

/** The `Set-Cookie` value that takes a notice to the next page. */
export async function leaveNotice(message: Notice): Promise<string> {
  return writeCookie(NOTICE, await sealValue(message, NOTICE_SECONDS), { maxAge: NOTICE_SECONDS });
}

/** The notice that came with a request, and the `Set-Cookie` value that shows it once only. */
export async function takeNotice(request: Request): Promise<{ notice: Notice; forget: string } | null> {
  const sealed = readCookie(request, NOTICE);
  if (!sealed) return null;
  const parsed = notice.safeParse(await openSeal(sealed));
  return parsed.success ? { notice: parsed.data, forget: dropCookie(NOTICE) } : null;
}

/** The `Set-Cookie` value that takes away a notice nobody has seen yet. */
export function dropNotice(): string {
  return dropCookie(NOTICE);
}
