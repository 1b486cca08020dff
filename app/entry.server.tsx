import { PassThrough } from "node:stream";
import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { applyCachePolicy, wantsLightVersion } from "./document/cache";
import { postProcessHtml } from "./document/post-process-html";
import { readState, renderHydration } from "./document/render-hydration.server";
import { COMMON_HEADERS } from "./document/security-headers";
import { requestIdOf } from "./lib/load-context.server";
import { log } from "./lib/log.server";

/** Loaders have finished before rendering starts, so a longer rendering is a defect. */
const RENDER_TIMEOUT_MS = 5_000;

/** For Remix. Loaders return finished data, nothing is streamed. */
export const streamTimeout = 1_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const failedBefore = context.staticHandlerContext.errors !== null;
  const rendered = await renderPage(request, context).catch((error: unknown) => {
    // The error page failed too; Remix would answer with a bare line of text.
    if (failedBefore) return undefined;
    throw error;
  });
  if (rendered === undefined) return new Response(null, { status: 303, headers: { Location: "/500.html" } });
  headers.set("Content-Type", "text/html; charset=utf-8");
  for (const [name, value] of Object.entries(COMMON_HEADERS)) headers.set(name, value);
  applyCachePolicy(request, status, headers);
  // In development Vite adds inline scripts and styles, so the page stays as Remix made it.
  if (import.meta.env.DEV) return new Response(rendered, { status, headers });
  const hydration = wantsLightVersion(request) ? null : renderHydration(context, await readState(context));
  const { html, policy } = postProcessHtml(rendered, { hydration, showsDocument: showsDocument(context) });
  headers.set("Content-Security-Policy", policy);
  return new Response(html, { status, headers });
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

/** Renders the page as a whole. Without JavaScript, a streamed fallback would never be replaced. */
function renderPage(request: Request, context: EntryContext): Promise<string> {
  return new Promise((resolve, reject) => {
    // Without the stream RemixServer writes no scripts with the state; in development Remix's `Scripts` need them.
    const { serverHandoffStream: _state, ...withoutState } = context;
    const page = import.meta.env.DEV ? context : withoutState;
    let failure: unknown;
    const { pipe, abort } = renderToPipeableStream(<RemixServer context={page} url={request.url} />, {
      onAllReady() {
        clearTimeout(timer);
        if (failure !== undefined) return reject(failure);
        const chunks: Buffer[] = [];
        const body = new PassThrough();
        body.on("data", (chunk: Buffer) => chunks.push(chunk));
        body.on("end", () => resolve(removePadding(Buffer.concat(chunks).toString("utf8"))));
        body.on("error", reject);
        pipe(body);
      },
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      onError(error) {
        failure ??= error;
      },
    });
    const timer = setTimeout(() => {
      failure ??= new Error(`The page was not rendered within ${RENDER_TIMEOUT_MS} ms`);
      abort(failure);
    }, RENDER_TIMEOUT_MS);
  });
}

/**
 * Removes the zero bytes that React 18 leaves at the end of a 2048-byte buffer when a character of several bytes doesn't
 * fit. A page in Cyrillic would have NUL characters inside its words.
 */
function removePadding(html: string): string {
  return html.replaceAll("\0", "");
}
