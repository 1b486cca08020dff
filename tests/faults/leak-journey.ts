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

/** Everything that left the portal and the club, except the pages of the participant to whom it belongs. */
export interface Traces {
  /** Lines that were logged or printed, except those of the outbox. */
  logs: string[];
  /** Lines of the outbox, which prints the messages when no gateway is set. */
  outbox: string[];
  locations: string[];
  cookies: string[];
}

/** Captures what the process prints, until `vi.restoreAllMocks`. */
export function captureOutput(logs: string[]): void {
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((chunk) => {
      logs.push(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
      return true;
    });
  }
  for (const method of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => void logs.push(words.map(String).join(" ")));
  }
}

/** Starts the portal's server with everything it has: access log, rate limits, the cache of guest pages. */
export async function startPortalServer(portal: TestPortal, logs: string[]) {
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

export type Visitor = ReturnType<typeof createVisitor>;

interface Page {
  status: number;
  location: string | null;
  html: string;
}

/** A browser without script. It keeps cookies, follows only a redirect that repeats the form (307), and records traces. */
export function createVisitor(origin: string, traces: Traces) {
  const jar = new Map<string, string>();
  async function ask(path: string, body?: Record<string, string> | FormData): Promise<Page> {
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
    const html = await response.text();
    if (response.status === 307 && location !== null) return ask(location, body);
    return { status: response.status, location, html };
  }
  return {
    jar,
    open: (path: string) => ask(path),
    post: (path: string, body: Record<string, string> | FormData) => ask(path, body),
  };
}
