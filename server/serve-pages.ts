import { createReadableStreamFromReadable, writeReadableStreamToWritable } from "@remix-run/node";
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from "express";
import { getLoadContext } from "./load-context";
import type { RenderPage } from "./render-pages";
import type { RepeatedPages, SentPage } from "./repeated-pages";

/**
 * Connects Express with Remix as `@remix-run/express` does, except that a whole page goes out in one write, without a stream
 * between.
 * @param repeatedPages left out in development, where pages change
 */
export function servePages(render: RenderPage, repeatedPages?: RepeatedPages): RequestHandler {
  return async (req, res, next) => {
    try {
      const context = getLoadContext(req, res);
      const visit = await repeatedPages?.open(req, context);
      if (visit?.page) return sendAgain(req, res, visit.page);
      let html: Buffer | undefined;
      const takeHtml = (page: Buffer) => {
        html = page;
      };
      const response = await render(toRequest(req, res), { ...context, ...visit?.context, takeHtml });
      if (html !== undefined) visit?.keep(response, html);
      if (response.statusText) res.statusMessage = response.statusText;
      res.status(response.status);
      for (const [name, value] of response.headers) res.append(name, value);
      if (response.body) await writeReadableStreamToWritable(response.body, res);
      else if (html !== undefined && req.method !== "HEAD") res.setHeader("Content-Length", html.length).end(html);
      else res.end();
    } catch (error) {
      next(error);
    }
  };
}

function sendAgain(req: ExpressRequest, res: ExpressResponse, { headers, body }: SentPage): void {
  for (const [name, value] of headers) res.append(name, value);
  const etag = headers.get("ETag");
  if (etag !== null && req.headers["if-none-match"]?.includes(etag)) res.status(304).end();
  else res.setHeader("Content-Length", body.length).end(body);
}

/** @throws TypeError when the address isn't one */
function toRequest(req: ExpressRequest, res: ExpressResponse): Request {
  const headers = new Headers();
  for (const [name, value = ""] of Object.entries(req.headers)) {
    for (const one of [value].flat()) headers.append(name, one);
  }
  // Loaders hear of a visitor who leaves before the response is sent.
  const leaving = new AbortController();
  res.on("close", () => {
    if (!res.writableFinished) leaving.abort();
  });
  const hasBody = req.method !== "GET" && req.method !== "HEAD";
  return new Request(`${req.protocol}://${req.headers.host ?? "portal"}${req.originalUrl}`, {
    method: req.method,
    headers,
    signal: leaving.signal,
    ...(hasBody && { body: createReadableStreamFromReadable(req), duplex: "half" }),
  });
}
