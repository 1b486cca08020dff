import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";

/** Renders a page in development, where Remix's own scripts stream the state of the router after the page. */
export function renderDevelopmentPage(request: Request, context: EntryContext): Promise<string> {
  return new Promise((resolve, reject) => {
    let failure: unknown;
    const { pipe } = renderToPipeableStream(<RemixServer context={context} url={request.url} />, {
      onAllReady() {
        if (failure !== undefined) return reject(failure);
        text(pipe(new PassThrough())).then((html) => resolve(removePadding(html)), reject);
      },
      onShellError: reject,
      onError(error) {
        failure ??= error;
      },
    });
  });
}

/**
 * Removes the zero bytes that React 18 leaves at the end of a 2048-byte buffer when a character of several bytes doesn't
 * fit. A page in Cyrillic would have NUL characters inside its words.
 */
function removePadding(html: string): string {
  return html.replaceAll("\0", "");
}
