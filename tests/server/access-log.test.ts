import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import pino from "pino";
import { expect, it } from "vitest";
import type { UpstreamCall } from "../../app/lib/load-context.server";
import { createAccessRecorder, recordAccess } from "../../server/access-log";
import type { PortalLoadContext } from "../../server/load-context";
import { createMetrics } from "../../server/metrics";
import { keepConnections } from "../setup/kept-connections";

/** Requests one address of a server that answers in several ways, and returns the status that is measured, of the page too. */
async function measure(path: string): Promise<number> {
  let pageStatus: number | undefined;
  const app = express();
  const upstreamCalls: UpstreamCall[] = [{ name: "GET deals", ms: 1, outcome: "outage" }];
  app.use((_req, res, next) => {
    res.locals.loadContext = { requestId: "1", clientAddress: "", upstreamCalls } as unknown as PortalLoadContext;
    next();
  });
  const measured = new Promise<number>((resolve) => {
    let status = 0;
    const metrics = {
      ...createMetrics(),
      observeRequest: (_: string, __: string, code: number) => {
        status = code;
      },
      countPage: (_: string, code: number) => {
        pageStatus = code;
        resolve(status);
      },
    };
    app.use((_req, res, next) => {
      res.locals.pageSource = "rendered";
      next();
    });
    app.use(recordAccess(createAccessRecorder(pino({ level: "silent" }), metrics), () => "*"));
  });
  app.get("/outage", (_req, res) => res.redirect(303, "/500.html"));
  app.get("/outage.data", (_req, res) => res.status(202).end());
  app.get("/done", (_req, res) => res.redirect(303, "/dashboard"));
  app.get("/page", (_req, res) => res.send("without its badge"));
  app.get("/left", () => void request.destroy());
  app.get("/left-in-outage", (_req, res) => {
    res.status(202);
    request.destroy();
  });
  const server = keepConnections(createServer(app)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const request = get({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", path }, (res) => res.resume());
  request.on("error", () => undefined);
  const status = await measured;
  expect(pageStatus).toBe(status);
  server.closeAllConnections();
  server.close();
  return status;
}

it("architecture: an outage is measured as 503 for pages and script, and not where only a decoration is missing", async () => {
  expect(await measure("/outage")).toBe(503);
  expect(await measure("/outage.data")).toBe(503);
  expect(await measure("/page")).toBe(200);
  expect(await measure("/done")).toBe(303);
});

it("architecture: a request whose visitor left is measured as 499", async () => {
  expect(await measure("/left")).toBe(499);
  expect(await measure("/left-in-outage")).toBe(499);
});
