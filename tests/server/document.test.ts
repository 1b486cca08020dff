import { createHash } from "node:crypto";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { applyCachePolicy, CACHE_CONTROL, wantsLightVersion } from "../../app/document/cache";
import { postProcessHtml } from "../../app/document/post-process-html";
import { LOADER_SCRIPT } from "../../app/document/script-loader";

const MODULE = 'import "/assets/a.js";';
const RENDERED = `<!DOCTYPE html><html><head><style>b{color:red}</style></head><body><link rel="modulepreload" href="/assets/a.js"/><script>window.__remixContext = {};</script><script type="module" async="">${MODULE}</script></body></html><script>window.__remixContext.streamController.close();</script>`;

const sha = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

describe("architecture: scripts start on the first touch", () => {
  it("architecture: a page requests no script by itself, and its loader is at most 1 KB", () => {
    const { html } = postProcessHtml(RENDERED);
    expect(html).not.toMatch(/<link rel="modulepreload"|<script type="module"/);
    expect(html).toContain('data-rel="modulepreload" href="/assets/a.js"');
    expect(html).toContain(`<script>${LOADER_SCRIPT}</script></body>`);
    expect(Buffer.byteLength(LOADER_SCRIPT)).toBeLessThanOrEqual(1024);
    expect(() => runInNewContext(`(function(){${LOADER_SCRIPT}})`)).not.toThrow();
  });

  it("architecture: the policy allows exactly the scripts and styles of the page, by hash", () => {
    const { html, policy } = postProcessHtml(RENDERED);
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1]?.split(" ");
    expect(scripts).toEqual([
      "'self'",
      sha("window.__remixContext = {};"),
      sha(MODULE),
      sha(LOADER_SCRIPT),
      sha("window.__remixContext.streamController.close();"),
    ]);
    expect(policy).toContain(`style-src-elem 'self' ${sha("b{color:red}")}`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(postProcessHtml(RENDERED).html).toBe(html);
  });

  it("architecture: a page rendered without scripts gets no loader", () => {
    const light = "<html><body><p>x</p></body></html>";
    expect(postProcessHtml(light).html).toBe(light);
  });

  it("architecture: the complete style sheet is deferred like the scripts, and left out with them", () => {
    const linked = '<link rel="stylesheet" href="/assets/index.css"/>';
    const { html } = postProcessHtml(RENDERED.replace("<style>", `${linked}<style>`));
    expect(html).toContain('<link data-rel="stylesheet" href="/assets/index.css"/>');
    expect(postProcessHtml(`<html><head>${linked}</head></html>`).html).not.toContain("stylesheet");
  });

  it("architecture: a page carries the styles of the components that it shows", () => {
    const { html } = postProcessHtml(
      '<html><head></head><body class="page"><p class="field-hint lead">x</p></body></html>',
    );
    const css = /<style>(.*)<\/style><\/head>/s.exec(html)?.[1] ?? "";
    const names = [...css.matchAll(/@layer ([\w-]+)/g)].map(([, layer]) => layer);
    expect(names).toEqual(["base", "layout", "components", "features", "overrides"]);
    expect(css).toMatch(/\.page ?\{/);
    expect(css).toMatch(/\.field ?\{/);
    expect(css).toContain("[hidden]");
    expect(css).not.toMatch(/\.(chart|part-tag)\b/);
  });

  it("architecture: Save-Data and the cookie of the light version leave the scripts out", () => {
    const request = (headers: Record<string, string>) => new Request("http://club/", { headers });
    expect(wantsLightVersion(request({ "Save-Data": "on" }))).toBe(true);
    expect(wantsLightVersion(request({ Cookie: "a=b; light=1" }))).toBe(true);
    expect(wantsLightVersion(request({ Cookie: "highlight=1; light=10" }))).toBe(false);
  });
});

describe("architecture: caching", () => {
  const cacheHeadersOf = (request: RequestInit, given: Record<string, string>, status = 200) => {
    const headers = new Headers(given);
    applyCachePolicy(new Request("http://club/", request), status, headers);
    return headers;
  };
  const guest = { "Cache-Control": CACHE_CONTROL.guest };

  it("architecture: a guest's page may be cached by proxies, and Vary names the headers it depends on", () => {
    const headers = cacheHeadersOf({}, guest);
    expect(headers.get("Cache-Control")).toBe("public, s-maxage=60, stale-while-revalidate=600");
    expect(headers.get("Vary")).toBe("Cookie, Save-Data");
  });

  it("architecture: a personal page is never public", () => {
    expect(cacheHeadersOf({ headers: { Cookie: "__Host-session=1" } }, guest).get("Cache-Control")).toBe(
      "private, no-cache",
    );
    expect(cacheHeadersOf({}, { ...guest, "Set-Cookie": "a=b" }).get("Cache-Control")).toBe("private, no-cache");
    expect(cacheHeadersOf({ method: "POST" }, guest).get("Cache-Control")).toBe("private, no-cache");
    expect(cacheHeadersOf({}, guest, 500).get("Cache-Control")).toBe("private, no-cache");
  });

  it("architecture: a page is private by default, and pages with money or documents are not stored", () => {
    expect(cacheHeadersOf({}, {}).get("Cache-Control")).toBe("private, no-cache");
    expect(cacheHeadersOf({}, { "Cache-Control": CACHE_CONTROL.secret }).get("Cache-Control")).toBe(
      "private, no-store",
    );
  });
});
