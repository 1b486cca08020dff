import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { applyCachePolicy, isRevalidated, wantsLightVersion } from "./document/cache";
import { postProcessHtml } from "./document/post-process-html";
import { renderDevelopmentPage } from "./document/render-development-page.server";
import { readState, renderHydration } from "./document/render-hydration.server";
import { type RenderedPage, renderOnce } from "./document/rendered-pages.server";
import { COMMON_HEADERS } from "./document/security-headers";
import { requestIdOf } from "./lib/load-context.server";
import { log } from "./lib/log.server";

/**
 * For Remix: milliseconds that a page waits for data that isn't finished. Loaders return finished data, and for this time Remix
 * keeps everything of a page in memory.
 */
export const streamTimeout = 10;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { takeHtml }: AppLoadContext,
): Promise<Response> {
  const failedBefore = context.staticHandlerContext.errors !== null;
  const page = await makePage(request, status, context).catch((error: unknown) => {
    // The error page failed too; Remix would answer with a bare line of text.
    if (failedBefore) return undefined;
    throw error;
  });
  if (page === undefined) return new Response(null, { status: 303, headers: { Location: "/500.html" } });
  headers.set("Content-Type", "text/html; charset=utf-8");
  for (const [name, value] of Object.entries(COMMON_HEADERS)) headers.set(name, value);
  applyCachePolicy(request, status, headers);
  if (page.policy) headers.set("Content-Security-Policy", page.policy);
  if (page.etag && isRevalidated(status, headers)) {
    headers.set("ETag", page.etag);
    if (request.headers.get("If-None-Match")?.includes(page.etag)) return new Response(null, { status: 304, headers });
  }
  takeHtml?.(page.body);
  return new Response(takeHtml ? null : page.body, { status, headers });
}

/**
 * The page of a request. In development Vite adds inline scripts and styles, so the page stays as Remix made it, without a
 * policy.
 */
async function makePage(
  request: Request,
  status: number,
  context: EntryContext,
): Promise<Partial<RenderedPage> & Pick<RenderedPage, "body">> {
  if (import.meta.env.DEV) return { body: Buffer.from(await renderDevelopmentPage(request, context)) };
  const state = await readState(context);
  const light = wantsLightVersion(request);
  return renderOnce([request.url, light ? "light" : "", String(status), state], () => {
    const hydration = light ? null : renderHydration(context, state);
    return postProcessHtml(renderPage(request, context), { hydration, showsDocument: showsDocument(context) });
  });
}

/** Whether a route says by its `handle` that it shows a PDF in the page. */
function showsDocument({ staticHandlerContext, routeModules }: EntryContext): boolean {
  return staticHandlerContext.matches.some(({ route }) => {
    const handle: unknown = routeModules[route.id]?.handle;
    return typeof handle === "object" && handle !== null && "showsDocument" in handle && handle.showsDocument === true;
  });
}

/** Client navigations follow the caching rules of their pages. */
export function handleDataRequest(response: Response, { request }: LoaderFunctionArgs | ActionFunctionArgs): Response {
  applyCachePolicy(request, response.status, response.headers);
  return response;
}

/** Logs an unexpected error. The query is left out, because it may contain a phone or a token. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted) return;
  log().error(
    { err: error, requestId: requestIdOf(context), method: request.method, path: new URL(request.url).pathname },
    "unexpected error",
  );
}

/**
 * Renders the page as a whole, because loaders return finished data: without JavaScript a streamed fallback would never be
 * replaced. Without the stream of the state RemixServer renders nothing that could wait. React's streams begin with the document
 * type; its string doesn't, and without it browsers lay a page out as those of 1998.
 */
function renderPage(request: Request, context: EntryContext): string {
  const { serverHandoffStream: _state, ...page } = context;
  return `<!DOCTYPE html>${renderToString(<RemixServer context={page} url={request.url} />)}`;
}
