import { createServer, type Server, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from "node:zlib";
import express from "express";
import { afterEach, describe, expect, it } from "vitest";
import { applyCachePolicy, CACHE_CONTROL } from "../../../app/document/cache";
import { respondUnrendered } from "../../../app/document/remix-internals";
import type { AccessRecorder, AnsweredRequest } from "../../../server/access-log";
import { openDoor } from "../../../server/pages/door";
import { GUESTS_HOME } from "../../../server/pages/identity";
import { createPageDesk } from "../../../server/pages/serve";
import { createPageStore, type GuestPage, type GuestResult } from "../../../server/pages/store";
import { setDefaultHeaders } from "../../../server/response-headers";
import { keepConnections } from "../../setup/kept-connections";

const running: Server[] = [];
afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

interface RenderedRequest {
  url: string;
  headers: Record<string, string>;
}

/** A page as the entry of the build answers it to the server. */
function html(state: string, headers: Record<string, string> | Headers, url = "http://portal/"): Response {
  const all = new Headers(headers);
  all.set("Content-Type", "text/html; charset=utf-8");
  const render = () => ({ html: `<p>${state}</p>`, policy: "default-src 'self'" });
  return respondUnrendered({ url, isLight: false, status: 200, state, render }, all);
}

/** Starts a portal whose pages contain the count of renderings; `answer` replaces them. */
async function startPages(answer?: (count: number) => Response | Promise<Response>, secure = false) {
  const rendered: RenderedRequest[] = [];
  const clock = { now: 1_000_000 };
  const draining = { now: false };
  const app = express();
  const store = createPageStore(() => clock.now);
  const compressed: string[] = [];
  const { guests } = createPageDesk({
    store,
    release: "first",
    secure,
    compress: async (plain, encoding, quality) => {
      compressed.push(encoding === "br" ? `${encoding} ${quality}` : encoding);
      return encoding === "br"
        ? brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
        : gzipSync(plain);
    },
    findPage: (path) => {
      if (path.startsWith("/nowhere")) return undefined;
      return /^\/promo\/\w/.test(path) ? "/promo/:id" : path.replace(/(.)\/$/, "$1");
    },
    render: async (request) => {
      rendered.push({ url: request.url, headers: Object.fromEntries(request.headers) });
      if (answer) return answer(rendered.length);
      const headers = new Headers({ "Cache-Control": CACHE_CONTROL.guest });
      applyCachePolicy(request, 200, headers);
      return html(`Страница ${rendered.length} ${request.url}`, headers, request.url);
    },
  });
  const passed: string[] = [];
  app.disable("x-powered-by");
  app.use(setDefaultHeaders({ secure, pagePolicy: true }));
  app.use((req, _res, next) => {
    passed.push(req.url);
    next();
  });
  app.use(guests.handle);
  app.use((req, res) => res.send(`own ${req.headers.cookie ?? "-"}`));
  const recorded: AnsweredRequest[] = [];
  const record: AccessRecorder = (_res, request) => {
    recorded.push(request);
    return (answer) => answer();
  };
  const listener = openDoor(app, guests, record, () => draining.now);
  const server = keepConnections(createServer(listener)).listen(0, "127.0.0.1");
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
  return { guests, store, compressed, rendered, passed, recorded, draining, clock, ask };
}

interface PageAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Names and values in turn, as they were sent. */
  rawHeaders: string[];
  body: Buffer;
  text: string;
}

describe("guests, by their address", () => {
  it("architecture: a page is rendered once for all guests, without the headers of any of them", async () => {
    const { ask, rendered } = await startPages();
    const first = await ask("/promo/", { "User-Agent": "Anna", Referer: "/a", "X-Client-Address": "10.0.0.1" });
    const second = await ask("/promo/", { "User-Agent": "Boris" });
    expect(second.text).toBe(first.text);
    expect(rendered).toHaveLength(1);
    expect(Object.keys(rendered[0]?.headers ?? {})).toEqual(["accept"]);
  });

  it("architecture: a kept page is for https alone where visitors come by it, however it is found", async () => {
    for (const [secure, said] of [
      [true, "max-age=31536000"],
      [false, undefined],
    ] as const) {
      const { ask, passed } = await startPages(undefined, secure);
      const answers = [await ask("/promo/"), await ask("/promo/"), await ask("/promo/", {}, "HEAD")];
      const { etag } = answers[0]?.headers ?? {};
      answers.push(await ask("/promo/", { "If-None-Match": String(etag) }));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 304]);
      expect([secure, answers.map(({ headers }) => headers["strict-transport-security"])]).toEqual([
        secure,
        answers.map(() => said),
      ]);
      // Only the first one has passed through the portal's layers.
      expect(passed).toHaveLength(1);
    }
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
    const kinds = [{}, { Cookie: "cookie_consent=1" }, { Cookie: "__Host-light=1" }, { "Save-Data": "on" }];
    const texts: string[] = [];
    for (const headers of [...kinds, { "Save-Data": "ON" }]) {
      texts.push((await ask("/", headers as Record<string, string>)).text);
    }
    expect(new Set(texts.slice(-3)).size).toBe(1);
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
    expect(answers.map(({ text }) => text)).toEqual(["<p>v1</p>", "<p>v1</p>", "<p>v1</p>"]);
    expect(rendered).toHaveLength(2);
    open();
    await expect.poll(async () => (await ask("/")).text).toBe("<p>v2</p>");
  });

  it("architecture: after a change of the contents nobody gets the page from before, but in an outage", async () => {
    const outage = { now: false };
    let open = () => {};
    const { ask, store, clock } = await startPages(async (count) => {
      if (outage.now) throw new Error("the upstream is gone");
      // The second rendering began before the change, and ends after it.
      if (count === 2) await new Promise<void>((resolve) => (open = resolve));
      return html(`v${count}`, { "Cache-Control": CACHE_CONTROL.guest });
    });
    expect((await ask("/")).text).toBe("<p>v1</p>");
    clock.now += 61_000;
    expect((await ask("/")).text).toBe("<p>v1</p>");
    store.expireGuestPages();
    clock.now += 1;
    expect((await ask("/")).text).toBe("<p>v3</p>");
    open();
    store.expireGuestPages();
    clock.now += 1;
    outage.now = true;
    expect((await ask("/")).text).toBe("<p>v3</p>");
  });

  it("architecture: a page is as old as the beginning of its rendering, which may have read what has changed meanwhile", async () => {
    let open = () => {};
    const { ask, store, clock, rendered } = await startPages(async (count) => {
      if (count !== 2) await new Promise<void>((resolve) => (open = resolve));
      return html(`v${count}`, { "Cache-Control": CACHE_CONTROL.guest });
    });
    const first = ask("/");
    await expect.poll(() => rendered.length).toBe(1);
    clock.now += 10_000;
    store.expireGuestPages();
    clock.now += 10_000;
    open();
    expect((await first).text).toBe("<p>v1</p>");
    expect((await ask("/")).text).toBe("<p>v2</p>");

    // Without a change a page that took twenty seconds is fresh for forty more.
    clock.now += 661_000;
    const slow = ask("/");
    await expect.poll(() => rendered.length).toBe(3);
    clock.now += 20_000;
    open();
    expect((await slow).text).toBe("<p>v3</p>");
    clock.now += 39_999;
    expect((await ask("/")).text).toBe("<p>v3</p>");
    expect(rendered).toHaveLength(3);
    clock.now += 1;
    expect((await ask("/")).text).toBe("<p>v3</p>");
    await expect.poll(() => rendered.length).toBe(4);
    open();
  });

  it("§2.5.3 in an outage the last good page is served, and an address without one goes on to the portal", async () => {
    const { ask, clock } = await startPages((count) => {
      if (count === 1) return html("good", { "Cache-Control": CACHE_CONTROL.guest });
      if (count === 2) return new Response(null, { status: 303, headers: { Location: "/500.html" } });
      throw new Error("the upstream is gone");
    });
    await ask("/");
    clock.now += 3_600_000;
    expect((await ask("/")).text).toBe("<p>good</p>");
    expect((await ask("/")).text).toBe("<p>good</p>");
    expect((await ask("/rules/")).text).toBe("own -");
    clock.now += 24 * 3_600_000;
    expect((await ask("/")).text).toBe("own -");
  });

  it("§2.5.3 a page of an outage counts as one from the first attempt that failed until one succeeds", async () => {
    const clock = { now: 1_000_000 };
    const store = createPageStore(() => clock.now);
    const page = {
      etag: '"1"',
      policy: "",
      headers: [],
      prepared: new Map(),
      size: 1,
      bodies: {},
    } as unknown as GuestPage;
    const open = async (make: () => Promise<GuestResult>) => {
      const result = await store.openGuestPage(GUESTS_HOME, make);
      return result === "personal" ? result : result.source;
    };
    const made = async (): Promise<GuestResult> => ({ page, source: "rendered" });
    const failed = () => Promise.reject(new Error("the upstream is gone"));
    expect([await open(made), await open(failed)]).toEqual(["rendered", "stored"]);
    clock.now += 3_600_000;
    expect(await open(failed)).toBe("outage");
    expect([await open(made), await open(failed)]).toEqual(["rendered", "stored"]);
  });

  it("architecture: a page that isn't found, or is another error, is kept for nobody", async () => {
    const { ask, rendered } = await startPages((count) =>
      respondUnrendered(
        {
          url: "http://portal/",
          isLight: false,
          status: 404,
          state: `${count}`,
          render: () => ({ html: "", policy: "" }),
        },
        new Headers({ "Cache-Control": CACHE_CONTROL.guest }),
      ),
    );
    expect([(await ask("/")).text, (await ask("/")).text]).toEqual(["own -", "own -"]);
    expect(rendered.length).toBeGreaterThan(0);
  });

  it("architecture: guests are served in an outage for a day after the home page was rendered", async () => {
    const { ask, clock, guests } = await startPages();
    expect(guests.servesInOutage()).toBe(false);
    await ask("/login");
    expect(guests.servesInOutage()).toBe(false);
    await ask("/");
    clock.now += 23 * 3_600_000;
    expect(guests.servesInOutage()).toBe(true);
    clock.now += 2 * 3_600_000;
    expect(guests.servesInOutage()).toBe(false);
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
    // The first one: all others were answered before the portal.
    expect(passed).toHaveLength(1);
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
    const same = await ask("/", { "If-None-Match": String(br.headers.etag), "Accept-Encoding": "br" });
    expect([same.status, same.headers["content-encoding"], same.headers["content-type"]]).toEqual([
      304,
      undefined,
      undefined,
    ]);
    expect((await ask("/", {}, "HEAD")).headers["content-length"]).toBe(plain.headers["content-length"]);
  });

  it("architecture: the bytes of pages are limited: the least recently used one is removed", async () => {
    const long = "ж".repeat(500_000);
    const { ask, rendered, store } = await startPages((count) =>
      html(`${count} ${long}`, { "Cache-Control": CACHE_CONTROL.guest }),
    );
    // A megabyte each, and half as much for its compressed forms, of six megabytes.
    for (let page = 1; page <= 4; page += 1) await ask(`/promo/?page=${page}`);
    expect(store.count()).toMatchObject({ varied: 3 });
    await ask("/promo/?page=4");
    expect(rendered).toHaveLength(4);
    await ask("/promo/?page=1");
    expect(rendered).toHaveLength(5);
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

  it("architecture: a thousand invented addresses are never compressed hard, and unknown parameters make no entry", async () => {
    const { ask, compressed, rendered, store } = await startPages();
    const browser = { "Accept-Encoding": "br" };
    await ask("/q&a/", browser);
    await expect.poll(() => compressed).toEqual(["br 5", "br 11"]);
    const kept = store.count();
    for (let n = 0; n < 50; n += 1) {
      await ask(`/q&a/?utm_source=${n}&x${n}=1`, browser);
      await ask(`/q&a/?search=${n}`, browser);
      await ask(`/rules/?document=${n}`, browser);
      await ask(`/nowhere/${n}`, browser);
    }
    expect([store.count(), rendered.length]).toEqual([kept, 1]);
    for (let n = 0; n < 1_000; n += 1) await ask(`/q&a/?question=${n}`, browser);
    expect(rendered).toHaveLength(1_001);
    expect(compressed.filter((one) => one === "br 5")).toHaveLength(1_001);
    expect(compressed.filter((one) => one !== "br 5")).toEqual(["br 11"]);
  });

  it("architecture: a page whose state is the same is neither rendered nor compressed again when it is renewed", async () => {
    const { ask, clock, compressed } = await startPages(() => html("same", { "Cache-Control": CACHE_CONTROL.guest }));
    const browser = { "Accept-Encoding": "br" };
    const first = await ask("/", browser);
    await expect.poll(() => compressed).toEqual(["br 5", "br 11"]);
    clock.now += 700_000;
    const renewed = await ask("/", browser);
    expect([renewed.headers.etag, renewed.text]).toEqual([first.headers.etag, first.text]);
    expect(compressed).toHaveLength(2);
  });
});

describe("guests before every layer of the portal", () => {
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
    const requestId = second.headers["x-request-id"];
    expect(recorded).toEqual([{ requestId, method: "GET", route: "/login", page: "stored" }]);
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

  it("architecture: a new encoding, another choice of the visitor and a personal cookie go to the portal", async () => {
    const { passed, ask } = await startPages();
    await ask("/login", browser);
    const zipped = await ask("/login", { "Accept-Encoding": "gzip;q=0.5" });
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    const plain = await ask("/login", { "Accept-Encoding": "br;q=0" });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.text).toContain("Страница");
    await ask("/login", { ...browser, Cookie: "light=1" });
    expect((await ask("/login", { ...browser, Cookie: "session=x" })).text).toBe("own session=x");
    expect(passed).toHaveLength(5);
    await ask("/login", { "Accept-Encoding": "gzip;q=0.5" });
    await ask("/login", { ...browser, Cookie: "light=1" });
    expect(passed).toHaveLength(5);
  });

  it("architecture: a page that is no longer fresh, or a portal that is about to stop, asks the portal", async () => {
    const { passed, clock, draining, ask } = await startPages();
    await ask("/login", browser);
    await ask("/login", browser);
    expect(passed).toHaveLength(1);
    draining.now = true;
    await ask("/login", browser);
    expect(passed).toHaveLength(2);
    draining.now = false;
    await ask("/login", browser);
    expect(passed).toHaveLength(2);
    clock.now += 61_000;
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
