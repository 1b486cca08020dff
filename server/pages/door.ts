import type { IncomingMessage, RequestListener } from "node:http";
import type { Express } from "express";
import { findTracing } from "../../contract/tracing";
import { type AccessRecorder, readTraceHeaders } from "../access-log";
import { chooseRequestId } from "../load-context";
import { isHost } from "../request-origin";
import type { GuestPages } from "./serve";
import { writeAnswer } from "./write";

/**
 * Answers a guest's page that is ready before every layer of the portal: it costs a fraction of them, so it isn't limited
 * either. Every other request goes to the portal.
 */
export function openDoor(
  portal: Express,
  guests: Pick<GuestPages, "findReady">,
  recordAccess: AccessRecorder,
  isDraining: () => boolean,
): RequestListener {
  const isTrusted: (address: string | undefined, hop: number) => boolean = portal.get("trust proxy fn");
  const isTraced = findTracing() !== undefined;
  return (req, res) => {
    const ready = isDraining() || !hasPlainHost(req) ? undefined : guests.findReady(req);
    if (!ready) return portal(req, res);
    const givenId = req.headers["x-request-id"];
    const isAccepted = givenId !== undefined && isTrusted(req.socket.remoteAddress, 0);
    const requestId = chooseRequestId(givenId, isAccepted);
    const { pattern, answer } = ready;
    const trace = isTraced && isTrusted(req.socket.remoteAddress, 0) && { trace: readTraceHeaders(req.headers) };
    const record = recordAccess(res, { requestId, method: req.method ?? "", route: pattern, page: "stored", ...trace });
    record(() => void writeAnswer(req, res, { ...answer, headers: [...answer.headers, "X-Request-Id", requestId] }));
  };
}

/** Hosts are checked by the portal once. */
const hosts = new Set<string>();
const MAX_HOSTS = 100;

function hasPlainHost({ headers: { host } }: IncomingMessage): boolean {
  if (host === undefined || hosts.has(host)) return true;
  if (!isHost(host)) return false;
  if (hosts.size < MAX_HOSTS) hosts.add(host);
  return true;
}
