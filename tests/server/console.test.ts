import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServerBuild } from "@remix-run/node";
import pino from "pino";
import { afterEach, expect, test } from "vitest";
import { parseConfiguration } from "../../app/lib/configuration.server";
import { createConsole } from "../../server/console";
import { createMetrics } from "../../server/metrics";
import { createRouteFinder } from "../../server/routes";
import { keepConnections } from "../setup/kept-connections";

const running: Server[] = [];
afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

/** Starts the console's listener before a club that answers with the address from which it is called. */
async function startConsole(env: Record<string, string> = {}) {
  const secret = "tests-tests-tests-tests-tests-tests-tests";
  const app = createConsole({
    configuration: parseConfiguration({ SESSION_SECRETS: secret, ...env }),
    build: { routes: {}, assets: { routes: {} }, future: {} } as unknown as ServerBuild,
    routes: createRouteFinder({}),
    fetchAsOperator: async (request) => new Response(request.headers.get("x-forwarded-for")),
    log: pino({ level: "silent" }),
    metrics: createMetrics(),
    isDraining: () => false,
  });
  const server = keepConnections(createServer(app)).listen(0, "127.0.0.1");
  running.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return (path: string, init: RequestInit & { from?: string } = {}) => {
    const { from, ...rest } = init;
    return fetch(`http://127.0.0.1:${port}${path}`, { ...rest, headers: from ? { "X-Forwarded-For": from } : {} });
  };
}

const proxied = { OPERATOR_ORIGIN: "https://operators.example.com", TRUST_PROXY: "loopback" };
const read = "/api/operator/me";

test("architecture: the console believes a proxy only when it has its origin and the proxy is named", async () => {
  const from = "203.0.113.7";
  const addressSeen = async (env: Record<string, string>) => (await (await startConsole(env))(read, { from })).text();
  expect(await addressSeen(proxied)).toBe(from);
  expect(await addressSeen({ OPERATOR_ORIGIN: proxied.OPERATOR_ORIGIN })).toBe("127.0.0.1");
  // A tunnel leads whoever uses it to the port as the loopback, with any header.
  expect(await addressSeen({ TRUST_PROXY: "loopback" })).toBe("127.0.0.1");
});

test("architecture: one address asks the console for so much in a minute, and for less with a password or code", async () => {
  const request = await startConsole(proxied);
  const statuses = async (times: number, path: string, init: RequestInit & { from: string }) => {
    const answers = await Promise.all(Array.from({ length: times }, () => request(path, init)));
    return answers.map(({ status }) => status);
  };
  const logIns = await statuses(61, "/api/operator/login", { method: "POST", from: "203.0.113.8" });
  expect(logIns.filter((status) => status === 429)).toHaveLength(1);
  const refused = await request("/login", { method: "POST", from: "203.0.113.8" });
  expect([refused.status, Number(refused.headers.get("Retry-After"))]).toEqual([429, expect.any(Number)]);
  expect(await refused.text()).toContain("Слишком много запросов");
  // Who is logged in there goes on, and other addresses too.
  expect((await request(read, { from: "203.0.113.8" })).status).toBe(200);
  expect((await request("/api/operator/login", { method: "POST", from: "203.0.113.9" })).status).toBe(200);
  for (let hundreds = 0; hundreds < 6; hundreds++) await statuses(100, read, { from: "203.0.113.10" });
  expect((await request(read, { from: "203.0.113.10" })).status).toBe(429);
  expect((await request(read, { from: "203.0.113.11" })).status).toBe(200);
});

const secrets = ["own-password", "code", "enrolment", "provider-login", "passkey-login", "passkeys"];
test.each(["/password", "/passkeys", ...secrets.map((call) => `/api/operator/${call}`)])(
  "architecture: %s takes as few posts of an address as the log-in",
  async (path) => {
    const request = await startConsole(proxied);
    const from = "203.0.113.12";
    const posts = Array.from({ length: 61 }, () => request(path, { method: "POST", from }));
    const refused = (await Promise.all(posts)).filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect((await request(read, { from })).status).toBe(200);
  },
);

test("architecture: a form that doesn't say its length is refused before it is read", async () => {
  const request = await startConsole(proxied);
  const endless = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(10)) });
  const init = { method: "POST", body: endless, duplex: "half", from: "203.0.113.13" } as RequestInit & {
    from: string;
  };
  expect((await request("/api/operator/acts/add-prize/check", init)).status).toBe(411);
});
