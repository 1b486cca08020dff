import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createClubServer } from "../../server/club-listener";
import { serveHealth } from "../../server/health";
import { keepConnections } from "../setup/kept-connections";

const running: Server[] = [];
afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

test("architecture: a club for other processes tells its health beside the API, and at its stop lets go of connections", async () => {
  let isDraining = false;
  const health = serveHealth({
    isDraining: () => isDraining,
    checkClub: async () => [{ name: "writing", reason: "the disk of the database is full" }],
  });
  const answer = async ({ url }: Request) => new Response(new URL(url).pathname);
  const server = keepConnections(createClubServer(null, answer, health, () => isDraining)).listen(0, "127.0.0.1");
  running.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  const ask = (path: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);

  const call = await ask("/api/content/menu?a=1");
  expect([await call.text(), call.headers.get("Connection")]).toEqual(["/api/content/menu", "keep-alive"]);
  // What serves it is nobody's business.
  expect((await ask("/healthz")).headers.has("X-Powered-By")).toBe(false);
  expect(await (await ask("/readyz")).json()).toMatchObject({ guests: true, unavailable: [{ name: "writing" }] });
  isDraining = true;
  for (const path of ["/api/content/menu", "/healthz"]) {
    const last = await ask(path);
    expect([path, last.status, last.headers.get("Connection")]).toEqual([path, 200, "close"]);
    await last.text();
  }
  expect((await ask("/readyz")).status).toBe(503);
});
