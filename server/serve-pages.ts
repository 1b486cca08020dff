import { createReadableStreamFromReadable, writeReadableStreamToWritable } from "@remix-run/node";
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from "express";
import { getLoadContext } from "./load-context";
import type { RenderPage } from "./render-pages";

/**
 * Connects Express with Remix as `@remix-run/express` does, except that a whole page goes out in one write, without a stream
 * between.
 */
export function servePages(render: RenderPage): RequestHandler {
  return async (req, res, next) => {
    try {
      let html: Buffer | undefined;
      const takeHtml = (page: Buffer) => {
        html = page;
      };
      const response = await render(toRequest(req, res), { ...getLoadContext(req, res), takeHtml });
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
