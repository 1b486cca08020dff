import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServerBuild } from "@remix-run/node";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseConfiguration } from "../../app/lib/configuration.server";
import { createConsole } from "../../server/console";
import { createMetrics } from "../../server/metrics";
import { createRouteFinder } from "../../server/routes";
import { openTestClub, type TestClub } from "../setup/club";
import { keepConnections } from "../setup/kept-connections";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { startPortalServer } from "../setup/portal-server";
import { listRoutes } from "./route-list";

const METHODS = ["PUT", "PATCH", "DELETE", "TRACE", "OPTIONS"];

let club: TestClub;
let portal: TestPortal;
let server: Awaited<ReturnType<typeof startPortalServer>>;
const lines: string[] = [];

beforeAll(async () => {
  club = await openTestClub({ work: false, log: recordingLog() });
  portal = await openTestPortal(club);
  server = await startPortalServer(portal, lines);
});
afterAll(async () => {
  await server?.close();
  await portal?.close();
  await club?.close();
});

function recordingLog() {
  const error = (fields: object, message: string) => void lines.push(JSON.stringify({ level: 50, message, ...fields }));
  return { info: () => undefined, warn: () => undefined, error };
}

/** Sends a method that `fetch` doesn't know either. */
function send(origin: string, method: string, path: string): Promise<{ status: number; allow: string | undefined }> {
  return new Promise((resolve, reject) => {
    request(origin + path, { method }, (response) => {
      response.resume().on("end", () => {
        resolve({ status: response.statusCode ?? 0, allow: response.headers.allow });
      });
    })
      .on("error", reject)
      .end();
  });
}

const errorLines = () => lines.filter((line) => Number(JSON.parse(line).level) >= 50);

test("architecture: an address that asks for a loader's data in the way of old Remix gets its page", async () => {
  const response = await fetch(`${server.origin}/login?from=%2Fpromo%2F&_data=routes%2Flogin`, {
    headers: { Cookie: "session=not-a-guest" },
  });
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(await response.text()).toContain("</html>");
});

test.each(METHODS)(
  "architecture: no address of the portal knows %s, and each says which it knows",
  async (method) => {
    const answers = new Set<string>();
    for (const { id, path, hasAction } of listRoutes(portal.build)) {
      for (const address of [path, `${path === "/" ? "/_root" : path}.data`, "/favicon.svg"]) {
        const { status, allow } = await send(server.origin, method, address);
        if (status !== 405 || !allow) answers.add(`${address} ${status} ${allow}`);
        // Whatever isn't an address of the portal leads to its first page.
        if (hasAction && address === path && id !== "routes/$" && allow !== "GET, HEAD, POST")
          answers.add(`${address} allows ${allow}`);
      }
    }
    expect([...answers]).toEqual([]);
    expect(errorLines()).toEqual([]);
  },
  120_000,
);

test.each(METHODS)("architecture: a call of the club's API refuses %s where it isn't its own", async (method) => {
  expect(await send(club.origin, method, "/api/login")).toEqual({ status: 405, allow: "POST" });
  expect(await send(club.origin, method, "/api/user/profile")).toEqual({ status: 405, allow: "GET, HEAD" });
  expect((await send(club.origin, method, "/api/invites/17")).status).toBe(405);
  if (method !== "DELETE") {
    const counter = await send(club.origin, method, "/api/prize/counter");
    expect([counter.status, counter.allow?.split(", ").sort()]).toEqual([405, ["DELETE", "GET", "HEAD"]]);
  }
  expect((await send(club.origin, method, "/api/no-such-call")).status).toBe(404);
  expect(errorLines()).toEqual([]);
});

test.each(METHODS)("architecture: the console and the operators' API refuse %s", async (method) => {
  const console = keepConnections(
    createServer(
      createConsole({
        configuration: parseConfiguration({ SESSION_SECRETS: "tests-tests-tests-tests-tests-tests-tests" }),
        build: { routes: {}, assets: { routes: {} }, future: {} } as unknown as ServerBuild,
        routes: createRouteFinder({}),
        fetchAsOperator: (asked) => club.club.fetchAsOperator(asked),
        log: pino({ level: "trace" }, { write: (line: string) => void lines.push(line) }),
        metrics: createMetrics(),
        isDraining: () => false,
      }),
    ),
  ).listen(0, "127.0.0.1");
  await new Promise((resolve) => console.once("listening", resolve));
  const origin = `http://127.0.0.1:${(console.address() as AddressInfo).port}`;
  try {
    expect(await send(origin, method, "/acts/add-prize")).toEqual({ status: 405, allow: "GET, HEAD" });
    expect(await send(origin, method, "/api/operator/login")).toEqual({ status: 405, allow: "POST" });
    expect(errorLines()).toEqual([]);
  } finally {
    console.close();
  }
});
