import { EventEmitter } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type Response as ExpressResponse } from "express";
import { afterEach, describe, expect, test, vi } from "vitest";
import { shedLoad } from "../../server/overload";
import { keepConnections } from "../setup/kept-connections";

const PLACES = 12;
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A site whose pages are made when the test says so. */
async function openSite() {
  const making: ExpressResponse[] = [];
  const site = { making, refused: 0, origin: "" };
  const app = express();
  app.use(
    shedLoad({
      needsPage: ({ path }) => !path.startsWith("/files/"),
      hasClub: true,
      onRefuse: () => {
        site.refused += 1;
      },
    }),
  );
  app.use((req, res) => {
    if (req.path.startsWith("/slow")) making.push(res);
    else res.send("served");
  });
  const server = keepConnections(createServer(app)).listen(0, "127.0.0.1");
  servers.push(server);
  await new Promise((done) => server.once("listening", done));
  site.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return site;
}

const statusOf = (response: Promise<Response>) => response.then(({ status }) => status);

describe("more visitors than the process can serve", () => {
  test("§2.5.3 whoever waits too long gets a light page that says when to come back; the others are served", async () => {
    const site = await openSite();
    const ask = (path: string) => fetch(site.origin + path);
    const first = Array.from({ length: PLACES }, () => statusOf(ask("/slow")));
    await expect.poll(() => site.making.length).toBe(PLACES);
    const refusals = await Promise.all([ask("/dashboard/points/"), ask("/promo/"), ask("/login")]);
    expect(refusals.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(refusals.map(({ headers }) => headers.get("Retry-After")).sort()).toEqual(["1", "2", "3"]);
    const page = await refusals[0]?.text();
    expect(page).toContain("Сейчас очень много посетителей");
    expect(page?.length).toBeLessThan(3_000);
    expect(refusals[0]?.headers.get("Cache-Control")).toBe("private, no-store");
    expect(site.refused).toBe(3);
    for (const response of site.making) response.send("served");
    expect(new Set(await Promise.all(first))).toEqual(new Set([200]));
    expect(await statusOf(ask("/dashboard/points/"))).toBe(200);
  });

  test("architecture: places are given back by visitors who leave, and by pages that wait for somebody else", async () => {
    const site = await openSite();
    const leaving = new AbortController();
    for (let place = 0; place < PLACES; place++) {
      fetch(`${site.origin}/slow`, { signal: leaving.signal }).catch(() => undefined);
    }
    await expect.poll(() => site.making.length).toBe(PLACES);
    leaving.abort();
    await expect.poll(() => statusOf(fetch(`${site.origin}/login`))).toBe(200);
    for (let place = 0; place < PLACES; place++) fetch(`${site.origin}/slow`).catch(() => undefined);
    await expect.poll(() => site.making.length).toBe(2 * PLACES);
    // Nobody answers them; after a second they hold no place any more.
    await expect.poll(() => statusOf(fetch(`${site.origin}/login`))).toBe(200);
  });

  test("architecture: nobody is served, refused or counted who has left while waiting", () => {
    vi.useFakeTimers();
    try {
      let refused = 0;
      const shed = shedLoad({ needsPage: () => true, hasClub: true, onRefuse: () => (refused += 1) });
      const served: string[] = [];
      const visit = (name: string) => {
        const res = new EventEmitter();
        shed({ method: "GET", path: "/" } as never, res as never, () => served.push(name));
        return res;
      };
      const first = Array.from({ length: PLACES }, (_, number) => visit(`visitor ${number}`));
      const impatient = visit("impatient");
      visit("patient");
      expect(served).toHaveLength(PLACES);
      impatient.emit("close");
      first[0]?.emit("finish");
      expect(served.slice(PLACES)).toEqual(["patient"]);
      visit("left").emit("close");
      vi.advanceTimersByTime(1_000);
      expect([served.length, refused]).toEqual([PLACES + 1, 0]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("§4.9 what a person sends is never refused, and neither is a started order or a file", async () => {
    const site = await openSite();
    for (let place = 0; place < PLACES; place++) fetch(`${site.origin}/slow`).catch(() => undefined);
    await expect.poll(() => site.making.length).toBe(PLACES);
    const body = new URLSearchParams({ login: "79000000003" });
    expect(await statusOf(fetch(`${site.origin}/login`, { method: "POST", body }))).toBe(200);
    const order = ["/dashboard/gifts/order", "/dashboard/gifts/order?basket=1", "/dashboard/gifts/order.data"];
    for (const path of [...order, "/files/rules.pdf"]) {
      expect(await statusOf(fetch(site.origin + path))).toBe(200);
    }
  });
});
