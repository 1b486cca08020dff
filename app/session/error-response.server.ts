import { redirectDocument } from "@remix-run/node";
import { SessionGone } from "../upstream/client.server";
import { UpstreamOutage } from "../upstream/outage.server";
import { setNotice } from "./notice.server";
import { endSession } from "./session.server";

/**
 * The response to an error of a call: a lost session is redirected to `/`, where a notice says so, and its cookie deleted
 * (§4.1); an outage is redirected to the static error page (§2.5.3). Both are full page loads. Any other error is returned
 * unchanged, to be thrown again.
 */
export async function toErrorResponse(error: unknown): Promise<unknown> {
  if (error instanceof SessionGone) {
    const headers = new Headers({ "Set-Cookie": endSession() });
    headers.append("Set-Cookie", await setNotice({ kind: "info", text: "Сессия закончилась. Войдите снова." }));
    return redirectDocument("/", { headers });
  }
  if (error instanceof UpstreamOutage) return redirectDocument("/500.html", 303);
  return error;
}
