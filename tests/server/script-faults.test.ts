import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import pino from "pino";
import { afterEach, expect, it } from "vitest";
import { countScriptFaults } from "../../server/script-faults";

let server: Server | undefined;
afterEach(() => server?.close());

async function report(path: string, headers: Record<string, string>, method = "POST") {
  const lines: string[] = [];
  const counted: string[] = [];
  const app = express();
  app.use(
    countScriptFaults({
      log: pino({}, { write: (line: string) => void lines.push(line) }),
      metrics: { countScriptFault: (phase, route) => void counted.push(`${phase} ${route}`) },
      findPage: (pathname) => (pathname.startsWith("/promo/") ? "/promo/:id" : undefined),
    }),
  );
  const started = app.listen(0, "127.0.0.1");
  server = started;
  await new Promise((done) => started.once("listening", done));
  const { port } = started.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
  return { status: response.status, counted, lines };
}

it("architecture: a fault of scripts is counted by phase and route, without what the address contains", async () => {
  const { status, counted, lines } = await report("/script-fault/render", {
    Referer: "https://club.example/promo/71?phone=79000000003",
    "User-Agent":
      "Mozilla/5.0 (Linux; Android 9; 79000000003) AppleWebKit/537.36 Chrome/84.0.4147.125 Mobile Safari/537.36",
  });
  expect(status).toBe(204);
  expect(counted).toEqual(["render /promo/:id"]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { phase: "render", route: "/promo/:id", browser: "Chrome/84" },
  ]);
  expect(lines.join()).not.toContain("79000000003");
});

it("architecture: a fault without a page is counted under an asterisk", async () => {
  expect((await report("/script-fault/start", { Referer: "nonsense" })).counted).toEqual(["start *"]);
});

it("architecture: nothing else counts as a fault of scripts", async () => {
  expect((await report("/script-fault/other", {})).counted).toEqual([]);
  expect((await report("/script-fault/start", {}, "GET")).counted).toEqual([]);
});
