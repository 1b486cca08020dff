import { createHash } from "node:crypto";
import styles from "../styles.css?inline";

/** The style sheet, which every page contains, and its hash for the policy. */
export const STYLE = styles;

/** Nothing runs, nothing is loaded but pictures of the page itself; forms go nowhere else. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");
