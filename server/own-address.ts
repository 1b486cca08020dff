import type { RequestHandler } from "express";

const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port"];

/**
 * Settles under which address the visitor reached the portal, so that nothing later has to look at forwarding headers:
 * PUBLIC_ORIGIN where it is set, else what a trusted proxy says, else the Host header. Forwarding headers of anybody
 * else are dropped (Remix would believe X-Forwarded-Host from everyone).
 */
export function settleOwnAddress(publicOrigin: string | undefined): RequestHandler {
  const own = publicOrigin ? new URL(publicOrigin) : undefined;
  return (req, _res, next) => {
    const trusts: (address: string | undefined, hop: number) => boolean = req.app.get("trust proxy fn");
    const trusted = trusts(req.socket.remoteAddress, 0);
    const address = req.ip;
    const protocol = own ? own.protocol.slice(0, -1) : req.protocol;
    const forwardedHost = trusted ? req.get("x-forwarded-host")?.split(",")[0]?.trim() : undefined;
    const host = own?.host ?? forwardedHost ?? req.headers.host;
    if (!trusted) delete req.headers["x-request-id"];
    for (const name of FORWARDED) delete req.headers[name];
    if (host !== undefined) req.headers.host = host;
    Object.defineProperties(req, { ip: { value: address }, protocol: { value: protocol } });
    next();
  };
}
