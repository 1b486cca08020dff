import { z } from "zod";
import { keepUnits } from "../lib/keep-units";
import { log } from "../lib/log.server";
import { clearCookie, LONGEST_VALUE, readCookie, writeCookie } from "./cookie.server";
import { sealValue, unsealValue } from "./seal.server";

const NOTICE = "notice";
const NOTICE_SECONDS = 5 * 60;

const notice = z.object({
  kind: z.enum(["success", "info", "warning", "error"]),
  title: z.string().optional(),
  text: z.string(),
  /** The next step, as a button. */
  link: z.object({ to: z.string(), text: z.string() }).optional(),
});

/** A message shown once, on the next page. */
export type Notice = z.output<typeof notice>;

/** Letters of a notice that would never fit, whatever they are. */
const MOST_LETTERS = 20_000;
const LONGEST_TITLE = 300;
const CUT = "… (сообщение сокращено)";

/**
 * The `Set-Cookie` value that carries a notice to the next page. What the upstream says or names may be longer than a cookie: then
 * its beginning is shown, and the log says so.
 */
export async function setNotice({ title, ...message }: Notice): Promise<string> {
  const short = { ...message, title: title && cut(title, LONGEST_TITLE) };
  let letters = Math.min(message.text.length, MOST_LETTERS);
  let sealed = await sealNotice({ ...short, text: cut(message.text, letters) });
  while (sealed.length > LONGEST_VALUE && letters > 0) {
    letters = Math.floor(letters * 0.9);
    sealed = await sealNotice({ ...short, text: cut(message.text, letters) });
  }
  if (letters < message.text.length) {
    log().warn({ cookie: NOTICE, length: message.text.length, kept: letters }, "a notice was cut to fit its cookie");
  }
  return writeCookie(NOTICE, sealed, { maxAge: NOTICE_SECONDS });
}

const sealNotice = (message: Notice) => sealValue(NOTICE, message, NOTICE_SECONDS);

/** The beginning of a text that is too long, without half a character at its end. */
function cut(text: string, letters: number): string {
  return text.length <= letters ? text : text.slice(0, letters).replace(/[\uD800-\uDBFF]$/, "") + CUT;
}

/** The notice that came with a request, and the `Set-Cookie` value that clears it so that it is shown only once. */
export async function readNotice(request: Request): Promise<{ notice: Notice; clearCookie: string } | null> {
  const sealed = readCookie(request, NOTICE);
  if (!sealed) return null;
  const parsed = notice.safeParse(await unsealValue(NOTICE, sealed));
  if (!parsed.success) return null;
  const { title, text } = parsed.data;
  const shown = { ...parsed.data, text: keepUnits(text), ...(title !== undefined && { title: keepUnits(title) }) };
  return { notice: shown, clearCookie: clearCookie(NOTICE) };
}

/** The `Set-Cookie` value that deletes a notice which has not been shown. */
export function clearNotice(): string {
  return clearCookie(NOTICE);
}
