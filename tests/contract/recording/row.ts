import type { RecordedPortal } from "../../setup/recorded-portal";
import type { allCalls } from "../section-7";

/** One request as it has to arrive at the upstream. */
export interface ExpectedRequest {
  /** Without `/api/`, encoded as it travels. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Of a multipart body, its fields and files. */
  readonly body?: unknown;
  /** The access token of a participant; a guest has none. */
  readonly token?: string;
}

/** Something that people do in the portal, and every request of one call that follows from it. */
export interface Row {
  readonly call: (typeof allCalls)[number];
  /** Who does what. */
  readonly title: string;
  /** The reply is cached for everybody, so the one request may have been made before. */
  readonly isCached?: boolean;
  /** Does it, and returns the requests that it has to lead to, in their order. */
  run(portal: RecordedPortal): Promise<ExpectedRequest | readonly ExpectedRequest[]>;
}
