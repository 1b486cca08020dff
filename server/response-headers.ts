import type { RequestHandler } from "express";
import onHeaders from "on-headers";
import { CACHE_CONTROL } from "../app/document/cache";
import { COMMON_HEADERS, PICTURE_POLICY, PLAIN_PAGE_POLICY, STRICT_TRANSPORT } from "../app/document/security-headers";

/**
 * Fills in, at the last moment, what an answer doesn't say itself. At the last moment because Remix appends its headers,
 * and a header set earlier would stand twice.
 */
export function completeHeaders(options: { secure: boolean; pagePolicy: boolean }): RequestHandler {
  return (_req, res, next) => {
    onHeaders(res, () => {
      const complete = (name: string, value: string) => {
        if (!res.hasHeader(name)) res.setHeader(name, value);
      };
      for (const [name, value] of Object.entries(COMMON_HEADERS)) complete(name, value);
      complete("Cache-Control", CACHE_CONTROL.session);
      if (options.secure) complete("Strict-Transport-Security", STRICT_TRANSPORT);
      const type = String(res.getHeader("Content-Type") ?? "");
      if (type.startsWith("image/svg")) complete("Content-Security-Policy", PICTURE_POLICY);
      // A document that the portal shows in its own frame (the rules) must stay frameable by the portal.
      else if (!type.startsWith("text/html")) complete("Content-Security-Policy", "frame-ancestors 'self'");
      else if (options.pagePolicy) complete("Content-Security-Policy", PLAIN_PAGE_POLICY);
    });
    next();
  };
}
