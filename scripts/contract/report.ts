import type { Participant } from "../../contract/values";
import type { Deviation } from "./compare-reply";
import type { WriteDescription } from "./describe-writes";

/**
 * What a reply means for the people in front of the portal, the worst first:
 * - `breaks`: a page or a part of it that they came for doesn't work
 * - `loses-row`: a page lacks rows that the upstream has
 * - `tolerated`: the reply differs from the contract, and the portal copes
 * - `fine`
 */
export const effects = ["breaks", "loses-row", "tolerated", "fine"] as const;
export type Effect = (typeof effects)[number];

/** The worst of some effects; `fine` without any. */
export function worstOf(found: readonly Effect[]): Effect {
  return effects.find((effect) => found.includes(effect)) ?? "fine";
}

/** Who made a call. A guest has no token. */
export type Caller = Participant | "guest";

/** A deviation with its effect on the page. */
export type JudgedDeviation = Omit<Deviation, "fate"> & { readonly effect: Effect };

/** What became of a call. */
export type CallOutcome = "success" | "refusal" | "outage" | "not-made";

/** How a list is paged. */
export interface PagingCheck {
  /** The list within the reply; empty when the reply is the list. */
  readonly list: string;
  readonly hasTotal: boolean;
  /** Null when the list is too short to tell. */
  readonly honoursPerPage: boolean | null;
  readonly honoursPage: boolean | null;
  readonly portal: string;
  readonly effect: Effect;
}

/** One call as one caller made it. It holds no value of the upstream. */
export interface CallCheck {
  readonly as: Caller;
  /** Method and path, as in the contract. */
  readonly call: string;
  readonly kind: "read" | "write" | "login";
  /** The address of the page that makes the call. */
  readonly page: string;
  /** The query or the body that was sent; what was learned from earlier replies is shown as `…`. */
  readonly sent: Readonly<Record<string, string>>;
  readonly outcome: CallOutcome;
  readonly status: number | null;
  /** Null for a call that wasn't made. */
  readonly effect: Effect | null;
  /** What happens on the page, or why the call wasn't made. */
  readonly detail: string;
  readonly deviations: readonly JudgedDeviation[];
  readonly unused: readonly string[];
  readonly paging: readonly PagingCheck[];
}

/** Whether the upstream honours the `Idempotency-Key` of an exchange. */
export interface KeyCheck {
  readonly verdict: "honoured" | "ignored" | "unclear" | "not-asked";
  readonly detail: string;
  /** The right value of UPSTREAM_IDEMPOTENCY. */
  readonly setting: "on" | "off";
  readonly as: Caller | null;
  /** Exchanges that were sent, and the points that are gone. */
  readonly sent: number;
  readonly spentPoints: number;
}

/** Why something couldn't be checked at all. */
export interface Problem {
  readonly as: Caller | null;
  readonly message: string;
}

/** The whole result; `--json` prints exactly this. */
export interface Report {
  readonly format: 1;
  readonly upstream: string;
  readonly result: "fits" | "breaks" | "not-checked";
  readonly callers: readonly Caller[];
  readonly problems: readonly Problem[];
  readonly checks: readonly CallCheck[];
  readonly keys: KeyCheck;
  readonly writes: readonly WriteDescription[];
}
