import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { PAGE_POLICY, PASSKEY_PAGE_POLICY } from "./lib/policy.server";

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream: _state, ...context }: EntryContext,
): Response {
  headers.set("Content-Type", "text/html; charset=utf-8");
  const hasPasskeys = context.staticHandlerContext.matches.some(({ route }) => route.handle?.hasPasskeys === true);
  headers.set("Content-Security-Policy", hasPasskeys ? PASSKEY_PAGE_POLICY : PAGE_POLICY);
  const html = renderToString(<RemixServer context={context} url={request.url} />);
  return new Response(`<!doctype html>${html}`, { status, headers });
}
