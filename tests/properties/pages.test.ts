import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyCachePolicy, CACHE_CONTROL, wantsLightVersion } from "../../app/document/cache";
import { respondUnrendered } from "../../app/document/remix-internals";
import type { PortalLoadContext } from "../../server/load-context";
import { openDoor } from "../../server/pages/door";
import { createPageDesk } from "../../server/pages/serve";
import { createPageStore } from "../../server/pages/store";
import { keepConnections } from "../setup/kept-connections";
import { tries } from "../setup/properties";

const person = fc.constantFrom("anna", "boris", "vera");
const cookie = fc.oneof(
  person.map((name) => `session=${name}`),
  person.map((name) => `__Host-session=${name}`),
  person.map((name) => `cart=${name}`),
  person.map((name) => `light=${name}`),
  fc.constantFrom("light=1", "cookie_consent=1", "__Host-light=1", "session_ended=1", "x", "=", ""),
);
const visit = fc.record({
  cookies: fc.array(cookie, { maxLength: 4 }).map((all) => all.join("; ")),
  path: fc.constantFrom(
    "/",
    "/promo/",
    "/promo/5",
    "/q&a/?question=1",
    "/q&a/?search=x",
    "/dashboard/sales/",
    "/?utm=1",
  ),
  method: fc.constantFrom("GET", "GET", "GET", "HEAD", "POST"),
  encoding: fc.constantFrom("", "gzip", "br"),
  /** What the club says at this moment. */
  points: fc.constantFrom(1, 2),
  passes: fc.constantFrom(0, 30_000, 100_000, 900_000),
  saveData: fc.boolean(),
});

/**
 * Pages that show everything personal of their request: whose cookies it has. All of them call themselves public, as if each
 * route had forgotten what it shows.
 */
async function startPortal() {
  const clock = { now: 1_000_000, points: 1 };
  const desk = createPageDesk({
    ...{ store: createPageStore(() => clock.now), release: "one", secure: false },
    findPage: (path) => (path.startsWith("/promo/5") ? "/promo/:id" : path.replace(/(.)\/$/, "$1")),
    render: async (request) => {
      const headers = new Headers({ "Content-Type": "text/html", "Cache-Control": CACHE_CONTROL.guest });
      applyCachePolicy(request, 200, headers);
      const isLight = wantsLightVersion(request);
      const state = `${request.headers.get("Cookie") ?? ""} has ${clock.points}`;
      const { url, method } = request;
      if (method !== "GET") return new Response(state, { headers });
      return respondUnrendered(
        { ...{ url, isLight, status: 200, state }, render: () => ({ html: `${url} ${state}`, policy: "p" }) },
        headers,
      );
    },
  });
  const app = express()
    .use((_req, res, next) => {
      res.locals.loadContext = {} as PortalLoadContext;
      next();
    })
    .use(desk.guests.handle, desk.everybody);
  const server = keepConnections(
    createServer(
      openDoor(
        app,
        desk.guests,
        () => (answer) => answer(),
        () => false,
      ),
    ),
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { clock, server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("§4.1 no page of one person ever reaches another, whatever cookies and addresses visitors send", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(visit, { minLength: 2, maxLength: 12 }), async (visits) => {
      const { clock, server, origin } = await startPortal();
      const known = new Map<string, string>();
      try {
        for (const { cookies, path, method, encoding, points, passes, saveData } of visits) {
          Object.assign(clock, { now: clock.now + passes, points });
          const response = await fetch(origin + encodeURI(path), {
            method,
            headers: {
              ...{ Cookie: cookies, "Accept-Encoding": encoding, "If-None-Match": [...known.keys()].join(", ") },
              ...(saveData && { "Save-Data": "on" }),
            },
          });
          const tag = response.headers.get("ETag") ?? "";
          const text = await response.text();
          // A browser that is told that nothing has changed shows the page that it has under the tag.
          const shown = response.status === 304 ? known.get(tag) : text;
          if (shown === undefined) throw new Error("a 304 for a page that was never sent");
          if (response.status === 200 && method === "GET" && tag !== "") {
            expect(known.get(tag) ?? shown).toBe(shown);
            known.set(tag, shown);
          }
          const own = new Set(Array.from(cookies.matchAll(/anna|boris|vera/g), String));
          for (const name of shown.match(/anna|boris|vera/g) ?? []) expect([...own]).toContain(name);
          // A personal page shows the person, and is what the club says now.
          const isPersonal = /(session|cart)=/.test(cookies);
          if (isPersonal && method === "GET") {
            for (const name of own) expect(shown).toContain(name);
            expect(shown).toContain(`has ${points}`);
          }
          if (isPersonal) expect(response.headers.get("Cache-Control")).toBe(CACHE_CONTROL.session);
        }
      } finally {
        await new Promise((done) => server.close(done));
      }
    }),
    tries(60),
  );
});
