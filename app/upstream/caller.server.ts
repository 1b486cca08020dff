import type { AnswerRead } from "../../contract/read";
import type { Caller } from "../../contract/request";
import type { FetchUpstream, UpstreamCall } from "../lib/load-context.server";

/** On whose behalf a call is made, and who hears how it ended. */
export interface UpstreamCaller extends Caller {
  /** The server's way to the upstream; without it, calls go over the network. */
  readonly fetchUpstream?: FetchUpstream | undefined;
  /** Answers reads within the process; without it, all calls go as requests. */
  readonly answerRead?: AnswerRead | undefined;
  /** Another text whenever links, rules or questions have changed; missing where the upstream doesn't tell. */
  readonly contentVersion?: string | undefined;
  readonly recordCall?: ((call: UpstreamCall) => void) | undefined;
  /** Aborted when the visitor has left. */
  readonly signal?: AbortSignal;
  /** Resolves when the visitor has taken what was sent so far. */
  readonly waitForVisitor?: (() => Promise<void>) | undefined;
}
