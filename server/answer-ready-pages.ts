import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Express } from "express";
import type { AccessRecorder } from "./access-log";
import { chooseRequestId } from "./load-context";
import type { ReadyPage, ReadyPages } from "./ready-pages";
import { isHost } from "./request-origin";

/**
 * Answers a guest's page that is ready before every layer of the portal: it costs a fraction of them, so it isn't limited
 * either. Every other request goes to the portal.
 */
export function answerReadyPages(
  portal: Express,
  pages: ReadyPages,
  recordAccess: AccessRecorder,
  isDraining: () => boolean,
): RequestListener {
  const isTrusted: (address: string | undefined, hop: number) => boolean = portal.get("trust proxy fn");
  return (req, res) => {
    const page = isDraining() || !hasPlainHost(req) ? undefined : pages.find(req);
    if (!page) return portal(req, res);
    const givenId = req.headers["x-request-id"];
    const isAccepted = givenId !== undefined && isTrusted(req.socket.remoteAddress, 0);
    const requestId = chooseRequestId(givenId, isAccepted);
    recordAccess(res, { requestId, method: req.method ?? "", route: page.route });
    sendReady(req, res, page, requestId);
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

function sendReady(req: IncomingMessage, res: ServerResponse, page: ReadyPage, requestId: string): void {
  if (req.headers["if-none-match"]?.includes(page.etag)) {
    res.writeHead(304, [...page.notModifiedHeaders, "X-Request-Id", requestId]).end();
    return;
  }
  const body = page.encodings[page.encoding];
  res.writeHead(200, [...page.headers, "X-Request-Id", requestId, "Content-Length", String(body.length)]);
  res.end(req.method === "HEAD" ? undefined : body);
}
