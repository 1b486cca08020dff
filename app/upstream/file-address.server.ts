import { createHmac, timingSafeEqual } from "node:crypto";
import { readConfiguration } from "../lib/configuration.server";

/** Below this path the portal serves files of the upstream, under a signature. */
const FILES = "/files/";
const SIGNATURE_LENGTH = 22;

/**
 * The address at which a browser finds a picture or document that a reply names. One of the upstream's own host, relative or
 * not, is served by the portal, because browsers may not reach the upstream; any other stays as it is. Empty for what can't
 * be shown.
 *
 * The address is signed, so that the portal serves no other file of the upstream than those that its replies name.
 */
export function findFileAddress(named: string): string {
  const address = named.trim();
  const { upstreamUrl = "" } = readConfiguration();
  if (address === "" || address === "/" || address.startsWith("data:")) return address;
  if (!URL.canParse(address, upstreamUrl)) return "";
  const { protocol, origin, pathname, search } = new URL(address, upstreamUrl);
  if (protocol !== "http:" && protocol !== "https:") return "";
  if (origin !== upstreamUrl) return address.startsWith("//") ? `https:${address}` : address;
  const path = pathname + search;
  if (isMediaPath(path)) return path;
  return isApiPath(path) ? "" : FILES + sign(path)[0] + path;
}

/**
 * The same for a picture. One that another host serves without encryption is left out: the content policy has browsers load none,
 * and the portal fetches from no host that a reply names.
 */
export function findPictureAddress(named: string): string {
  const address = findFileAddress(named);
  return /^http:/i.test(address) ? "" : address;
}

/** The path at the upstream, with its query, of an address that `findFileAddress` has made; null for any other. */
export function readFileAddress({ pathname, search }: URL): string | null {
  const signature = pathname.slice(FILES.length, FILES.length + SIGNATURE_LENGTH);
  const path = pathname.slice(FILES.length + SIGNATURE_LENGTH) + search;
  return sign(path).some((one) => isEqual(one, signature)) ? path : null;
}

/** Files of the embedded club, which have a route of their own and no signature. */
function isMediaPath(path: string): boolean {
  return /^\/media\/[^/?]+$/.test(path);
}

function isApiPath(path: string): boolean {
  return /^[/\\]+api(?:[/\\?]|$)/i.test(decode(path));
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The signatures of a path: of the newest secret, and of those that an address may have been signed with before. */
function sign(path: string): string[] {
  return readConfiguration().sessionSecrets.map((secret) =>
    createHmac("sha256", secret).update(`file ${path}`).digest("base64url").slice(0, SIGNATURE_LENGTH),
  );
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
