import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestOptions, type Server, request as send } from "node:http";
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
  const { port } = await listen(env);
  return (path: string, init: RequestInit & { from?: string } = {}) => {
    const { from, ...rest } = init;
    return fetch(`http://127.0.0.1:${port}${path}`, { ...rest, headers: from ? { "X-Forwarded-For": from } : {} });
  };
}

async function listen(env: Record<string, string>, isDraining = false) {
  const refusals: string[] = [];
  const metrics = { ...createMetrics(), countRefusal: (reason: string) => void refusals.push(reason) };
  const secret = "tests-tests-tests-tests-tests-tests-tests";
  const app = createConsole({
    configuration: parseConfiguration({ SESSION_SECRETS: secret, ...env }),
    build: { routes: {}, assets: { routes: {} }, future: {} } as unknown as ServerBuild,
    routes: { ...createRouteFinder({}), hasAction: () => true },
    fetchAsOperator: async (request) => new Response(request.headers.get("x-forwarded-for")),
    log: pino({ level: "silent" }),
    metrics,
    isDraining: () => isDraining,
  });
  const server = keepConnections(createServer(app)).listen(0, "127.0.0.1");
  running.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  return { port: (server.address() as AddressInfo).port, refusals };
}

/** Sends a request with any headers, which `fetch` doesn't. */
async function ask(port: number, options: RequestOptions): Promise<IncomingMessage> {
  const request = send({ host: "127.0.0.1", port, agent: false, ...options }).end();
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  answer.resume();
  return answer;
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
test.each(["/password", "/passkeys", "/login.data", ...secrets.map((call) => `/api/operator/${call}`)])(
  "architecture: %s takes as few posts of an address as the log-in",
  async (path) => {
    const request = await startConsole(proxied);
    const from = "203.0.113.12";
    const posts = Array.from({ length: 61 }, () => request(path, { method: "POST", from }));
    const refused = (await Promise.all(posts)).filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect((await request(read, { from })).status).toBe(200);
    // What is only read there has the wider limit.
    expect((await request(path, { from })).status).not.toBe(429);
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

test("architecture: without its origin the console answers under the names of the loopback only", async () => {
  const { port } = await listen({});
  const statusOf = async (host: string) => (await ask(port, { path: read, headers: { Host: host } })).statusCode;
  for (const host of ["localhost", `LOCALHOST:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
    expect([host, await statusOf(host)]).toEqual([host, 200]);
  }
  for (const host of ["console.example.com", `localhost.example.com:${port}`, "127.0.0.10", "10.0.0.1"]) {
    expect([host, await statusOf(host)]).toEqual([host, 403]);
  }
  const behindProxy = await listen(proxied);
  expect((await ask(behindProxy.port, { path: read, headers: { Host: "any.example.com" } })).statusCode).toBe(200);
});

test("architecture: the console is for https alone where operators come by it, and says nothing of what serves it", async () => {
  const headersOf = async (env: Record<string, string>) => {
    const { port } = await listen(env);
    return (await ask(port, { path: read })).headers;
  };
  const common = {
    ...{ "cache-control": "no-store", "x-robots-tag": "noindex, nofollow", "x-content-type-options": "nosniff" },
    ...{ "referrer-policy": "same-origin", "x-frame-options": "DENY" },
    ...{ "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin" },
  };
  const [plain, secure] = [await headersOf({}), await headersOf(proxied)];
  expect(plain).toMatchObject(common);
  expect(secure).toMatchObject({ ...common, "strict-transport-security": "max-age=31536000" });
  for (const name of ["strict-transport-security", "x-powered-by", "etag"]) expect(plain).not.toHaveProperty(name);
});

test("architecture: a form of another site is refused and counted", async () => {
  const { port, refusals } = await listen(proxied);
  const post = (headers: Record<string, string>) => ask(port, { method: "POST", path: "/login", headers });
  expect((await post({ Origin: "https://evil.example.com" })).statusCode).toBe(403);
  expect(refusals).toEqual(["foreign-origin"]);
  expect((await post({ Origin: proxied.OPERATOR_ORIGIN })).statusCode).not.toBe(403);
  expect(refusals).toHaveLength(1);
});

test("architecture: the console takes bodies of up to 33 MB, and closes connections while it stops", async () => {
  const { port } = await listen({});
  const statusOf = async (length: number) => {
    const options = { method: "PUT", path: read, headers: { "Content-Length": length } };
    const request = send({ host: "127.0.0.1", port, agent: false, ...options });
    request.flushHeaders();
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    request.destroy();
    return answer.statusCode;
  };
  expect(await statusOf(33 * 1024 * 1024)).toBe(200);
  expect(await statusOf(33 * 1024 * 1024 + 1)).toBe(413);
  const stopping = await listen({}, true);
  const kept = await ask(stopping.port, { path: read, headers: { Connection: "keep-alive" } });
  const serving = await ask(port, { path: read, headers: { Connection: "keep-alive" } });
  expect([kept.headers.connection, serving.headers.connection]).toEqual(["close", "keep-alive"]);
});
