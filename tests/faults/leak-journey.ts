import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequestHandler } from "@remix-run/express";
import { createRequestHandler as createRenderer } from "@remix-run/node";
import pino from "pino";
import { vi } from "vitest";
import { readConfiguration } from "../../app/lib/configuration.server";
import { describeError } from "../../app/lib/log.server";
import { getLoadContext } from "../../server/load-context";
import { createMetrics } from "../../server/metrics";
import { createPageCache } from "../../server/page-cache";
import { createPortal } from "../../server/portal";
import { createRouteFinder } from "../../server/routes";
import type { TestPortal } from "../setup/portal";

/** All that left the portal and the club, besides the pages of whoever it belongs to. */
export interface Traces {
  /** What was logged or printed anywhere, a line each; the outbox's own lines are not among them. */
  logs: string[];
  /** The outbox's lines: without a gateway it prints messages for whoever runs the club. */
  outbox: string[];
  locations: string[];
  cookies: string[];
}

/** From now on keeps what the process prints, by whatever way; restored by `vi.restoreAllMocks`. */
export function keepPrinted(logs: string[]): void {
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((chunk) => {
      logs.push(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
      return true;
    });
  }
  for (const way of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, way).mockImplementation((...words: unknown[]) => void logs.push(words.map(String).join(" ")));
  }
}

/** The portal's server as it stands before the visitors, with access log, rate limits and the pages kept for guests. */
export async function serveWhole(portal: TestPortal, logs: string[]) {
  const { build } = portal;
  const routes = createRouteFinder(build.routes);
  const app = createPortal({
    configuration: readConfiguration(),
    log: pino(
      { level: "trace", serializers: { err: describeError } },
      { write: (line: string) => void logs.push(line) },
    ),
    metrics: createMetrics(),
    routes,
    files: (_req, _res, next) => next(),
    pages: createRequestHandler({ build, getLoadContext, mode: "production" }),
    guestPages: createPageCache({
      render: createRenderer(build, "production"),
      isPage: (pathname) => routes.findPattern(pathname) !== undefined,
    }),
    isDraining: () => false,
  });
  const server = createServer(app);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export type Person = ReturnType<typeof createPerson>;

/** A browser without script: keeps its cookies, follows nothing by itself, leaves traces. */
export function createPerson(origin: string, traces: Traces) {
  const jar = new Map<string, string>();
  async function ask(path: string, body?: Record<string, string> | FormData) {
    const response = await fetch(origin + path, {
      method: body ? "POST" : "GET",
      redirect: "manual",
      headers: { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "), Origin: origin },
      ...(body && { body: body instanceof FormData ? body : new URLSearchParams(body) }),
    });
    const location = response.headers.get("Location");
    if (location !== null) traces.locations.push(location);
    for (const cookie of response.headers.getSetCookie()) {
      traces.cookies.push(cookie);
      const [name = "", value = ""] = cookie.split(";", 1)[0]?.split(/=(.*)/s) ?? [];
      if (/max-age=0/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
    return { status: response.status, location, html: await response.text() };
  }
  return {
    jar,
    open: (path: string) => ask(path),
    post: (path: string, body: Record<string, string> | FormData) => ask(path, body),
  };
}
