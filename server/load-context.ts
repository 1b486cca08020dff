import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import type { Request, RequestHandler, Response } from "express";
import type { FetchUpstream, UpstreamCall } from "../app/lib/load-context.server";
import type { AnswerRead } from "../contract/read";
import type { Metrics } from "./metrics";

declare global {
  namespace Express {
    interface Locals {
      loadContext: PortalLoadContext;
    }
  }
}

/** What the server knows of a request: Remix passes it to loaders and actions as `context`. */
export interface PortalLoadContext extends AppLoadContext {
  requestId: string;
  clientAddress: string | undefined;
  /** The calls that were made for the request so far. */
  upstreamCalls: UpstreamCall[];
  fetchUpstream: FetchUpstream | undefined;
  answerRead: AnswerRead | undefined;
  recordUpstreamCall: (call: UpstreamCall) => void;
  contentVersion?: string | undefined;
}

/** The ways to a club in this process. */
export interface UpstreamWays {
  /** Answers requests without the network. */
  readonly fetchUpstream?: FetchUpstream;
  /** Answers reads without a request. */
  readonly answerRead?: AnswerRead;
}

const ACCEPTED_ID = /^[\w.:-]{1,128}$/;

/** The id of a request: a trusted proxy's `X-Request-Id`, else a new one. */
export function chooseRequestId(given: string | string[] | undefined, isTrusted: boolean): string {
  return isTrusted && typeof given === "string" && ACCEPTED_ID.test(given) ? given : randomUUID();
}

/** Gives every request its load context and its id: a trusted proxy's `X-Request-Id` (see request-origin.ts), else a new one. */
export function createLoadContext(
  metrics: Metrics,
  { fetchUpstream, answerRead }: UpstreamWays = {},
  findContentVersion?: () => string | undefined,
): RequestHandler {
  return (req, res, next) => {
    // The id of a visitor has been removed by then.
    const requestId = chooseRequestId(req.headers["x-request-id"], true);
    const upstreamCalls: UpstreamCall[] = [];
    res.locals.loadContext = {
      requestId,
      clientAddress: req.ip,
      upstreamCalls,
      fetchUpstream,
      answerRead,
      recordUpstreamCall(call) {
        upstreamCalls.push(call);
        metrics.observeUpstreamCall(call);
      },
      contentVersion: findContentVersion?.(),
    };
    res.set("X-Request-Id", requestId);
    next();
  };
}

/** For Remix's request handler. */
export function getLoadContext(_req: Request, res: Response): PortalLoadContext {
  return res.locals.loadContext;
}
