import type { ClientActionFunctionArgs } from "@remix-run/react";
import { catchLostReply } from "../../../lib/lost-reply";
import { outcome } from "./outcome";

/**
 * The client action of every page that doesn't say in its own words that no reply came: the page stays with what was typed, and
 * the bar at its lower edge says so.
 */
export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return serverAction().catch(tellLostReply);
}

export { shouldRevalidate } from "../../../lib/lost-reply";

/** @throws what is a reply: a redirect or a refusal */
export function tellLostReply(error: unknown) {
  const lost = catchLostReply(error);
  outcome.next = { kind: "error", text: LOST_TEXT };
  return lost;
}

/** Said in the dialog too, where the bar is behind it. What was sent may have been done: nobody knows without looking. */
export const LOST_TEXT = "Связь прервалась, ответ не пришёл. Проверьте, не сделано ли это уже, и попробуйте ещё раз.";
