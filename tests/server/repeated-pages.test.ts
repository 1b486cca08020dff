import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type Request as ExpressRequest } from "express";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CACHE_CONTROL } from "../../app/document/cache";
import type { AnswerRead, Read } from "../../contract/read";
import type { PortalLoadContext } from "../../server/load-context";
import { createRepeatedPages } from "../../server/repeated-pages";
import { servePages } from "../../server/serve-pages";

const read = (path: string): Read => ({ path, values: {}, authorization: "", caller: { token: "t" }, rows: null });
const body = Buffer.from("<p>15 баллов</p>");
const page = (headers: Record<string, string> = {}, status = 200) =>
  new Response(null, { status, headers: { "Cache-Control": CACHE_CONTROL.session, ...headers } });

/** A club whose replies a test may change. */
function makeClub() {
  const replies: Record<string, string> = { "user/overview": "15 баллов", "deals/current/user": "Свеча" };
  const asked: string[] = [];
  const answerRead: AnswerRead = async ({ path }) => {
    asked.push(path);
    return { status: 200, body: replies[path] ?? "" };
  };
  return { replies, asked, answerRead };
}

const contextOf = (answerRead: AnswerRead): PortalLoadContext => ({
  requestId: "request",
  clientAddress: "127.0.0.1",
  upstreamCalls: [],
  fetchUpstream: async () => new Response(),
  answerRead,
  recordUpstreamCall: () => {},
});

const visitOf = (headers: Record<string, string> = {}, method = "GET") =>
  ({
    method,
    protocol: "http",
    path: "/dashboard/sales",
    originalUrl: "/dashboard/sales",
    headers: { host: "club", cookie: "session=one", ...headers },
  }) as unknown as ExpressRequest;

let club: ReturnType<typeof makeClub>;
let pages: ReturnType<typeof createRepeatedPages>;
beforeEach(() => {
  club = makeClub();
  pages = createRepeatedPages((path) => path);
});
afterEach(() => void vi.useRealTimers());

/** Opens a page as Remix would make it: with both reads. */
async function open(request = visitOf(), response = page()) {
  const visit = await pages.open(request, contextOf(club.answerRead));
  if (!visit || visit.page) return visit;
  await Promise.all(["user/overview", "deals/current/user"].map((path) => visit.context.answerRead?.(read(path))));
  visit.keep(response, body);
  return visit;
}

describe("a page that is opened again", () => {
  test("architecture: it is sent again while all its replies are the same, and made anew from the replies that were compared", async () => {
    expect((await open())?.page).toBeUndefined();
    club.asked.length = 0;
    expect((await open())?.page?.body).toBe(body);
    expect(club.asked.toSorted()).toEqual(["deals/current/user", "user/overview"]);
    club.replies["user/overview"] = "7 баллов";
    club.asked.length = 0;
    expect((await open())?.page).toBeUndefined();
    expect(club.asked.toSorted()).toEqual(["deals/current/user", "user/overview"]);
    expect((await open())?.page?.body).toBe(body);
  });

  test.each([
    ["another session", { cookie: "session=two" }],
    ["the light version", { cookie: "session=one; light=1" }],
    ["another device", { "user-agent": "other" }],
    ["saved data", { "save-data": "on" }],
    ["another site's name", { host: "other" }],
  ])("architecture: %s is another page", async (_, headers) => {
    await open();
    expect((await open(visitOf(headers)))?.page).toBeUndefined();
  });

  test.each([
    ["with a form's state", visitOf({ cookie: "session=one; activation=79" })],
    ["with a notice", visitOf({ cookie: "session=one; notice=hello" })],
    ["of a guest", visitOf({ cookie: "light=1" })],
    ["without cookies", visitOf({ cookie: "" })],
    ["fetched in advance", visitOf({ "sec-purpose": "prefetch" })],
    ["as the answer to a form", visitOf({}, "POST")],
  ])("architecture: a page %s isn't repeated", async (_, request) => {
    expect(await open(request)).toBeUndefined();
  });

  test.each([
    ["sets a cookie", page({ "Set-Cookie": "notice=x" })],
    ["is stored nowhere", page({ "Cache-Control": CACHE_CONTROL.secret })],
    ["isn't found", page({}, 404)],
  ])("architecture: a page that %s isn't kept", async (_, response) => {
    await open(visitOf(), response);
    expect((await open())?.page).toBeUndefined();
  });

  test("architecture: a page that was made with more than reads isn't kept, nor one that didn't wait for a reply", async () => {
    const writing = await pages.open(visitOf(), contextOf(club.answerRead));
    await writing?.context.answerRead?.(read("user/overview"));
    await writing?.context.fetchUpstream?.(new Request("http://club/"), { signal: new AbortController().signal });
    writing?.keep(page(), body);
    const waiting = await pages.open(visitOf(), contextOf(club.answerRead));
    expect(waiting?.page).toBeUndefined();
    await waiting?.context.answerRead?.(read("user/overview"));
    const late = waiting?.context.answerRead?.(read("banner"));
    waiting?.keep(page(), body);
    await late;
    expect((await open())?.page).toBeUndefined();
  });

  test("architecture: the log hears of the reads of a repeated page, and of others' from their loaders", async () => {
    await open();
    const recordUpstreamCall = vi.fn();
    const visit = () => pages.open(visitOf(), { ...contextOf(club.answerRead), recordUpstreamCall });
    await visit();
    const names = recordUpstreamCall.mock.calls.map(([{ name, outcome }]) => `${name} ${outcome}`);
    expect(names.toSorted()).toEqual(["GET deals/current/user answer", "GET user/overview answer"]);
    club.replies["user/overview"] = "7 баллов";
    recordUpstreamCall.mockClear();
    await visit();
    expect(recordUpstreamCall).not.toHaveBeenCalled();
  });

  test("architecture: a page that depends on a state of the process isn't repeated once it has changed", async () => {
    let state = "first";
    const visit = await pages.open(visitOf({ cookie: "session=one; cart=full" }), contextOf(club.answerRead));
    visit?.context.repeatOnlyWhile?.(() => state === "first");
    await visit?.context.answerRead?.(read("user/overview"));
    visit?.keep(page(), body);
    const again = () => pages.open(visitOf({ cookie: "session=one; cart=full" }), contextOf(club.answerRead));
    expect((await again())?.page?.body).toBe(body);
    state = "second";
    expect((await again())?.page).toBeUndefined();
  });

  test("§2.5.3 when the club doesn't answer in three seconds, the loaders decide what the page shows", async () => {
    await open();
    vi.useFakeTimers();
    const visit = pages.open(
      visitOf(),
      contextOf(() => new Promise(() => {})),
    );
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await visit).toMatchObject({ page: undefined });
  });

  test("architecture: a browser that has the page is told that it is the same", async () => {
    const etag = 'W/"same"';
    const app = express().use((_req, res, next) => {
      res.locals.loadContext = contextOf(club.answerRead);
      next();
    });
    const render = vi.fn(
      async (_request: Request, context: Partial<PortalLoadContext> & { takeHtml?: (html: Buffer) => void }) => {
        await context.answerRead?.(read("user/overview"));
        context.takeHtml?.(body);
        return page({ ETag: etag });
      },
    );
    const server = createServer(app.use(servePages(render, pages)));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const ask = (headers = {}) =>
      fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/dashboard/sales`, {
        headers: { Cookie: "session=one", "Sec-Fetch-Mode": "navigate", ...headers },
      });
    try {
      const shown = [await ask(), await ask(), await ask({ "If-None-Match": etag })];
      expect(shown.map(({ status }) => status)).toEqual([200, 200, 304]);
      expect(await Promise.all(shown.map((answer) => answer.text()))).toEqual([String(body), String(body), ""]);
      expect(new Set(shown.map(({ headers }) => headers.get("ETag")))).toEqual(new Set([etag]));
      expect(render).toHaveBeenCalledTimes(1);
    } finally {
      await new Promise((done) => server.close(done));
    }
  });
});
