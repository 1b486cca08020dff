import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CACHE_CONTROL, isRevalidated } from "../../../app/document/cache";
import { respondUnrendered, type UnrenderedPage } from "../../../app/document/remix-internals";
import type { PortalLoadContext } from "../../../server/load-context";
import { identifyState, tagOf } from "../../../server/pages/identity";
import { createPageDesk } from "../../../server/pages/serve";
import { createPageStore, type PageSource } from "../../../server/pages/store";
import { keepConnections } from "../../setup/kept-connections";

const running: Server[] = [];
afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

/** Starts a portal whose pages show a state that a test may change. */
async function startPages({ release = "first", store = createPageStore() } = {}) {
  const page = { state: "15 баллов", status: 200, cacheControl: CACHE_CONTROL.session, setCookie: "", isBroken: false };
  const methods: string[] = [];
  const sources: (PageSource | undefined)[] = [];
  const renderHtml = vi.fn((state: string) => {
    if (page.isBroken) throw new Error("broken");
    return { html: `<p>${state}</p>`, policy: "default-src 'self'" };
  });
  const desk = createPageDesk({
    ...{ store, release, secure: false, findPage: (path: string) => path.replace(/(.)\/$/, "$1") },
    render: async (request, { rendersPages }) => {
      methods.push(request.method);
      const { state, status } = page;
      const headers = new Headers({ "Content-Type": "text/html", "Cache-Control": page.cacheControl });
      if (page.setCookie) headers.set("Set-Cookie", page.setCookie);
      if (!rendersPages || request.method !== "GET")
        return new Response("<h1>error page</h1>", { status: 500, headers });
      const isLight = request.headers.get("Cookie")?.includes("light=1") ?? false;
      return respondUnrendered({ url: request.url, isLight, status, state, render: () => renderHtml(state) }, headers);
    },
  });
  const app = express()
    .use((_req, res, next) => {
      res.locals.loadContext = {} as PortalLoadContext;
      res.once("finish", () => void sources.push(res.locals.pageSource));
      next();
    })
    .use(desk.everybody);
  const server = keepConnections(createServer(app)).listen(0, "127.0.0.1");
  running.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...{ method, headers: { Cookie: "session=anna", ...headers } },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { page, store, methods, sources, renderHtml, ask };
}

describe("everybody, by the state of the page", () => {
  test("architecture: loaders run for each visit, and the same state is rendered once", async () => {
    const { ask, methods, sources, renderHtml } = await startPages();
    const first = await ask("/dashboard/sales/");
    const second = await ask("/dashboard/sales/", { Cookie: "session=boris" });
    expect([second.text, second.headers.get("etag")]).toEqual([first.text, first.headers.get("etag")]);
    expect(first.headers.get("content-security-policy")).toBe("default-src 'self'");
    expect(renderHtml).toHaveBeenCalledTimes(1);
    expect(methods).toHaveLength(2);
    expect(sources).toEqual(["rendered", "same-state"]);
  });

  test("architecture: another state is another page, with another tag, and the former one is still known", async () => {
    const { ask, page, sources } = await startPages();
    const first = await ask("/dashboard/sales/");
    page.state = "7 баллов";
    const second = await ask("/dashboard/sales/");
    expect([first.text, second.text]).toEqual(["<p>15 баллов</p>", "<p>7 баллов</p>"]);
    expect(second.headers.get("etag")).not.toBe(first.headers.get("etag"));
    page.state = "15 баллов";
    await ask("/dashboard/sales/");
    expect(sources).toEqual(["rendered", "rendered", "same-state"]);
  });

  test("architecture: a browser that has the page is told so with the headers of a page, and HEAD gets these alone", async () => {
    const { ask, methods } = await startPages();
    const first = await ask("/dashboard/sales/");
    const etag = first.headers.get("etag") ?? "";
    const kept = await ask("/dashboard/sales/", { "If-None-Match": etag });
    expect([kept.status, kept.text, kept.headers.get("etag")]).toEqual([304, "", etag]);
    expect(kept.headers.get("content-security-policy")).toBe(first.headers.get("content-security-policy"));
    expect(kept.headers.get("content-type")).toBeNull();
    const head = await ask("/dashboard/sales/", {}, "HEAD");
    expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", etag]);
    expect(methods).toEqual(["GET", "GET", "GET"]);
  });

  test.each([
    ["is stored nowhere", { cacheControl: CACHE_CONTROL.secret }],
    ["sets a cookie", { setCookie: "notice=" }],
    ["isn't found", { status: 404 }],
  ])("architecture: a page that %s has no tag", async (_, change) => {
    const { ask, page } = await startPages();
    Object.assign(page, change);
    const { headers, status } = await ask("/dashboard/gifts/cart");
    expect([status, headers.get("etag")]).toEqual([page.status, null]);
    expect(headers.get("set-cookie")).toBe(page.setCookie || null);
  });

  test("architecture: a parameter that a page doesn't read leaves nothing behind, nor does anything of a guest", async () => {
    const { ask, store, renderHtml } = await startPages();
    await ask("/dashboard/sales/?page=2");
    expect(store.count().state).toBe(1);
    for (const query of ["n=1", "page=2&n=1", "page=many", "page=1&page=2"]) await ask(`/dashboard/sales/?${query}`);
    await ask("/q&a/?search=балл", { Cookie: "" });
    await ask("/q&a/", { Cookie: "light=1" });
    expect(store.count().state).toBe(1);
    expect(renderHtml).toHaveBeenCalledTimes(7);
  });

  test("architecture: the pages that are kept take 6 MB at most, and the latest stay", async () => {
    const { ask, page, store, sources } = await startPages();
    page.state = "ж".repeat(500_000);
    for (const n of [1, 2, 3, 4, 5, 6, 7, 7, 1]) await ask(`/dashboard/sales/?page=${n}`);
    expect(store.count().state).toBe(5);
    expect(sources.slice(-2)).toEqual(["same-state", "rendered"]);
  });

  test("architecture: a page that can't be rendered is left to Remix, whose answer isn't kept", async () => {
    const { ask, page, store } = await startPages();
    page.isBroken = true;
    const broken = await ask("/dashboard/sales/");
    expect([broken.status, broken.text]).toEqual([500, "<h1>error page</h1>"]);
    expect(store.count().state).toBe(0);
    page.isBroken = false;
    expect((await ask("/dashboard/sales/")).text).toBe("<p>15 баллов</p>");
  });

  test("architecture: the answer to a form passes as Remix gives it", async () => {
    const { ask, methods, store } = await startPages();
    expect((await ask("/dashboard/sales/", {}, "POST")).text).toBe("<h1>error page</h1>");
    expect([methods, store.count().state]).toEqual([["POST"], 0]);
  });
});

describe("what the HTML of a page depends on", () => {
  const page: UnrenderedPage = {
    ...{ url: "http://club/a", isLight: false, status: 200, state: "data" },
    render: () => ({ html: "", policy: "" }),
  };
  const key = identifyState("release", page);

  test.each([
    ["address", { url: "http://club/b" }],
    ["version", { isLight: true }],
    ["status", { status: 404 }],
    ["state", { state: "data of somebody else" }],
    ["status and state that together are as long", { status: 20, state: "0\ndata" }],
  ])("architecture: another %s is another page", (_, change) => {
    expect(identifyState("release", { ...page, ...change })).not.toBe(key);
  });

  test("architecture: another release has another tag, and every process of one release the same", () => {
    expect(tagOf(identifyState("next", page))).not.toBe(tagOf(key));
    expect(tagOf(identifyState("release", { ...page }))).toBe(tagOf(key));
    expect(tagOf(key)).toMatch(/^W\/"[\w-]{22}"$/);
  });
});

describe("which pages a browser asks about again", () => {
  const cached = (policy: string, more: Record<string, string> = {}) =>
    new Headers({ "Cache-Control": policy, ...more });

  test("architecture: one person's page, but no page of money or documents, and none that sets a cookie", () => {
    expect(isRevalidated(200, cached(CACHE_CONTROL.session))).toBe(true);
    expect(isRevalidated(200, cached(CACHE_CONTROL.secret))).toBe(false);
    expect(isRevalidated(200, cached(CACHE_CONTROL.guest))).toBe(false);
    expect(isRevalidated(200, cached(CACHE_CONTROL.session, { "Set-Cookie": "notice=" }))).toBe(false);
    expect(isRevalidated(404, cached(CACHE_CONTROL.session))).toBe(false);
  });
});
