import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { applyCachePolicy, wantsLightVersion } from "./document/cache";
import { postProcessHtml } from "./document/post-process-html";
import { readState, respondUnrendered, type UnrenderedPage, withoutStream } from "./document/remix-internals";
import { renderDevelopmentPage } from "./document/render-development-page.server";
import { renderHydration } from "./document/render-hydration.server";
import { COMMON_HEADERS } from "./document/security-headers";
import { readConfiguration } from "./lib/configuration.server";
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
  { rendersPages }: AppLoadContext,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  for (const [name, value] of Object.entries(COMMON_HEADERS)) headers.set(name, value);
  applyCachePolicy(request, status, headers, readConfiguration().guestCacheHeader);
  // Vite adds inline scripts and styles, so the page stays as Remix made it, without a policy.
  if (import.meta.env.DEV && !rendersPages)
    return new Response(await renderDevelopmentPage(request, context), { status, headers });
  const page = await describePage(request, status, context);
  // The answer to a form is rendered here, where an error has a page: an action can't be repeated for it.
  if (rendersPages && request.method === "GET") return respondUnrendered(page, headers);
  try {
    const { html, policy } = page.render();
    headers.set("Content-Security-Policy", policy);
    return new Response(html, { status, headers });
  } catch (error) {
    if (context.staticHandlerContext.errors === null) throw error;
    // The error page failed too; Remix would answer with a bare line of text.
    return new Response(null, { status: 303, headers: { Location: "/500.html" } });
  }
}

/** A page whose HTML is a function of what the loaders have returned. */
async function describePage(request: Request, status: number, context: EntryContext): Promise<UnrenderedPage> {
  const state = await readState(context);
  const isLight = wantsLightVersion(request);
  const render = () => {
    const hydration = isLight ? null : renderHydration(context, state);
    return postProcessHtml(renderPage(request, context), { hydration, showsDocument: showsDocument(context) });
  };
  return { url: request.url, isLight, status, state, render };
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
  applyCachePolicy(request, response.status, response.headers, readConfiguration().guestCacheHeader);
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
  return `<!DOCTYPE html>${renderToString(<RemixServer context={withoutStream(context)} url={request.url} />)}`;
}
