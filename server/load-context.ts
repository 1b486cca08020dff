import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import type { Request, RequestHandler, Response } from "express";
import type { UpstreamCall } from "../app/lib/load-context.server";
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
  recordUpstreamCall: (call: UpstreamCall) => void;
  waitForVisitor: () => Promise<void>;
}

const ACCEPTED_ID = /^[\w.:-]{1,128}$/;

/** Gives every request its load context and its id: a trusted proxy's `X-Request-Id` (see request-origin.ts), else a new one. */
export function createLoadContext(metrics: Metrics): RequestHandler {
  return (req, res, next) => {
    const given = req.get("x-request-id");
    const requestId = given && ACCEPTED_ID.test(given) ? given : randomUUID();
    const upstreamCalls: UpstreamCall[] = [];
    res.locals.loadContext = {
      requestId,
      clientAddress: req.ip,
      upstreamCalls,
      recordUpstreamCall(call) {
        upstreamCalls.push(call);
        metrics.observeUpstreamCall(call);
      },
      waitForVisitor: watchOutput(res),
    };
    res.set("X-Request-Id", requestId);
    next();
  };
}

/**
 * Called before the compression, which replaces the response's events with its own: what counts is what has reached the
 * connection.
 */
function watchOutput(res: Response): () => Promise<void> {
  let waiting: (() => void)[] = [];
  const goOn = () => {
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  res.on("drain", goOn).on("close", goOn);
  return async () => {
    if (res.writableNeedDrain && !res.destroyed) await new Promise<void>((resolve) => waiting.push(resolve));
  };
}

/** For Remix's request handler. */
export function getLoadContext(_req: Request, res: Response): PortalLoadContext {
  return res.locals.loadContext;
}
