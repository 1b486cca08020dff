import { readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listSources, ROOT } from "../architecture/sources";
import { type FaultyUpstream, openFaultyUpstream } from "../faults/faulty-upstream";
import { openTestClub, type TestClub } from "../setup/club";
import { phones } from "../setup/demo";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { startPortalServer } from "../setup/portal-server";
import { listRoutes, type RouteAddress } from "./route-list";

let club: TestClub;
let upstream: FaultyUpstream;
let portal: TestPortal;
let server: Awaited<ReturnType<typeof startPortalServer>>;
let routes: RouteAddress[];
const cookies: Record<string, string> = {};

beforeAll(async () => {
  club = await openTestClub({ seed: true, work: false });
  upstream = await openFaultyUpstream(club.origin);
  portal = await openTestPortal({ ...club, origin: upstream.origin });
  server = await startPortalServer(portal, []);
  routes = listRoutes(portal.build);
  for (const role of ["curator", "manager", "member"] as const) cookies[role] = await portal.logIn(phones[role]);
});
afterAll(async () => {
  await server?.close();
  await portal?.close();
  await upstream?.close();
  await club?.close();
});

interface Answer {
  status: number;
  location: string | undefined;
}

/** Sends headers that `fetch` sets by itself. */
function send(method: string, address: string, headers: Record<string, string>, body = ""): Promise<Answer> {
  const length = method === "GET" ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(server.origin + address, { method, headers: { ...length, ...headers } }, (response) => {
      response.resume().on("end", () => {
        resolve({ status: response.statusCode ?? 0, location: response.headers.location });
      });
    });
    sent.on("error", reject).end(body);
  });
}

/** What a browser sends with a post that a page of another site has caused. */
const foreignHeaders = (): Record<string, string>[] => [
  { Origin: "https://evil.example" },
  { Origin: `${server.origin}.evil.example` },
  { Origin: "null" },
  { Origin: "not an address" },
  { Referer: "https://evil.example/127.0.0.1/" },
  { "Sec-Fetch-Site": "cross-site", Origin: server.origin },
  { "Sec-Fetch-Site": "same-site" },
];

const FORM = "intent=confirm&login=79000000003&password=club-demo-1&answer=yes&action=join&light=1";

describe("a page of another site", () => {
  test("architecture: posts to no route of the portal, neither as a document nor as a client navigation", async () => {
    const actions = routes.filter(({ hasAction }) => hasAction);
    expect(actions.length).toBeGreaterThan(15);
    const accepted: string[] = [];
    upstream.takeRequests();
    for (const { path: address, actionPath } of actions) {
      const data = address === "/" ? "/_root.data" : `${actionPath.replace(/(\?index)?$/, ".data$1")}`;
      for (const target of [actionPath, data]) {
        for (const headers of foreignHeaders()) {
          const { status } = await send(
            "POST",
            target,
            { Cookie: cookies.member ?? "", "Content-Type": "application/x-www-form-urlencoded", ...headers },
            FORM,
          );
          if (status !== 403) accepted.push(`${target} ${JSON.stringify(headers)} ${status}`);
        }
      }
    }
    expect(accepted).toEqual([]);
    expect(upstream.takeRequests()).toEqual([]);
  });

  test("architecture: the same posts of the portal's own pages reach their routes, so they were refused for their source only", async () => {
    for (const { actionPath } of routes.filter(({ hasAction }) => hasAction)) {
      const headers = { Origin: server.origin, "Content-Type": "application/x-www-form-urlencoded" };
      const { status } = await send("POST", actionPath, headers, "light=0");
      expect([actionPath, [403, 404, 405].includes(status)]).toEqual([actionPath, false]);
    }
  });

  test.each(["PUT", "PATCH", "DELETE"])("architecture: %s from another site is refused as well", async (method) => {
    for (const { actionPath } of routes.filter(({ hasAction }) => hasAction)) {
      const { status } = await send(method, actionPath, {
        Cookie: cookies.member ?? "",
        Origin: "https://evil.example",
      });
      expect([actionPath, status]).toEqual([actionPath, 403]);
    }
  });

  test("architecture: a link or a picture of another site changes nothing, whichever address it names", async () => {
    // Lists are asked for by POST (§7).
    const harmless = /^GET (?!\/api\/mailings)|^POST \/api\/invites\/list\//;
    const changing: string[] = [];
    for (const role of ["curator", "manager", "member"]) {
      for (const { path: address } of routes.filter(({ hasLoader }) => hasLoader)) {
        upstream.takeRequests();
        await send("GET", `${address}?${FORM}`, { Cookie: cookies[role] ?? "", "Sec-Fetch-Site": "cross-site" });
        const requests = upstream.takeRequests().filter((request) => !harmless.test(request));
        changing.push(...requests.map((request) => `${role} ${address}: ${request}`));
      }
    }
    expect(changing).toEqual([]);
  });
});

const HOSTILE_TARGETS = [
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example/",
  "/\t/evil.example/",
  "/.//evil.example/",
  "javascript:alert(1)",
  "/promo/\r\nSet-Cookie: planted=1",
];

/** The names of all parameters and fields that the portal's code reads, and those by which others name a return path. */
function listParameters(): string[] {
  const names = new Set(["next", "return", "returnTo", "redirect", "redirectTo", "url", "continue", "to", "page"]);
  for (const file of listSources("app", /\.tsx?$/)) {
    const source = readFileSync(path.join(ROOT, file), "utf8");
    for (const [, name] of source.matchAll(/(?:\.get|\bread)\("([\w-]+)"\)/g)) if (name) names.add(name);
  }
  return [...names];
}

describe("redirects", () => {
  const leadsAway = (location: string | null | undefined, origin: string) =>
    location !== undefined &&
    location !== null &&
    (new URL(location, origin).origin !== origin || /^[\\/]{2}|[\\\t\r\n]/.test(location));

  test("architecture: no parameter, field or Referer leads from any address of the portal to another site", async () => {
    const names = listParameters();
    expect(names).toEqual(expect.arrayContaining(["to", "check_word", "mode"]));
    const away: string[] = [];
    let redirects = 0;
    for (const [index, target] of HOSTILE_TARGETS.entries()) {
      const fields = new URLSearchParams(names.map((name) => [name, target])).toString();
      const Referer = target.startsWith("http") ? target : `${server.origin}${target.replace(/[^!-~]/g, "")}`;
      const headers = { Cookie: cookies.member ?? "", Referer, "Sec-Fetch-Site": "same-origin" };
      const form = { ...headers, "Content-Type": "application/x-www-form-urlencoded" };
      // The first two targets try every route, the others those that lead back to a page.
      for (const { path: address, actionPath, hasAction } of routes) {
        if (index > 1 && !/^\/(light|cookies|banner|logout)$/.test(address)) continue;
        const asked = [await send("GET", `${address}?${fields}`, headers)];
        if (hasAction) asked.push(await send("POST", actionPath, form, fields));
        for (const { location } of asked) {
          if (location !== undefined) redirects++;
          if (leadsAway(location, server.origin)) away.push(`${address} ${target}: ${location}`);
        }
      }
    }
    expect(redirects).toBeGreaterThan(20);
    expect(away).toEqual([]);
  });

  test("architecture: a path that begins like another host leads back to this one", async () => {
    const away: string[] = [];
    for (const address of [
      "//evil.example/",
      "//evil.example/%2e%2e",
      "/\\evil.example",
      "/%5cevil.example/",
      "/%2F/evil.example/",
    ]) {
      const { status, location } = await send("GET", "/", {}).then(() => send("GET", address, {}));
      expect([address, status < 500]).toEqual([address, true]);
      if (leadsAway(location, server.origin)) away.push(`${address}: ${location}`);
    }
    expect(away).toEqual([]);
  });
});
