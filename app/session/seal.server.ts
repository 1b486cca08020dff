import { createHash, webcrypto } from "node:crypto";
import * as Iron from "iron-webcrypto";
import { readConfiguration } from "../lib/configuration.server";

// Node's own Web Crypto; the library's type asks for the browser's, which differs in name only.
const webCrypto = webcrypto as unknown as Parameters<typeof Iron.seal>[0];

/** Secrets by a short id that is part of the seal, so that a value sealed with an older secret can still be unsealed. */
function passwords(): { newest: { id: string; secret: string }; all: Record<string, string> } {
  const { sessionSecrets } = readConfiguration();
  const entries = sessionSecrets.map((secret) => ({
    id: createHash("sha256").update(secret).digest("hex").slice(0, 8),
    secret,
  }));
  const [newest] = entries;
  if (!newest) throw new Error("SESSION_SECRETS is empty");
  return { newest, all: Object.fromEntries(entries.map(({ id, secret }) => [id, secret])) };
}

/** Encrypts and signs a value for a cookie. @param seconds lifetime of the seal */
export async function sealValue(value: unknown, seconds: number): Promise<string> {
  return Iron.seal(webCrypto, value, passwords().newest, { ...Iron.defaults, ttl: seconds * 1000 });
}

/** The sealed value; undefined when the seal is broken, expired, or made with a secret that is no longer configured. */
export async function unsealValue(sealed: string): Promise<unknown> {
  try {
    return await Iron.unseal(webCrypto, sealed, passwords().all, Iron.defaults);
  } catch {
    return undefined;
  }
}
