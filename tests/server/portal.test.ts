import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pino from "pino";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { parseConfiguration } from "../../app/lib/configuration.server";
import { type SpanStart, setTracing } from "../../contract/tracing";
import { DEFAULT_ERROR_MESSAGE } from "../../contract/values";
import { VERSION } from "../../contract/version";
import { type HealthOptions, serveHealth } from "../../server/health";
import { getLoadContext, type PortalLoadContext } from "../../server/load-context";
import { createMetrics } from "../../server/metrics";
import type { GuestPages } from "../../server/pages/serve";
import { createPortal, type PortalParts } from "../../server/portal";
import { createRouteFinder, type UploadKind } from "../../server/routes";
import { serveStaticFiles } from "../../server/static-files";
import { keepConnections } from "../setup/kept-connections";

const running: Server[] = [];
afterEach(() => {
  for (const server of running.splice(0)) server.close();
});
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

interface ReceivedRequest {
  url: string;
  host: string | undefined;
  address: string | undefined;
  context: Pick<PortalLoadContext, "requestId" | "clientAddress">;
  headers: IncomingHttpHeaders;
}

/** Starts the portal's server with a fake Remix that replies with what it received. */
async function startPortal(
  env: Record<string, string> = {},
  { checkClub, ...more }: Partial<PortalParts> & Pick<HealthOptions, "checkClub"> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "portal-"));
  folders.push(folder);
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "assets/app-1a2b3c.js"), "export {}");
  writeFileSync(join(folder, "500.html"), "<!doctype html><title>500</title>");
  writeFileSync(join(folder, "logo.svg"), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const lines: string[] = [];
  let draining = false;
  /** How many sessions have been read, and what the reading of one waits for. */
  const sessions = { asked: 0, held: Promise.resolve() };
  const configuration = parseConfiguration({
    DATA_DIR: folder,
    NODE_ENV: "production",
    UPSTREAM_URL: "http://127.0.0.1:9",
    ...env,
  });
  const app = createPortal({
    configuration,
    health: serveHealth({
      upstream: { origin: configuration.upstreamUrl ?? "", clientId: "portal", clientSecret: "secret" },
      isDraining: () => draining,
      checkClub,
      servesGuestsInOutage: more.guestPages?.servesInOutage,
    }),
    log: pino({ level: "info" }, { write: (line: string) => void lines.push(line) }),
    metrics: createMetrics(),
    routes: createRouteFinder({
      root: { id: "root", path: "", module: {} },
      promo: { id: "promo", parentId: "root", path: "promo/:id", module: {} },
      picture: { id: "picture", parentId: "root", path: "pictures/:name", module: {} },
      documents: { id: "documents", parentId: "root", path: "dashboard/documents", module: takes("pictures") },
      report: { id: "report", parentId: "root", path: "dashboard/report", module: takes("tables") },
      any: { id: "any", parentId: "root", path: "*", module: {} },
    } as unknown as Parameters<typeof createRouteFinder>[0]),
    files: serveStaticFiles(folder),
    pages: async (req, res, next) => {
      if (/^\/broken(?:\.data)?$/.test(req.path)) return next(new Error("no"));
      if (req.path === "/profile") {
        const { recordUpstreamCall } = getLoadContext(req, res);
        recordUpstreamCall({ name: "GET users/profile", ms: 12.4, outcome: "answer" });
        recordUpstreamCall({ name: "GET content/menu", ms: 3.3, outcome: "answer" });
      }
      const received: ReceivedRequest = {
        url: `${req.protocol}://${req.get("host")}${req.originalUrl}`,
        host: req.get("host"),
        address: req.ip,
        context: getLoadContext(req, res),
        headers: req.headers,
      };
      req.resume().on("end", () => res.json(received));
    },
    isDraining: () => draining,
    findParticipant: async (cookies) => {
      sessions.asked += 1;
      await sessions.held;
      return /session=(\w+)/.exec(cookies)?.[1];
    },
    ...more,
  });
  const server = keepConnections(createServer(app)).listen(0, "127.0.0.1");
  running.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    folder,
    lines,
    drain: () => (draining = true),
    sessions,
    countConnections: promisify(server.getConnections.bind(server)),
  };
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a request with any headers; `fetch` doesn't allow Host and Origin. */
function ask(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = "",
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = method === "GET" || "Content-Length" in headers || "Transfer-Encoding" in headers;
    const sent = httpRequest(
      {
        port,
        host: "127.0.0.1",
        method,
        path,
        headers: length ? headers : { "Content-Length": String(Buffer.byteLength(body)), ...headers },
      },
      (res) => {
        const chunks: Buffer[] = [];
        res.on("data", (chunk: Buffer) => chunks.push(chunk));
        res.on("end", () => {
          sent.destroy();
          resolve({ status: res.statusCode ?? 0, headers: res.headers, text: Buffer.concat(chunks).toString() });
        });
      },
    );
    sent.on("error", reject);
    if ("Content-Length" in headers) sent.flushHeaders();
    else sent.end(body);
  });
}

async function readReadiness(port: number) {
  const { status, text } = await ask(port, "GET", "/readyz");
  return { status, ...JSON.parse(text) };
}

/** Starts an upstream that replies to every call with this, and returns its origin. */
async function startUpstream(status: number, json: unknown): Promise<string> {
  const upstream = keepConnections(createServer((_req, res) => res.writeHead(status).end(JSON.stringify(json)))).listen(
    0,
    "127.0.0.1",
  );
  running.push(upstream);
  await new Promise((resolve) => upstream.once("listening", resolve));
  return `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
}

const receivedBy = (answer: Answer): ReceivedRequest => JSON.parse(answer.text);

it("architecture: a file deleted since the start breaks one response, not the server", async () => {
  const { port, folder } = await startPortal();
  rmSync(join(folder, "assets/app-1a2b3c.js"));
  await expect(ask(port, "GET", "/assets/app-1a2b3c.js")).rejects.toThrow();
  expect((await ask(port, "GET", "/500.html")).status).toBe(200);
});

describe("files", () => {
  it("§2.1.4 a missing file gets 404 without reaching Remix; any other path reaches it", async () => {
    const { port } = await startPortal();
    for (const path of ["/build/x.js", "/assets/gone-1.js", "/assets/", "/nope.png", "/old.php", "/.env"]) {
      const answer = await ask(port, "GET", path);
      expect([path, answer.status, answer.text]).toEqual([path, 404, "Not found\n"]);
    }
    for (const path of ["/nowhere", "/promo/7/", "/promo/7.data", "/pictures/oil.png", "/report.csv"]) {
      expect([path, (await ask(port, "GET", path)).status]).toEqual([path, 200]);
    }
  });

  it("architecture: a missing file is kept by no cache, and HEAD gets no body; a method of no page says what there is", async () => {
    const { port } = await startPortal();
    for (const [method, text] of [
      ["GET", "Not found\n"],
      ["HEAD", ""],
    ] as const) {
      const answer = await ask(port, method, "/nope.png");
      expect([answer.status, answer.text, answer.headers["cache-control"]]).toEqual([404, text, "no-store"]);
    }
    const allowed = async (path: string) => {
      const { status, headers } = await ask(port, "DELETE", path);
      return [status, headers.allow];
    };
    expect(await allowed("/promo/7")).toEqual([405, "GET, HEAD"]);
    expect(await allowed("/dashboard/report")).toEqual([405, "GET, HEAD, POST"]);
    expect(await allowed("/nope.png")).toEqual([405, "GET, HEAD"]);
  });

  it("architecture: a file that hasn't changed is known by its tag, and HEAD gets no part of one", async () => {
    const { port } = await startPortal();
    const { headers } = await ask(port, "GET", "/500.html");
    const known = await ask(port, "GET", "/500.html", { "If-None-Match": String(headers.etag) });
    expect([known.status, known.text]).toEqual([304, ""]);
    expect((await ask(port, "GET", "/500.html", { Range: "bytes=0-4" })).status).toBe(206);
    expect((await ask(port, "HEAD", "/500.html", { Range: "bytes=0-4" })).status).toBe(200);
  });

  it("architecture: hashed files are immutable, others are cached for an hour", async () => {
    const { port } = await startPortal();
    expect((await ask(port, "GET", "/assets/app-1a2b3c.js")).headers["cache-control"]).toBe(
      "public, max-age=31536000, immutable",
    );
    const page = await ask(port, "GET", "/500.html");
    expect(page.headers["cache-control"]).toBe("public, max-age=3600");
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    // A picture that is opened as a page of its own runs nothing.
    const picture = await ask(port, "GET", "/logo.svg");
    expect(picture.headers["content-security-policy"]).toMatch(/^default-src 'none'.*; sandbox$/);
  });

  it("§2.5.3 an error outside Remix leads to /500.html", async () => {
    const { port } = await startPortal();
    const answer = await ask(port, "GET", "/broken");
    expect([answer.status, answer.headers.location]).toEqual([303, "/500.html"]);
    // Script shows the message at the form that was sent, or its own page.
    const form = await ask(port, "POST", "/broken.data");
    expect([form.status, form.headers["content-type"]]).toEqual([500, expect.stringContaining("text/x-script")]);
    expect(form.text).toContain(DEFAULT_ERROR_MESSAGE);
  });
});

describe("paths", () => {
  it("§2.1.6 a path reaches Remix unchanged, with and without the slash, for GET and POST", async () => {
    const { port, origin } = await startPortal();
    for (const path of ["/promo/7", "/promo/7/", "/promo/7.data"]) {
      expect(receivedBy(await ask(port, "GET", path)).url).toBe(origin + path);
      expect(receivedBy(await ask(port, "POST", path, { Origin: origin })).url).toBe(origin + path);
    }
  });
});

describe("origin and addresses", () => {
  it("architecture: only the portal's own pages may post", async () => {
    const { port, origin } = await startPortal();
    const post = async (headers: Record<string, string>) => (await ask(port, "POST", "/nowhere", headers)).status;
    expect(await post({ Origin: origin })).toBe(200);
    expect(await post({ "Sec-Fetch-Site": "same-origin", Origin: "null" })).toBe(200);
    expect(await post({ Referer: `${origin}/login` })).toBe(200);
    expect(await post({})).toBe(200);
    // A page that answered a form is loaded again by hand.
    expect(await post({ "Sec-Fetch-Site": "none", Origin: "null" })).toBe(200);
    expect(await post({ Origin: "https://evil.example" })).toBe(403);
    expect(await post({ Origin: "null" })).toBe(403);
    expect(await post({ Referer: "https://evil.example/" })).toBe(403);
    expect(await post({ "Sec-Fetch-Site": "cross-site", Origin: origin })).toBe(403);
    expect(await post({ "Sec-Fetch-Site": "same-site" })).toBe(403);
    // The origin is what a browser vouches for: a referrer beside it makes no difference.
    expect(await post({ Origin: "https://evil.example", Referer: `${origin}/login` })).toBe(403);
    expect(await post({ Origin: origin, Referer: "https://evil.example/" })).toBe(200);
  });

  it("architecture: a refused post gets a page in Russian, a refused client navigation a message for the form", async () => {
    const { port } = await startPortal();
    const page = await ask(port, "POST", "/login", { Origin: "https://evil.example" });
    expect(page.headers["content-type"]).toMatch(/^text\/html/);
    expect(page.text).toContain("Запрос пришёл с другого сайта");
    expect(page.text).toContain('<meta name="robots" content="noindex">');
    expect(page.headers).toMatchObject({ "cache-control": "private, no-store" });
    const call = await ask(port, "POST", "/login.data", { Origin: "https://evil.example" });
    expect(call.headers["content-type"]).toMatch(/^text\/x-script/);
    expect(call.text).toContain("Мы не выполнили действие");
  });

  it("architecture: forwarding headers count only from a trusted proxy", async () => {
    const forwarded = {
      "X-Forwarded-For": "203.0.113.7",
      "X-Forwarded-Host": "club.example.com",
      "X-Forwarded-Proto": "https",
      "X-Request-Id": "edge-1",
      "X-Client-Address": "198.51.100.1",
      "X-Forwarded-Port": "8443",
      Forwarded: "for=203.0.113.7",
    };
    const alone = await startPortal();
    const stranger = receivedBy(await ask(alone.port, "GET", "/x", forwarded));
    expect(stranger).toMatchObject({ url: `${alone.origin}/x`, address: "127.0.0.1" });
    expect(stranger.context.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(Object.keys(stranger.headers).filter((name) => name.includes("forwarded"))).toEqual([]);
    expect(stranger.context.clientAddress).toBe("127.0.0.1");
    const behind = await startPortal({ TRUST_PROXY: "1" });
    expect(receivedBy(await ask(behind.port, "GET", "/x", forwarded))).toMatchObject({
      url: "https://club.example.com/x",
      address: "203.0.113.7",
      context: { requestId: "edge-1", clientAddress: "203.0.113.7" },
    });
    // Of several proxies, the first one has met the visitor.
    const hops = { ...forwarded, "X-Forwarded-Host": "club.example.com, inner.example.com" };
    expect(receivedBy(await ask(behind.port, "GET", "/x", hops)).url).toBe("https://club.example.com/x");
    const post = await ask(behind.port, "POST", "/x", { ...forwarded, Origin: "https://club.example.com" });
    expect(post.status).toBe(200);
  });

  it("architecture: a trusted proxy's trace goes on, a visitor's header of one is removed", async () => {
    const started: SpanStart[] = [];
    const span = { run: <R>(work: () => R) => work(), end: () => undefined };
    const begin = (start: SpanStart) => {
      started.push(start);
      return span;
    };
    setTracing({ begin, isRunning: () => false, headers: () => ({}), ids: () => ({}) });
    try {
      const sent = { traceparent: `00-${"ab".repeat(16)}-${"cd".repeat(8)}-01`, tracestate: "edge=1" };
      const [alone, behind] = [await startPortal(), await startPortal({ TRUST_PROXY: "1" })];
      for (const { port } of [alone, behind]) await ask(port, "GET", "/x", sent);
      expect(started.map(({ from }) => from)).toEqual([{}, sent]);
    } finally {
      setTracing(undefined);
    }
  });

  it("architecture: the request id of a proxy is taken up to 128 characters", async () => {
    const { port } = await startPortal({ TRUST_PROXY: "1" });
    const id = `edge-1.ams:${"a".repeat(117)}`;
    expect((await ask(port, "GET", "/x", { "X-Request-Id": id })).headers["x-request-id"]).toBe(id);
  });

  it.each(["a b", "x".repeat(129), "edge-1|forged=1", '{"level":60}', "идентификатор"])(
    "architecture: the request id «%s» of a proxy is replaced, so that nothing foreign comes into log or headers",
    async (id) => {
      const { port, lines } = await startPortal({ TRUST_PROXY: "1" });
      const answer = await ask(port, "GET", "/x", { "X-Request-Id": Buffer.from(id).toString("latin1") });
      expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      await expect.poll(() => lines).toHaveLength(1);
      expect(JSON.parse(lines[0] ?? "").requestId).toBe(answer.headers["x-request-id"]);
    },
  );

  it("architecture: with PUBLIC_ORIGIN a proxy may rewrite Host", async () => {
    const { port } = await startPortal({ PUBLIC_ORIGIN: "http://localhost:8080" });
    const answer = await ask(port, "POST", "/x", { Host: "backend:3000", Origin: "http://localhost:8080" });
    expect(receivedBy(answer).url).toBe("http://localhost:8080/x");
  });

  it("architecture: PUBLIC_ORIGIN stands before the host and the protocol that a trusted proxy forwards", async () => {
    const { port } = await startPortal({ PUBLIC_ORIGIN: "http://localhost:8080", TRUST_PROXY: "1" });
    const forwarded = { "X-Forwarded-Host": "edge.example.com", "X-Forwarded-Proto": "https" };
    expect(receivedBy(await ask(port, "GET", "/x", forwarded)).url).toBe("http://localhost:8080/x");
  });
});

/** A route whose forms have files. */
function takes(files: UploadKind) {
  return { default: () => null, action: () => null, handle: { files } };
}

/** The headers of an upload of so many megabytes by this participant. */
function sendFile(participant: string | undefined, megabytes: number): Record<string, string> {
  return {
    "Content-Type": "multipart/form-data; boundary=x",
    "Content-Length": String(megabytes * 1024 * 1024),
    ...(participant !== undefined && { Cookie: `session=${participant}` }),
  };
}

/** Begins an upload and never ends it; the returned function breaks it off. */
function beginUpload(port: number, participant: string, megabytes: number): () => void {
  const headers = sendFile(participant, megabytes);
  const sent = httpRequest({ port, host: "127.0.0.1", method: "POST", path: "/dashboard/report", headers });
  sent.on("error", () => undefined);
  sent.write("--x");
  return () => sent.destroy();
}

describe("addresses", () => {
  it.each(["a b", "evil.example/x", "evil@host", "host:port", "[::1"])(
    "architecture: the host «%s» makes no address and gets 400",
    async (Host) => {
      const { port } = await startPortal();
      expect((await ask(port, "GET", "/x", { Host })).status).toBe(400);
    },
  );

  it.each(["http://evil.example/x", "//evil.example/x", "*"])(
    "architecture: the target %s isn't a path and gets 400",
    async (target) => {
      const { port } = await startPortal();
      expect((await ask(port, "GET", target)).status).toBe(400);
    },
  );

  it("architecture: names, addresses and ports are hosts", async () => {
    const { port } = await startPortal();
    for (const Host of ["club.example.com", "localhost:3000", "127.0.0.1", "[::1]:3000", "my_host"]) {
      expect((await ask(port, "GET", "/x", { Host })).status).toBe(200);
    }
  });
});

describe("limits", () => {
  it("§5.16 a body that is too large is refused before it is read, with the text of the specification", async () => {
    const { port } = await startPortal();
    const upload = sendFile("1", 40);
    const page = await ask(port, "POST", "/dashboard/documents", upload);
    expect([page.status, page.text]).toEqual([
      413,
      expect.stringContaining("Размер загружаемых изображений превышает допустимый"),
    ]);
    const call = await ask(port, "POST", "/dashboard/documents.data", upload);
    expect([call.status, call.text]).toEqual([413, expect.stringContaining("Размер загружаемых изображений")]);
    const table = await ask(port, "POST", "/dashboard/report", upload);
    expect([table.status, table.text]).toEqual([413, expect.stringContaining("разделите её на несколько файлов")]);
    const form = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": "300000" };
    expect((await ask(port, "POST", "/feedback", form)).status).toBe(413);
    expect((await ask(port, "POST", "/feedback", { "Transfer-Encoding": "chunked" }, "a=1")).status).toBe(411);
  });

  it("§5.16 a guest's upload, and files on a page without uploads, are refused before they are read", async () => {
    const { port } = await startPortal();
    const guest = await ask(port, "POST", "/dashboard/report", sendFile(undefined, 31));
    expect([guest.status, guest.text]).toEqual([401, expect.stringContaining("вы не вошли в клуб")]);
    for (const participant of [undefined, "1"]) {
      const login = await ask(port, "POST", "/login", sendFile(participant, 31));
      expect([login.status, login.text]).toEqual([413, expect.stringContaining("Слишком много данных")]);
    }
  });

  it("§5.16 a participant uploads two files at a time, and all together no more than the memory holds", async () => {
    const { port } = await startPortal();
    const offer = async (participant: string, megabytes: number) => {
      const { status, headers } = await ask(port, "POST", "/dashboard/documents/", sendFile(participant, megabytes));
      expect([status, headers["retry-after"]]).toEqual([status, status === 429 || status === 503 ? "60" : undefined]);
      return status;
    };
    const { "Content-Type": type = "", Cookie = "" } = sendFile("1", 1);
    const send = async () =>
      (await ask(port, "POST", "/dashboard/report", { "Content-Type": type, Cookie }, "x".repeat(300 * 1024))).status;
    expect(await send()).toBe(200);
    const uploads = [1, 2].map(() => beginUpload(port, "1", 31));
    await expect.poll(() => offer("1", 1)).toBe(429);
    uploads.push(...["2", "3"].map((participant) => beginUpload(port, participant, 31)));
    await expect.poll(() => offer("4", 5)).toBe(503);
    for (const breakOff of uploads) breakOff();
    await expect.poll(send).toBe(200);
    // What was refused for want of room a moment ago is taken: all of it has been given back.
    const large = { "Content-Type": type, Cookie: sendFile("4", 5).Cookie ?? "" };
    const sendLarge = () => ask(port, "POST", "/dashboard/report", large, "x".repeat(5 * 1024 * 1024));
    await expect.poll(async () => (await sendLarge()).status).toBe(200);
  });

  it("§5.16 an upload that ends gives back its own place, and not that of the other one", async () => {
    const { port } = await startPortal();
    const { "Content-Type": type = "", Cookie = "" } = sendFile("1", 1);
    const send = async () =>
      (await ask(port, "POST", "/dashboard/report", { "Content-Type": type, Cookie }, "x".repeat(300 * 1024))).status;
    const [breakOff] = [1, 2].map(() => beginUpload(port, "1", 5));
    await expect.poll(send).toBe(429);
    breakOff?.();
    await expect.poll(send).toBe(200);
    beginUpload(port, "1", 5);
    await expect.poll(send).toBe(429);
  });

  it("§5.16 an upload that is broken off while its session is read isn't counted for ever", async () => {
    const { port, sessions, countConnections } = await startPortal();
    let release = () => {};
    sessions.held = new Promise((resolve) => (release = resolve));
    const uploads = ["1", "2", "3", "4"].map((participant) => beginUpload(port, participant, 32));
    await expect.poll(() => sessions.asked).toBe(uploads.length);
    for (const breakOff of uploads) breakOff();
    await expect.poll(() => countConnections()).toBe(0);
    release();
    const headers = { "Content-Type": "multipart/form-data; boundary=x", Cookie: "session=9" };
    expect((await ask(port, "POST", "/dashboard/report", headers, "x".repeat(300 * 1024))).status).toBe(200);
  });

  it("architecture: the posts of one address are limited, those of others are not", async () => {
    const { port } = await startPortal({ TRUST_PROXY: "1" });
    const post = (address: string) => ask(port, "POST", "/login", { "X-Forwarded-For": address });
    for (let count = 0; count < 60; count++) expect((await post("2001:db8:0:1::1")).status).toBe(200);
    const refused = await post("2001:db8:0:1::2");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.text).toContain("Слишком много запросов");
    expect((await post("2001:db8:0:2::1")).status).toBe(200);
    expect((await ask(port, "GET", "/login", { "X-Forwarded-For": "2001:db8:0:1::2" })).status).toBe(200);
  });

  it.each(["/recovery", "/activation", "/register/member", "/feedback.data"])(
    "architecture: %s, which checks or sends something, takes fewer posts of an address than other forms",
    async (path) => {
      const { port } = await startPortal({ TRUST_PROXY: "1" });
      const post = async (to: string) => (await ask(port, "POST", to, { "X-Forwarded-For": "203.0.113.9" })).status;
      for (let count = 0; count < 60; count++) expect(await post(path)).toBe(200);
      expect([await post(path), await post("/promo/1")]).toEqual([429, 200]);
    },
  );

  it("architecture: the reads of guests of one address are limited, those of participants and of others are not", async () => {
    const { port } = await startPortal({ TRUST_PROXY: "1", READS_PER_MINUTE: "3" });
    const read = (address: string, path = "/x", headers: Record<string, string> = {}) =>
      ask(port, "GET", path, { "X-Forwarded-For": address, ...headers });
    for (let count = 0; count < 3; count++) expect((await read("203.0.113.7")).status).toBe(200);
    const refused = await read("203.0.113.7");
    expect([refused.status, refused.text]).toEqual([429, expect.stringContaining("обновите страницу")]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    const call = await read("203.0.113.7", "/x.data");
    expect([call.status, call.headers["content-type"]]).toEqual([429, expect.stringContaining("text/plain")]);
    expect((await ask(port, "HEAD", "/x", { "X-Forwarded-For": "203.0.113.7" })).status).toBe(429);
    // Only a session that can be read makes a participant.
    expect((await read("203.0.113.7", "/x", { Cookie: "session=" })).status).toBe(429);
    const participant = { Cookie: "session=5" };
    for (let count = 0; count < 3; count++) expect((await read("203.0.113.7", "/x", participant)).status).toBe(200);
    expect((await read("198.51.100.9", "/x", participant)).status).toBe(429);
    expect((await read("198.51.100.9", "/x", { Cookie: "session=6" })).status).toBe(200);
    expect((await read("203.0.113.8")).status).toBe(200);
    expect((await read("203.0.113.7", "/assets/app-1a2b3c.js")).status).toBe(200);
    // A page has many pictures: ten times as many of them as pages.
    for (let count = 0; count < 30; count++) expect((await read("203.0.113.7", "/media/oil")).status).toBe(200);
    expect((await read("203.0.113.7", "/files/rules")).status).toBe(429);
    expect((await ask(port, "GET", "/healthz")).status).toBe(200);
  });

  it("architecture: programs of this machine read as much as they like", async () => {
    const { port } = await startPortal({ READS_PER_MINUTE: "3" });
    for (let count = 0; count < 5; count++) expect((await ask(port, "GET", "/x")).status).toBe(200);
  });
});

describe("absurd cookies", () => {
  // All of it is read at once: what is still on its way when the server closes would cut the answer off.
  it("architecture: more cookies than the server takes are refused before anything reads them", async () => {
    const { port, lines } = await startPortal();
    expect((await ask(port, "GET", "/x", { Cookie: `session=${"x".repeat(17_000)}` })).status).toBe(431);
    expect(lines).toEqual([]);
  });

  it("architecture: a thousand cookies are those of a guest with none of the portal's", async () => {
    const { port } = await startPortal();
    const cookies = Array.from({ length: 1_000 }, (_, count) => `c${count}=x`).join("; ");
    expect((await ask(port, "GET", "/x", { Cookie: cookies })).status).toBe(200);
  });
});

describe("responses", () => {
  it("architecture: security headers are sent once, HSTS only with https", async () => {
    const plain = await startPortal();
    const { headers } = await ask(plain.port, "GET", "/x");
    expect(headers["referrer-policy"]).toBe("same-origin");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cache-control"]).toBe("private, no-cache");
    expect(headers["content-security-policy"]).toBe("frame-ancestors 'self'");
    expect(headers["strict-transport-security"]).toBeUndefined();
    expect(headers["x-powered-by"]).toBeUndefined();
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
    for (const site of ["none", "same-origin"]) {
      const ours = await ask(plain.port, "GET", "/x", { "Sec-Fetch-Site": site });
      expect([site, ours.headers["cross-origin-opener-policy"]]).toEqual([site, undefined]);
    }
    const secure = await startPortal({
      PUBLIC_ORIGIN: "https://club.example.com",
      SESSION_SECRETS: "x".repeat(32),
      UPSTREAM_CLIENT_ID: "a",
      UPSTREAM_CLIENT_SECRET: "b",
      TRUST_PROXY: "none",
    });
    expect((await ask(secure.port, "GET", "/x")).headers["strict-transport-security"]).toBe("max-age=31536000");
  });

  it("architecture: the log names the route, never the address, the query or the cookies", async () => {
    const { port, lines } = await startPortal();
    await ask(port, "GET", "/promo/79000000001?phone=79000000001", { Cookie: "session=79000000001" });
    await expect.poll(() => lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      method: "GET",
      route: "/promo/:id",
      status: 200,
      upstreamCalls: 0,
    });
    expect(lines[0]).not.toContain("79000000001");
  });

  it("architecture: the log line of a request counts its calls to the upstream", async () => {
    const { port, lines } = await startPortal();
    await ask(port, "GET", "/profile");
    await expect.poll(() => lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ upstreamCalls: 2, upstreamMs: 16 });
  });

  it.each([
    ["401 without a word", 401, {}],
    ["403", 403, {}],
    ["the contract's alias", 422, { errors: [{ error_lang_alias: ["cts.auth.client_refused"] }] }],
    [
      "the contract's alias in a reply with 200",
      200,
      {
        success: false,
        errors: [{ error_lang_alias: ["cts.auth.client_refused"] }],
      },
    ],
  ])(
    "§4.1 an upstream that refuses the portal's credential (%s) makes /readyz fail and name it",
    async (_, status, json) => {
      const { port } = await startPortal({ UPSTREAM_URL: await startUpstream(status, json) });
      expect(await readReadiness(port)).toEqual({
        status: 503,
        ready: false,
        guests: false,
        unavailable: [
          {
            name: "upstream",
            reason: "the upstream refuses the portal: check UPSTREAM_CLIENT_ID and UPSTREAM_CLIENT_SECRET",
          },
        ],
      });
      expect((await ask(port, "GET", "/healthz")).status).toBe(200);
    },
  );

  it("§8.9 an upstream that fails makes /readyz say so; one that only refuses the question doesn't", async () => {
    for (const status of [500, 502]) {
      const failing = await startPortal({ UPSTREAM_URL: await startUpstream(status, {}) });
      expect(await readReadiness(failing.port)).toMatchObject({
        status: 503,
        unavailable: [{ name: "upstream", reason: `the upstream fails with ${status}` }],
      });
    }
    for (const status of [404, 499]) {
      const refusing = await startPortal({ UPSTREAM_URL: await startUpstream(status, {}) });
      expect((await ask(refusing.port, "GET", "/readyz")).status).toBe(200);
    }
  });

  it("§2.5.3 while guests get their pages from the cache, /readyz names the outage and succeeds", async () => {
    const guestPages: GuestPages = {
      handle: (_req, _res, next) => next(),
      findReady: () => undefined,
      isKept: () => true,
      servesInOutage: () => true,
    };
    const { port, drain } = await startPortal({}, { guestPages });
    expect(await readReadiness(port)).toEqual({
      status: 200,
      ready: false,
      guests: true,
      unavailable: [{ name: "upstream", reason: "the upstream does not answer" }],
    });
    drain();
    expect(await readReadiness(port)).toMatchObject({
      status: 503,
      guests: false,
      unavailable: [{ name: "visitors" }],
    });
  });

  it.each([
    ["writing", 200, true],
    ["jobs", 200, true],
    ["database", 503, false],
  ])("architecture: /readyz names what the club can't do: %s", async (name, status, guests) => {
    const UPSTREAM_URL = await startUpstream(200, { success: true, result: {} });
    const unavailable = [{ name, reason: "the reason" }];
    const { port } = await startPortal({ UPSTREAM_URL }, { checkClub: async () => unavailable });
    expect(await readReadiness(port)).toEqual({ status, ready: false, guests, unavailable });
  });

  it("architecture: /healthz is up and tells the release while the upstream is down, /readyz is not; draining closes connections", async () => {
    const { port, drain } = await startPortal();
    expect(await ask(port, "GET", "/healthz")).toMatchObject({ status: 200, text: `ok ${VERSION}\n` });
    expect((await ask(port, "GET", "/readyz")).status).toBe(503);
    const ready = await startPortal({ UPSTREAM_URL: await startUpstream(200, { success: true, result: {} }) });
    expect(await readReadiness(ready.port)).toEqual({ status: 200, ready: true, guests: true, unavailable: [] });
    drain();
    expect((await ask(port, "GET", "/healthz")).headers.connection).toBe("close");
  });
});
