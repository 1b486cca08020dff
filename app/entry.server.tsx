import { PassThrough } from "node:stream";
import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { applyCachePolicy, wantsLightVersion } from "./document/cache";
import { LightVersion } from "./document/deferred-scripts";
import { postProcessHtml } from "./document/post-process-html";
import { COMMON_HEADERS } from "./document/security-headers";
import { requestIdOf } from "./lib/load-context.server";
import { log } from "./lib/log.server";

/** Rendering waits for no upstream (the loaders have answered), so this long means a defect. */
const RENDER_TIMEOUT_MS = 5_000;

/** Loaders hand over finished data, nothing is streamed: Remix need not keep a page's data for longer. */
export const streamTimeout = 1_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const failedBefore = context.staticHandlerContext.errors !== null;
  const rendered = await renderPage(request, context).catch((error: unknown) => {
    // The error page itself is broken: Remix would answer a bare line of text.
    if (failedBefore) return undefined;
    throw error;
  });
  if (rendered === undefined) return new Response(null, { status: 303, headers: { Location: "/500.html" } });
  headers.set("Content-Type", "text/html; charset=utf-8");
  for (const [name, value] of Object.entries(COMMON_HEADERS)) headers.set(name, value);
  applyCachePolicy(request, status, headers);
  // In development Vite adds its own inline scripts and styles: the page stays as Remix made it.
  if (import.meta.env.DEV) return new Response(rendered, { status, headers });
  const { html, policy } = postProcessHtml(rendered);
  headers.set("Content-Security-Policy", policy);
  return new Response(html, { status, headers });
}

/** The answers to client navigations follow the caching rules of their pages. */
export function handleDataRequest(response: Response, { request }: LoaderFunctionArgs | ActionFunctionArgs): Response {
  applyCachePolicy(request, response.status, response.headers);
  return response;
}

/** An error that no route foresaw. The address is logged without its query: there may be a phone or a token in it. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted) return;
  log().error(
    { err: error, requestId: requestIdOf(context), method: request.method, path: new URL(request.url).pathname },
    "unexpected error",
  );
}

/** The whole page at once: a streamed fallback would stay for ever where there is no JavaScript. */
function renderPage(request: Request, context: EntryContext): Promise<string> {
  return new Promise((resolve, reject) => {
    const page = (
      <LightVersion.Provider value={wantsLightVersion(request)}>
        <RemixServer context={context} url={request.url} />
      </LightVersion.Provider>
    );
    let failure: unknown;
    const { pipe, abort } = renderToPipeableStream(page, {
      onAllReady() {
        clearTimeout(timer);
        if (failure !== undefined) return reject(failure);
        const chunks: Buffer[] = [];
        const body = new PassThrough();
        body.on("data", (chunk: Buffer) => chunks.push(chunk));
        body.on("end", () => resolve(dropPadding(Buffer.concat(chunks).toString("utf8"))));
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
 * React 18 writes buffers of 2048 bytes and leaves zeros at the end of one where a letter of several bytes no longer fits:
 * without them a Cyrillic page has NULs in the midst of its words.
 */
function dropPadding(html: string): string {
  return html.replaceAll("\0", "");
}
