import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import type { AnswerRead } from "../../contract/read";

/** One finished call to the upstream: its name in the contract, never its values. */
export interface UpstreamCall {
  name: string;
  ms: number;
  outcome: "answer" | "refusal" | "session-gone" | "visitor-left" | "outage";
}

/** Sends a request to the upstream and returns its response. @param signal gives the request up */
export type FetchUpstream = (request: Request, options: { signal: AbortSignal }) => Promise<Response>;

/** What the server passes to loaders and actions as `context`. All of it is missing under `remix-serve`. */
declare module "@remix-run/node" {
  interface AppLoadContext {
    requestId?: string;
    /** The visitor's network address, for the upstream's limits. */
    clientAddress?: string | undefined;
    /** Sends a request to the upstream; without it, calls go over the network. */
    fetchUpstream?: FetchUpstream | undefined;
    /** Answers reads without a request, where the upstream is a club in this process. */
    answerRead?: AnswerRead | undefined;
    /** Hears of each call made for the request, for the access log and the metrics. */
    recordUpstreamCall?: (call: UpstreamCall) => void;
    /** Whether the server renders pages by itself, where it doesn't have them yet (`UnrenderedPage`). */
    rendersPages?: boolean;
    /** Another text whenever links, rules or questions have changed; missing where the upstream doesn't tell. */
    contentVersion?: string | undefined;
    /** Resolves when the visitor has taken what was sent so far. Remix itself writes without waiting. */
    waitForVisitor?: () => Promise<void>;
  }
}

/** The request's id in logs: the one given by the server, else a new one that stays with the request. */
export function requestIdOf(context: AppLoadContext): string {
  context.requestId ??= randomUUID();
  return context.requestId;
}
