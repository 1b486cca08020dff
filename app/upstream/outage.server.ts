import type { Caller } from "../../contract/request";
import { log } from "../lib/log.server";

/**
 * Why a call has no answer:
 * - `status`: 5xx, or a refusal where there is nobody to read it
 * - `timeout`, `network`: no reply, or not all of it
 * - `contract-mismatch`: a reply that can't be read or doesn't match the contract
 * - `client-refused`: the portal's own credential is refused
 */
export type OutageCause = "status" | "timeout" | "network" | "contract-mismatch" | "client-refused";

/** The upstream can't be reached, failed, refuses the portal, or sent a reply that can't be read (§8.9). */
export class UpstreamOutage extends Error {
  override name = "UpstreamOutage";
  constructor(
    readonly call: string,
    readonly fault: OutageCause,
  ) {
    super(`${call}: ${fault}`);
  }
}

/** What else is known of an outage. Never a value of a request or a reply. */
export interface OutageDetails {
  readonly status?: number;
  /** Node's code of a network error, such as `ECONNREFUSED`. */
  readonly code?: string | undefined;
  /** The place in the reply that doesn't match the contract, such as `items.*.price`. */
  readonly field?: string;
}

const MESSAGES: Readonly<Record<OutageCause, string>> = {
  status: "the upstream failed",
  timeout: "the upstream didn't answer in time",
  network: "the upstream can't be reached",
  "contract-mismatch": "a reply of the upstream doesn't match the contract",
  "client-refused": "the upstream refuses the portal: check UPSTREAM_CLIENT_ID and UPSTREAM_CLIENT_SECRET",
};

/** Logs an outage, which is the only line about it, and returns the error to throw. */
export function reportOutage(
  call: string,
  cause: OutageCause,
  { requestId }: Caller,
  details: OutageDetails = {},
): UpstreamOutage {
  log().error({ call, cause, ...details, requestId }, MESSAGES[cause]);
  return new UpstreamOutage(call, cause);
}
