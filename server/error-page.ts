import { Readable } from "node:stream";
import type { Request, Response } from "express";
import { encode } from "turbo-stream";
import { CACHE_CONTROL } from "../app/document/cache";
import { PLAIN_PAGE_POLICY } from "../app/document/security-headers";

/** An error that the server reports without Remix. The texts are shown to participants. */
export interface ErrorPage {
  status: number;
  title: string;
  text: string;
}

/**
 * Sends the error as a page. A form sent by script (`.data`) gets it as its reply, with one message for the whole form, so
 * that the message appears on the open page; a page loaded by script as a bare text, which leads to its error boundary.
 */
export function sendErrorPage(req: Request, res: Response, page: ErrorPage): void {
  res.status(page.status).set("Cache-Control", CACHE_CONTROL.secret);
  if (req.path.endsWith(".data")) {
    if (req.method === "GET") return void res.type("text/plain").send(page.text);
    res.set("Content-Type", "text/x-script").set("X-Remix-Response", "yes");
    const reply = { data: { status: "error", error: { "": [page.text] } } };
    Readable.fromWeb(encode(reply) as Parameters<typeof Readable.fromWeb>[0]).pipe(res);
    return;
  }
  res.set("Content-Security-Policy", PLAIN_PAGE_POLICY).type("html").send(renderErrorPage(page));
}

function renderErrorPage({ status, title, text }: ErrorPage): string {
  return `<!doctype html><html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><link rel="icon" href="/favicon.png"><style>${STYLE}</style></head><body><main><p class="code">${status}</p><h1>${title}</h1><p>${text}</p><p><a href="/">На главную</a></p></main></body></html>`;
}

const STYLE =
  ":root{color-scheme:light dark;--ink:#14171a;--paper:#f5f4f0;--card:#fff;--line:#d9d6cd;--muted:#5d6369}@media(prefers-color-scheme:dark){:root{--ink:#f2f0ea;--paper:#111315;--card:#1a1d20;--line:#2d3236;--muted:#a3a9ae}}*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--paper);color:var(--ink);font:18px/1.5 system-ui,sans-serif}main{max-width:36rem;width:100%;padding:32px 24px;background:var(--card);border:1px solid var(--line);border-top:4px solid #ff6a13;border-radius:12px}h1{margin:0 0 12px;font-size:clamp(22px,5vw,28px);line-height:1.2;letter-spacing:-.02em;font-weight:800;overflow-wrap:anywhere}p{margin:0 0 16px}.code{margin:0 0 8px;color:var(--muted);font:14px/1.4 ui-monospace,monospace;letter-spacing:.12em}a{display:inline-flex;align-items:center;min-height:44px;padding:0 20px;border-radius:4px;background:#ff6a13;color:#14171a;font-weight:700;text-decoration:none}a:focus-visible{outline:2px solid var(--ink);outline-offset:2px;box-shadow:0 0 0 5px #ff6a13}";
