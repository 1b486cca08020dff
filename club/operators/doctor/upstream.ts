import { menu } from "../../../contract/content";
import { readReply, refusesClient } from "../../../contract/reply";
import { createRequest } from "../../../contract/request";
import type { PortalVariables } from "../../platform/configuration";
import { ask } from "./ask";
import type { Check } from "./check";

/** Whether the API at UPSTREAM_URL takes the portal's credential: a call that reads and needs nothing else tells. */
export const upstreamCredential: Check<PortalVariables> = {
  name: "upstream",
  async try({ upstream, servesPages }) {
    if (!upstream && !servesPages) return "none: by its ROLES this process serves no pages and asks none";
    if (!upstream) return "none: UPSTREAM_URL isn't set, and the portal calls its own club";
    const { response, text } = await ask("UPSTREAM_URL", createRequest(upstream, menu, {}));
    const { status } = response;
    const json = readJson(text);
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

/** Undefined for what isn't JSON, of which the lenient reader would make a menu without links. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
