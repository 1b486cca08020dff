import type { RequestHandler } from "express";
import onHeaders from "on-headers";
import { CACHE_CONTROL } from "../app/document/cache";
import {
  COMMON_HEADERS,
  mayHaveForeignOpener,
  PICTURE_POLICY,
  PLAIN_PAGE_POLICY,
  STRICT_TRANSPORT,
} from "../app/document/security-headers";
import { weakenTag } from "./compress";

/**
 * Sets headers that a response doesn't have yet, just before it is sent. Remix appends its headers, so that a header set
 * earlier would be sent twice. The policy that only a window of another site needs is taken away here (decision 128).
 */
export function setDefaultHeaders(options: { secure: boolean; pagePolicy: boolean }): RequestHandler {
  return (req, res, next) => {
    onHeaders(res, () => {
      const setDefault = (name: string, value: string) => {
        if (!res.hasHeader(name)) res.setHeader(name, value);
      };
      for (const [name, value] of Object.entries(COMMON_HEADERS)) setDefault(name, value);
      if (!mayHaveForeignOpener(req.headers["sec-fetch-site"])) res.removeHeader("Cross-Origin-Opener-Policy");
      // What "not modified" says replaces what the visitor has, and static files say nothing then (RFC 9110, 15.4.5).
      const isKnown = res.statusCode === 304;
      if (!isKnown) setDefault("Cache-Control", CACHE_CONTROL.session);
      // Compression has decided by now.
      if (res.hasHeader("Content-Encoding")) weakenTag(res);
      if (options.secure) setDefault("Strict-Transport-Security", STRICT_TRANSPORT);
      if (isKnown) return;
      const type = String(res.getHeader("Content-Type") ?? "");
      if (type.startsWith("image/svg")) setDefault("Content-Security-Policy", PICTURE_POLICY);
      // Files such as the PDF of the rules are shown in a frame of the portal.
      else if (!type.startsWith("text/html")) setDefault("Content-Security-Policy", "frame-ancestors 'self'");
      else if (options.pagePolicy) setDefault("Content-Security-Policy", PLAIN_PAGE_POLICY);
    });
    next();
  };
}
