import { createHash, webcrypto } from "node:crypto";
import * as Iron from "iron-webcrypto";
import { readConfiguration } from "../lib/configuration.server";

// Node's own Web Crypto; the library's type asks for the browser's, which differs in name only.
const webCrypto = webcrypto as unknown as Parameters<typeof Iron.seal>[0];

/** Secrets by a short id that travels in the seal, so that a value sealed by an older secret still opens. */
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

/** Encrypts and signs a value for a cookie. @param seconds how long the seal holds */
export async function sealValue(value: unknown, seconds: number): Promise<string> {
  return Iron.seal(webCrypto, value, passwords().newest, { ...Iron.defaults, ttl: seconds * 1000 });
}

/** The value of a seal; undefined for one that is broken, too old or made with a secret that is gone. */
export async function openSeal(sealed: string): Promise<unknown> {
  try {
    return await Iron.unseal(webCrypto, sealed, passwords().all, Iron.defaults);
  } catch {
    return undefined;
  }
}
