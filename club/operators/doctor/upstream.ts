import { menu } from "../../../contract/content";
import { readReply, refusesClient } from "../../../contract/reply";
import { createRequest } from "../../../contract/request";
import { errorMessage } from "../../platform/db/error-message";
import type { Check, PortalPatient } from "./check";

const ANSWER_MS = 10_000;

/** Whether the API at UPSTREAM_URL takes the portal's credential: a call that reads and needs nothing else tells. */
export const upstreamCredential: Check<PortalPatient> = {
  name: "upstream",
  async try({ upstream }) {
    if (!upstream) return "none: UPSTREAM_URL isn't set, and the portal calls its own club";
    const { status, json } = await ask(createRequest(upstream, menu, {})).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw new Error(`UPSTREAM_URL: ${upstream.origin} doesn't answer: ${errorMessage(cause)}`);
    });
    if (status < 500 && refusesClient(menu, status, json)) {
      throw new Error(`${upstream.origin} refuses the portal: correct UPSTREAM_CLIENT_ID and UPSTREAM_CLIENT_SECRET`);
    }
    if (json === undefined || readReply(menu, status, json).kind !== "answer") {
      throw new Error(
        `UPSTREAM_URL: ${upstream.origin} answers ${menu.path} with ${status}, and not as its API would: \`npm run contract\` tells more`,
      );
    }
    return `${upstream.origin} takes the credential of ${upstream.clientId}`;
  },
};

async function ask(request: Request): Promise<{ status: number; json: unknown }> {
  // A redirect would take the credential to an address that nobody configured.
  const response = await fetch(request, { redirect: "manual", signal: AbortSignal.timeout(ANSWER_MS) });
  const text = await response.text();
  return { status: response.status, json: readJson(text) };
}

/** Undefined for what isn't JSON, of which the lenient reader would make a menu without links. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
