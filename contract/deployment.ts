/**
 * Tells whether real people use the club: PUBLIC_ORIGIN is https. Portal and club then refuse demo data and default secrets.
 * An address that can't be read counts as none; the portal's configuration refuses it.
 */
export function isRealDeployment(publicOrigin: string | null | undefined): boolean {
  return !!publicOrigin && URL.canParse(publicOrigin) && new URL(publicOrigin).protocol === "https:";
}

/** Tells whether an address of mail or the web lies in a domain for examples (RFC 2606), where nobody is reached. */
export function isPlaceholderAddress(address: string): boolean {
  return /[@/.]example\.(com|org|net)\b/i.test(address);
}

/** Tells whether an address with a user has the password that stands in examples. */
export function hasPlaceholderPassword(address: string): boolean {
  return /^\w+:\/\/[^/@]*:password@/i.test(address);
}

/** Whether nobody but this machine reaches the host. IPv6 may stand in brackets, as in an address of the web. */
export function isLoopbackHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, "");
  const address = `http://${bare.includes(":") ? `[${bare}]` : bare}`;
  if (!/^[\w.:-]+$/.test(bare) || !URL.canParse(address)) return false;
  // One address has many spellings, of which `URL` makes one.
  const { hostname: name } = new URL(address);
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  return /^127(\.\d+){3}$/.test(name) || name === "[::1]" || /^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(name);
}

/** Whether nobody between this machine and the address can read what is sent there. */
export function isSafeFromListeners({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || isLoopbackHost(hostname);
}

/** The variables that say something: an empty one, as a copy of `.env.example` may have, counts as left out. */
export function dropEmptyVariables(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, text]) => (text?.trim() ? [[name, text] as const] : []));
  return Object.fromEntries(entries);
}

/** What a process may do: serve the portal's pages, answer the club's API, run the club's background jobs. */
export const ROLES = ["web", "club", "jobs"] as const;

export type Role = (typeof ROLES)[number];

/** What `readRoles` says of a text that it can't read. */
export const ROLES_RULE = `must be some of ${ROLES.join(", ")}, separated by commas`;

/**
 * The roles of this process by ROLES. Without it a process has all of them, or only the portal's where another upstream is named.
 *
 * @param text the value of ROLES
 * @returns null for a text with something else in it
 */
export function readRoles(text: string | undefined, upstreamUrl: string | undefined): ReadonlySet<Role> | null {
  if (!text?.trim()) return new Set(upstreamUrl?.trim() ? ["web"] : ROLES);
  const names = text.split(",").map((name) => name.trim());
  const roles = ROLES.filter((role) => names.includes(role));
  return roles.length > 0 && names.every((name) => (ROLES as readonly string[]).includes(name)) ? new Set(roles) : null;
}
