import { createHash, webcrypto } from "node:crypto";
import * as Iron from "iron-webcrypto";
import { readConfiguration } from "../lib/configuration.server";

// Node's own Web Crypto; the library's type asks for the browser's, which differs in name only.
const webCrypto = webcrypto as unknown as Parameters<typeof Iron.unseal>[0];

/** Whether a value was sealed by an earlier release. */
export function isLegacySeal(sealed: string): boolean {
  return sealed.startsWith(Iron.macPrefix);
}

/**
 * The value that an earlier release sealed. Its seals last for at most 30 days; a release after that needs neither this file
 * nor iron-webcrypto (decision 76).
 * @throws when the seal is broken, expired, or made with a secret that is no longer configured
 */
export function unsealLegacy(sealed: string): Promise<unknown> {
  const secrets = readConfiguration().sessionSecrets.map((secret) => [
    createHash("sha256").update(secret).digest("hex").slice(0, 8),
    secret,
  ]);
  return Iron.unseal(webCrypto, sealed, Object.fromEntries(secrets), Iron.defaults);
}
