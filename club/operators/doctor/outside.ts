import { randomUUID } from "node:crypto";
import { VERSION } from "../../../contract/version";
import type { PortalVariables } from "../../platform/configuration";
import { ask } from "./ask";
import type { Check } from "./check";

const visit = (url: string, headers: Record<string, string> = {}) =>
  ask("PUBLIC_ORIGIN", new Request(url, { headers }));

/** What visitors meet at PUBLIC_ORIGIN: the proxies in front, their headers and their caches. */
export const outsideChecks: readonly Check<PortalVariables>[] = [
  {
    name: "portal",
    async try({ publicOrigin }) {
      const { response: health, text: body } = await visit(`${publicOrigin}/healthz`);
      const text = body.trim();
      if (health.status !== 200 || !text.startsWith("ok ")) {
        throw new Error(
          `${publicOrigin}/healthz answers ${health.status}: is the portal started, and does the proxy reach it?`,
        );
      }
      const { ready, unavailable } = JSON.parse((await visit(`${publicOrigin}/readyz`)).text) as Readiness;
      if (!ready) throw new Error(unavailable.map(({ name, reason }) => `${name}: ${reason}`).join("; "));
      return text === `ok ${VERSION}` ? text : `${text}, and this is ${VERSION}`;
    },
  },
  {
    name: "proxy",
    async try({ publicOrigin }) {
      const forged = randomUUID();
      const { response, text: html } = await visit(`${publicOrigin}/login`, {
        "X-Request-Id": forged,
        "X-Forwarded-Host": "forged.invalid",
        "X-Forwarded-Proto": "http",
      });
      if (response.headers.get("X-Request-Id") === forged) {
        throw new Error("a visitor's X-Request-Id is believed: TRUST_PROXY counts more proxies than there are");
      }
      if (html.includes("forged.invalid")) throw new Error("a visitor's X-Forwarded-Host is believed: see TRUST_PROXY");
      const isHttps = publicOrigin.startsWith("https:");
      if (isHttps && !response.headers.has("Strict-Transport-Security")) {
        throw new Error(
          "Strict-Transport-Security is missing: the proxy removes it, or PUBLIC_ORIGIN isn't set at the portal",
        );
      }
      if (response.status !== 200) throw new Error(`/login answers ${response.status}`);
      return "headers of visitors aren't believed";
    },
  },
  {
    name: "cache",
    async try({ publicOrigin }) {
      // A cache that knows guests' pages has one of them now.
      const { response: guest } = await visit(`${publicOrigin}/`);
      if (guest.status !== 200) throw new Error(`/ answers ${guest.status}`);
      if (!guest.headers.has("X-Request-Id")) {
        throw new Error("X-Request-Id is missing, which tells pages apart: the proxy removes it");
      }
      const { response: next } = await visit(`${publicOrigin}/`);
      const session = { Cookie: "__Host-session=doctor; session=doctor" };
      const { response: person } = await visit(`${publicOrigin}/`, session);
      // Varnish says how old a page is also where it has passed it on: 0.
      const isOld = Number(person.headers.get("Age") ?? 0) > 0;
      if (person.headers.get("X-Request-Id") === guest.headers.get("X-Request-Id") || isOld) {
        throw new Error(
          "a cache gives a guest's page to somebody with a session: it has to honour Vary, or the portal needs GUEST_CACHE_HEADER",
        );
      }
      const isKept = next.headers.get("X-Request-Id") === guest.headers.get("X-Request-Id");
      return `pages of guests and of people are kept apart${isKept ? ", and a cache keeps those of guests" : ""}`;
    },
  },
];

interface Readiness {
  readonly ready: boolean;
  readonly unavailable: readonly { readonly name: string; readonly reason: string }[];
}
