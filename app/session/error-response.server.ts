import { redirectDocument } from "@remix-run/node";
import { SessionGone } from "../upstream/client.server";
import { UpstreamOutage } from "../upstream/outage.server";
import { type Notice, setNotice } from "./notice.server";
import { endSession, markSessionEnded } from "./session.server";

/** What a participant reads whose session has ended (§4.1). */
export const SESSION_ENDED_NOTICE: Notice = { kind: "info", text: "Сессия закончилась. Войдите снова." };

/**
 * The response to an error of a call: a lost session is redirected to `/`, where a notice says so, and its cookie deleted
 * (§4.1); an outage is redirected to the static error page (§2.5.3). Both are full page loads. Any other error is returned
 * unchanged, to be thrown again.
 */
export async function toErrorResponse(error: unknown): Promise<unknown> {
  if (error instanceof SessionGone) {
    const headers = new Headers();
    for (const cookie of [...endSession(), markSessionEnded(), await setNotice(SESSION_ENDED_NOTICE)]) {
      headers.append("Set-Cookie", cookie);
    }
    return redirectDocument("/", { headers });
  }
  if (error instanceof UpstreamOutage) return redirectDocument("/500.html", 303);
  return error;
}
