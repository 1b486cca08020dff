import type { RequestHandler, Response } from "express";

const FORWARDING_HEADERS = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-port",
];

/** By them a proxy says what a request is called, and to which trace it belongs. */
const NAMING_HEADERS = ["x-request-id", "traceparent", "tracestate"];

/**
 * Determines the origin under which the visitor reached the portal, and the visitor's address: PUBLIC_ORIGIN where it is
 * set, else what a trusted proxy forwards, else the Host header. Then removes the forwarding headers, because Remix would
 * trust X-Forwarded-Host from anybody, and what visitors call their request. A host or a target that makes no address gets 400.
 */
export function resolveRequestOrigin(publicOrigin: string | undefined): RequestHandler {
  const publicUrl = publicOrigin ? new URL(publicOrigin) : undefined;
  return (req, res, next) => {
    if (!isAbsolutePath(req.url)) return refuse(res);
    const isTrusted: (address: string | undefined, hop: number) => boolean = req.app.get("trust proxy fn");
    const trusted = isTrusted(req.socket.remoteAddress, 0);
    const address = req.ip;
    const protocol = publicUrl ? publicUrl.protocol.slice(0, -1) : req.protocol;
    const forwardedHost = trusted ? req.get("x-forwarded-host")?.split(",")[0]?.trim() : undefined;
    const host = publicUrl?.host ?? forwardedHost ?? req.headers.host;
    if (!trusted) for (const name of NAMING_HEADERS) delete req.headers[name];
    for (const name of FORWARDING_HEADERS) delete req.headers[name];
    if (host !== undefined && !isHost(host)) return refuse(res);
    if (host !== undefined) req.headers.host = host;
    Object.defineProperties(req, { ip: { value: address }, protocol: { value: protocol } });
    next();
  };
}

/** Proxies alone are asked for an absolute address; one that begins with two slashes would name another host. */
function isAbsolutePath(target: string): boolean {
  return target.startsWith("/") && !target.startsWith("//");
}

/** Whether a `Host` header names a host. */
export function isHost(host: string): boolean {
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}/`)) return false;
  return new URL(`http://${host}/`).pathname === "/";
}

function refuse(res: Response): void {
  res.status(400).type("text/plain").send("Bad request\n");
}
