import { createHash } from "node:crypto";
import script from "../passkeys.js?raw";
import styles from "../styles.css?inline";

/** The style sheet, which every page contains, and its hash for the policy. */
export const STYLE = styles;

/** The script of the pages with passkeys. */
export const PASSKEY_SCRIPT = script;

const digest = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const POLICY = [
  "default-src 'none'",
  `style-src ${digest(STYLE)}`,
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** Nothing runs, nothing is loaded but pictures of the page itself; forms go nowhere else. */
export const PAGE_POLICY = POLICY.join("; ");

/** The same, but for the one script of passkeys and its question to the console. */
export const PASSKEY_PAGE_POLICY = [...POLICY, `script-src ${digest(PASSKEY_SCRIPT)}`, "connect-src 'self'"].join("; ");
