import { isIP } from "node:net";
import { alias } from "../../contract/values";
import { RefusalError } from "../platform/http/refusal-error";
import type { Services } from "../platform/services";

/** The package is read with the first passkey: most clubs have none. */
export const loadWebAuthn = () => import("@simplewebauthn/server");

/** For whom passkeys are made: browsers offer them under this name only. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** The console's name and origin; null when it has none, or only an address in numbers, for which browsers make no passkeys. */
export function findRelyingParty({ settings: { operatorOrigin } }: Services): RelyingParty | null {
  if (!operatorOrigin) return null;
  const { hostname } = new URL(operatorOrigin);
  return isIP(hostname.replace(/^\[|\]$/g, "")) ? null : { id: hostname, origin: operatorOrigin };
}

/** @throws RefusalError notFound */
export function requireRelyingParty(services: Services): RelyingParty {
  const party = findRelyingParty(services);
  if (!party) throw new RefusalError(alias.notFound, "Ключи доступа в этом клубе не настроены.");
  return party;
}

/** The challenge as it was issued: the browser sends its bytes in base64url. */
export function decodeChallenge(challenge: string): string {
  return Buffer.from(challenge, "base64url").toString("utf8");
}
