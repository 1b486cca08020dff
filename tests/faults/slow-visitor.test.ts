import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { openTestClub, type TestClub } from "../setup/club";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { startPortalServer } from "../setup/portal-server";
import { type FaultyUpstream, openFaultyUpstream } from "./faulty-upstream";

const serverLog: string[] = [];
let club: TestClub;
let upstream: FaultyUpstream;
let portal: TestPortal;
let server: Awaited<ReturnType<typeof startPortalServer>>;
let curator: string;

beforeAll(async () => {
  club = await openTestClub({ seed: true });
  upstream = await openFaultyUpstream(club.origin);
  portal = await openTestPortal({ ...club, origin: upstream.origin });
  server = await startPortalServer(portal, serverLog);
  curator = await portal.logIn("79000000001");
  await portal.ask("/dashboard/profile", { headers: { Cookie: curator } });
});
afterEach(() => {
  vi.restoreAllMocks();
  upstream.fail(null);
  portal.takeLog();
  serverLog.length = 0;
});
afterAll(async () => {
  await server.close();
  await portal.close();
  await upstream.close();
  await club.close();
});

const EXPORT = "/dashboard/profile/managers";

/** Makes the upstream answer the export by this. The response is there once the portal has asked. */
function answerExport(answer: (response: ServerResponse) => void): Promise<ServerResponse> {
  return new Promise((resolve) => {
    upstream.fail((response) => {
      answer(response);
      resolve(response);
    }, /export\/managers/);
  });
}

const begin = (response: ServerResponse) => {
  response.writeHead(200, { "Content-Type": "text/csv" });
  response.write("Фамилия;Телефон\r\n");
};

/** Sends a request like a browser, which reads no further than it is told to. */
function ask(path: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  const headers = { Cookie: curator, Origin: server.origin, ...options.headers };
  const sent = request(server.origin + path, { method: options.method ?? "GET", headers, agent: false });
  const response = once(sent, "response").then(([message]) => message as IncomingMessage);
  // A visitor who leaves breaks the connection.
  sent.on("error", () => undefined);
  response.catch(() => undefined);
  return { sent, response };
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** What has been logged as a warning or an error, by the portal and by its server. */
function takeTrouble() {
  const lines = serverLog.splice(0).map((line) => JSON.parse(line));
  return [...portal.takeLog(), ...lines.filter(({ level }) => level >= 40)];
}

/** Waits until the server has recorded the request, which it does when the connection is over. */
async function waitForRecord() {
  await expect.poll(() => serverLog.some((line) => line.includes('"msg":"request"'))).toBe(true);
  await askAsOther();
}

/** Asks as another visitor: whatever was to be done before, and said about it, is over when that one is answered. */
async function askAsOther() {
  expect((await fetch(`${server.origin}/feedback`)).status).toBe(200);
}

describe("a file", () => {
  test("§7.2 the time-out holds until a file begins, not until a slow phone has read its end", async () => {
    const timeout = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(timeout.signal);
    const answered = answerExport(begin);
    const { sent, response } = ask(EXPORT);
    sent.end();
    const file = await response;
    timeout.abort(new DOMException("50 seconds are over", "TimeoutError"));
    (await answered).end("Иванова;79000000002\r\n");
    expect((await readAll(file)).toString("utf8")).toBe("Фамилия;Телефон\r\nИванова;79000000002\r\n");
    expect(takeTrouble()).toEqual([]);
  });

  test.each(["identity", "gzip"])(
    "architecture: a file (%s) is read from the upstream no faster than the visitor reads it",
    async (encoding) => {
      // Nothing that gets smaller by compression.
      const CHUNK = randomBytes(256 * 1024);
      const CHUNKS = 200;
      const written: number[] = [];
      void answerExport(async (response) => {
        const place = written.push(0) - 1;
        response.writeHead(200, { "Content-Type": "text/csv" });
        for (let count = 1; count <= CHUNKS; count++) {
          if (!response.write(CHUNK)) await once(response, "drain");
          written[place] = count;
        }
        response.end();
      });
      const beginFile = async () => {
        const { sent, response } = ask(EXPORT, { headers: { "Accept-Encoding": encoding } });
        sent.end();
        return response;
      };
      const readWhole = async (file: IncomingMessage) => {
        const body = await readAll(file);
        return (encoding === "gzip" ? gunzipSync(body) : body).length;
      };
      const unread = await beginFile();
      // By the time another visitor has the whole of a file that began later, a portal that doesn't wait has all of this one.
      expect(await readWhole(await beginFile())).toBe(CHUNKS * CHUNK.length);
      expect(written[1]).toBe(CHUNKS);
      expect(written[0]).toBeLessThan(CHUNKS);
      expect(await readWhole(unread)).toBe(CHUNKS * CHUNK.length);
      expect(takeTrouble()).toEqual([]);
    },
  );

  test("§8.9 a file that breaks off is an outage with one line; the browser sees that it isn't whole", async () => {
    const answered = answerExport(begin);
    const { sent, response } = ask(EXPORT);
    sent.end();
    const file = await response;
    (await answered).destroy();
    await expect(readAll(file)).rejects.toThrow();
    await waitForRecord();
    expect(takeTrouble()).toEqual([
      expect.objectContaining({ level: "error", call: "user/profile/export/managers", cause: "network" }),
    ]);
  });

  test("§8.9 a file that breaks off before its first byte leaves one line, too", async () => {
    const answered = answerExport((response) => {
      response.writeHead(200, { "Content-Type": "text/csv" });
      response.flushHeaders();
    });
    const { sent, response } = ask(EXPORT);
    sent.end();
    (await answered).destroy();
    await expect(response.then(readAll)).rejects.toThrow();
    await waitForRecord();
    expect(takeTrouble()).toEqual([expect.objectContaining({ level: "error", cause: "network" })]);
  });

  test("architecture: a visitor who leaves in the middle of a file ends its reading, and nothing is logged", async () => {
    const answered = answerExport(begin);
    const { sent, response } = ask(EXPORT);
    sent.end();
    await once(await response, "data");
    const connection = once(await answered, "close");
    sent.destroy();
    await connection;
    await waitForRecord();
    expect(takeTrouble()).toEqual([]);
  });
});

describe("a visitor who leaves", () => {
  test.each([EXPORT, "/dashboard/profile", "/dashboard/profile.data"])(
    "architecture: before %s has come ends the calls for it, and nothing is logged",
    async (path) => {
      const asked = new Promise<ServerResponse>((resolve) => upstream.fail(resolve, /user\/profile/));
      const { sent } = ask(path);
      sent.end();
      const connection = once(await asked, "close");
      sent.destroy();
      await connection;
      await waitForRecord();
      expect(takeTrouble()).toEqual([]);
    },
  );

  test("§2.5.3 while something is being changed doesn't end it: an outage of that is logged", async () => {
    const asked = new Promise<ServerResponse>((resolve) => upstream.fail(resolve, /content\/feedback/));
    const { sent } = ask("/feedback", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    sent.end(new URLSearchParams({ name: "Анна", email: "a@example.com", message: "?", policy: "on" }).toString());
    const response = await asked;
    sent.destroy();
    await waitForRecord();
    expect(response.destroyed).toBe(false);
    response.writeHead(503).end();
    await expect.poll(takeTrouble).toEqual([expect.objectContaining({ call: "content/feedback" })]);
  });

  test("architecture: in the middle of an upload leaves nothing in the log", async () => {
    const { sent } = ask("/dashboard/report", {
      method: "POST",
      headers: {
        "Content-Type": "multipart/form-data; boundary=x",
        "Content-Length": "100000",
        Expect: "100-continue",
      },
    });
    await once(sent, "continue");
    sent.write('--x\r\nContent-Disposition: form-data; name="file"; filename="r.csv"\r\n\r\nДата;');
    await askAsOther();
    // The record of that visitor doesn't count.
    serverLog.length = 0;
    sent.destroy();
    await waitForRecord();
    expect(takeTrouble()).toEqual([]);
  });
});
