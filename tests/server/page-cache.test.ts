import { createServer, type Server, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import express from "express";
import { afterEach, describe, expect, it } from "vitest";
import { applyCachePolicy, CACHE_CONTROL } from "../../app/document/cache";
import type { AccessRecorder, AnsweredRequest } from "../../server/access-log";
import { answerReadyPages } from "../../server/answer-ready-pages";
import { createPageCache } from "../../server/page-cache";
import { setDefaultHeaders } from "../../server/response-headers";

const running: Server[] = [];
afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

interface RenderedRequest {
  url: string;
  headers: Record<string, string>;
}

/** Starts a portal whose pages contain the count of renderings; `answer` replaces them. */
async function startPages(answer?: (count: number) => Response | Promise<Response>) {
  const rendered: RenderedRequest[] = [];
  const clock = { now: 1_000_000 };
  const draining = { now: false };
  const app = express();
  const guestPages = createPageCache({
    now: () => clock.now,
    findPage: (path) => {
      if (path.startsWith("/nowhere")) return undefined;
      return /^\/promo\/\w/.test(path) ? "/promo/:id" : path.replace(/(.)\/$/, "$1");
    },
    render: async (request) => {
      rendered.push({ url: request.url, headers: Object.fromEntries(request.headers) });
      if (answer) return answer(rendered.length);
      const headers = new Headers({
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": CACHE_CONTROL.guest,
      });
      applyCachePolicy(request, 200, headers);
      return new Response(`<p>Страница ${rendered.length} ${request.url}</p>`, { headers });
    },
  });
  const passed: string[] = [];
  app.use(setDefaultHeaders({ secure: false, pagePolicy: true }));
  app.use((req, _res, next) => {
    passed.push(req.url);
    next();
  });
  app.use(guestPages.handle);
  app.use((req, res) => res.send(`own ${req.headers.cookie ?? "-"}`));
  const recorded: AnsweredRequest[] = [];
  const record: AccessRecorder = (_res, request) => void recorded.push(request);
  const listener = answerReadyPages(app, guestPages.ready, record, () => draining.now);
  const server = createServer(listener).listen(0, "127.0.0.1");
  running.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    new Promise<PageAnswer>((resolve, reject) => {
      sendRequest({ port, path, method, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const body = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            rawHeaders: response.rawHeaders,
            body,
            text: body.toString("utf8"),
          });
        });
      })
        .on("error", reject)
        .end();
    });
  return { guestPages, rendered, passed, recorded, draining, clock, ask };
}

interface PageAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Names and values in turn, as they were sent. */
  rawHeaders: string[];
  body: Buffer;
  text: string;
}

const html = (text: string, headers: Record<string, string>) =>
  new Response(text, { headers: { "Content-Type": "text/html", ...headers } });

describe("architecture: pages for guests come from a cache", () => {
  it("architecture: a page is rendered once for all guests, without the headers of any of them", async () => {
    const { ask, rendered } = await startPages();
    const first = await ask("/promo/", { "User-Agent": "Anna", Referer: "/a", "X-Client-Address": "10.0.0.1" });
    const second = await ask("/promo/", { "User-Agent": "Boris" });
    expect(second.text).toBe(first.text);
    expect(rendered).toHaveLength(1);
    expect(Object.keys(rendered[0]?.headers ?? {})).toEqual(["accept"]);
  });

  it("§4.1 a visitor with a personal cookie neither gets nor fills cached pages", async () => {
    const { ask, rendered } = await startPages();
    expect((await ask("/", { Cookie: "session=anna; cookie_consent=1" })).text).toBe(
      "own session=anna; cookie_consent=1",
    );
    expect((await ask("/", { Cookie: "cart=1" })).text).toContain("own");
    expect(rendered).toHaveLength(0);
    expect((await ask("/")).text).toContain("Страница 1");
    expect((await ask("/", { Cookie: "session=anna" })).text).toBe("own session=anna");
  });

  it.each([
    ["sets a cookie", { "Cache-Control": CACHE_CONTROL.guest, "Set-Cookie": "session=boris" }],
    ["calls itself private", { "Cache-Control": CACHE_CONTROL.session }],
  ])("§4.1 a page that %s is not cached", async (_, headers) => {
    const { ask, rendered } = await startPages(() => html("secret", headers as unknown as Record<string, string>));
    expect((await ask("/activation")).text).toBe("own -");
    expect((await ask("/activation")).text).toBe("own -");
    expect(rendered).toHaveLength(1);
  });

  it("§4.14 consent and the light version are cached separately", async () => {
    const { ask, rendered } = await startPages();
    for (const headers of [{}, { Cookie: "cookie_consent=1" }, { Cookie: "__Host-light=1" }, { "Save-Data": "on" }]) {
      await ask("/", headers as Record<string, string>);
    }
    expect(rendered.map((seen) => seen.headers.cookie)).toEqual([undefined, "cookie_consent=1", "light=1"]);
  });

  it("§2.4.1 an address with an invitation, a token or a search isn't cached", async () => {
    const { ask, rendered } = await startPages();
    for (const path of [
      "/?invite=5",
      "/?utm_source=mail&token=a",
      "/login?mode=phone",
      "/promo/?page=1&page=2",
      "/promo/?page=1000",
      "/nowhere",
      "/q&a/?search=балл",
      "/login.data?mode=email",
      `/promo/${"7".repeat(200)}`,
    ]) {
      expect([path, (await ask(encodeURI(path))).text]).toEqual([path, "own -"]);
    }
    expect((await ask("/", {}, "POST")).text).toContain("own");
    expect(rendered).toHaveLength(0);
    expect((await ask("/login?mode=email")).text).toContain("Страница 1");
  });

  it("architecture: a parameter that the page doesn't read neither avoids the cache nor reaches the page", async () => {
    const { ask, rendered } = await startPages();
    const page = await ask("/promo/?page=2");
    for (const query of [
      "utm_source=a&page=2",
      "page=2&mode=email",
      `page=2&x=${"y".repeat(3000)}`,
      "page=2&invite=5",
    ]) {
      expect((await ask(`/promo/?${query}`)).text).toBe(page.text);
    }
    expect((await ask("/promo/?token=secret")).text).not.toContain("secret");
    expect(rendered.map(({ url }) => url)).toEqual(["http://portal/promo/?page=2", "http://portal/promo/"]);
  });

  it("architecture: no visitor's Host comes into a page that others get", async () => {
    const { ask } = await startPages();
    expect((await ask("/", { Host: "evil.example" })).text).not.toContain("evil");
  });

  it("architecture: a stale page is served while one rendering renews it, however many visitors ask", async () => {
    let open = () => {};
    const { ask, clock, rendered } = await startPages(async (count) => {
      if (count > 1) await new Promise<void>((resolve) => (open = resolve));
      return html(`v${count}`, { "Cache-Control": CACHE_CONTROL.guest });
    });
    await ask("/");
    clock.now += 61_000;
    const answers = await Promise.all([ask("/"), ask("/"), ask("/")]);
    expect(answers.map(({ text }) => text)).toEqual(["v1", "v1", "v1"]);
    expect(rendered).toHaveLength(2);
    open();
    await expect.poll(async () => (await ask("/")).text).toBe("v2");
  });

  it("§2.5.3 in an outage the last good page is served, and an address without one goes on to the portal", async () => {
    const { ask, clock } = await startPages((count) => {
      if (count === 1) return html("good", { "Cache-Control": CACHE_CONTROL.guest });
      if (count === 2) return new Response(null, { status: 303, headers: { Location: "/500.html" } });
      throw new Error("the upstream is gone");
    });
    await ask("/");
    clock.now += 3_600_000;
    expect((await ask("/")).text).toBe("good");
    expect((await ask("/")).text).toBe("good");
    expect((await ask("/rules/")).text).toBe("own -");
  });

  it("architecture: guests are served in an outage for a day after the home page was rendered", async () => {
    const { ask, clock, guestPages } = await startPages();
    expect(guestPages.servesInOutage()).toBe(false);
    await ask("/login");
    expect(guestPages.servesInOutage()).toBe(false);
    await ask("/");
    clock.now += 23 * 3_600_000;
    expect(guestPages.servesInOutage()).toBe(true);
    clock.now += 2 * 3_600_000;
    expect(guestPages.servesInOutage()).toBe(false);
  });

  it("architecture: only a guest whom another site may have led gets a page with a policy about the window's opener", async () => {
    const { ask, passed } = await startPages();
    const policyOf = async (site?: string) =>
      (await ask("/", site ? { "Sec-Fetch-Site": site } : {})).headers["cross-origin-opener-policy"];
    for (const round of ["from the cache", "before the portal"]) {
      for (const site of ["none", "same-origin"])
        expect([round, site, await policyOf(site)]).toEqual([round, site, undefined]);
      for (const site of ["cross-site", "same-site", undefined]) {
        expect([round, site, await policyOf(site)]).toEqual([round, site, "same-origin"]);
      }
    }
    // One each: all others were answered with what the portal had sent.
    expect(passed).toHaveLength(2);
  });

  it("architecture: pages are sent compressed, and not at all when the browser has them", async () => {
    const { ask } = await startPages();
    const plain = await ask("/");
    const br = await ask("/", { "Accept-Encoding": "gzip, deflate, br" });
    const zipped = await ask("/", { "Accept-Encoding": "gzip" });
    expect(brotliDecompressSync(br.body).toString()).toBe(plain.text);
    expect(gunzipSync(zipped.body).toString()).toBe(plain.text);
    expect([br.headers["content-encoding"], zipped.headers["content-encoding"]]).toEqual(["br", "gzip"]);
    expect(String(br.headers.vary)).toBe("Cookie, Save-Data, Sec-Fetch-Site, Accept-Encoding");
    // Some proxies read one line only.
    expect(br.rawHeaders.filter((name) => name.toLowerCase() === "vary")).toHaveLength(1);
    const again = await ask("/", { "If-None-Match": String(br.headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await ask("/", {}, "HEAD")).headers["content-length"]).toBe(plain.headers["content-length"]);
  });

  it("architecture: the number of pages is limited: the least recently used one is removed", async () => {
    const { ask, rendered } = await startPages();
    for (let page = 1; page <= 151; page += 1) await ask(`/promo/?page=${page}`);
    await ask("/promo/?page=151");
    expect(rendered).toHaveLength(151);
    await ask("/promo/?page=1");
    expect(rendered).toHaveLength(152);
  });

  it("architecture: however many addresses a guest invents, the pages that everybody opens stay in the cache", async () => {
    const { ask, rendered } = await startPages();
    const popular = ["/", "/login", "/promo/"];
    for (const path of popular) await ask(path);
    for (let id = 0; id < 151; id += 1) await ask(`/promo/${id}?page=${id}`);
    const before = rendered.length;
    for (const path of popular) await ask(path);
    expect(rendered).toHaveLength(before);
  });
});

describe("answerReadyPages", () => {
  const browser = { "Accept-Encoding": "gzip, br" };

  it("architecture: a guest's second look at a page passes through no layer of the portal, and is the same", async () => {
    const { passed, recorded, rendered, ask } = await startPages();
    const first = await ask("/login", browser);
    const second = await ask("/login", browser);
    expect(passed).toEqual(["/login"]);
    expect(rendered).toHaveLength(1);
    const lasting = ({ headers: { date: _, "x-request-id": __, "content-length": ___, ...headers } }: PageAnswer) =>
      headers;
    expect(lasting(second)).toEqual(lasting(first));
    expect(brotliDecompressSync(second.body).toString()).toBe(brotliDecompressSync(first.body).toString());
    expect(recorded).toEqual([{ requestId: second.headers["x-request-id"], method: "GET", route: "/login" }]);
  });

  it("architecture: a browser that has the page is told so, and HEAD gets no body", async () => {
    const { passed, ask } = await startPages();
    const { headers } = await ask("/login", browser);
    const kept = await ask("/login", { ...browser, "If-None-Match": String(headers.etag) });
    expect([kept.status, kept.text, kept.headers.etag]).toEqual([304, "", headers.etag]);
    const head = await ask("/login", browser, "HEAD");
    expect([head.status, head.text, head.headers["content-encoding"]]).toEqual([200, "", "br"]);
    expect(passed).toHaveLength(1);
  });

  it("architecture: another encoding, another choice of the visitor and a personal cookie go to the portal", async () => {
    const { passed, ask } = await startPages();
    await ask("/login", browser);
    const plain = await ask("/login");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.text).toContain("Страница");
    await ask("/login", { ...browser, Cookie: "light=1" });
    expect((await ask("/login", { ...browser, Cookie: "session=x" })).text).toBe("own session=x");
    expect(passed).toHaveLength(4);
  });

  it("architecture: a page that is no longer fresh, or a portal that is about to stop, asks the portal", async () => {
    const { passed, clock, draining, ask } = await startPages();
    await ask("/login", browser);
    clock.now += 61_000;
    await ask("/login", browser);
    expect(passed).toHaveLength(2);
    draining.now = true;
    await ask("/login", browser);
    expect(passed).toHaveLength(3);
  });

  it("architecture: an absurd host goes to the portal, which refuses it", async () => {
    const { passed, ask } = await startPages();
    await ask("/login", browser);
    await ask("/login", { ...browser, Host: "a b/c" });
    expect(passed).toHaveLength(2);
  });
});
