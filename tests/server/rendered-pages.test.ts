import { describe, expect, test, vi } from "vitest";
import { CACHE_CONTROL, isRevalidated } from "../../app/document/cache";
import { renderOnce } from "../../app/document/rendered-pages.server";

describe("a page is rendered when its data is new", () => {
  const page = (html: string) => ({ html, policy: "default-src 'self'" });

  test("architecture: the same address with the same data is rendered once, with one tag", () => {
    const render = vi.fn(() => page("<p>15 баллов</p>"));
    const first = renderOnce(["http://club/dashboard/sales", "", "200", '{"points":15}'], render);
    const second = renderOnce(["http://club/dashboard/sales", "", "200", '{"points":15}'], render);
    expect(render).toHaveBeenCalledTimes(1);
    expect(second).toBe(first);
    expect(first.etag).toMatch(/^W\/"[\w-]{22}"$/);
  });

  test.each([
    ["another address", ["http://club/b", "", "200", "data"]],
    ["the light version", ["http://club/a", "light", "200", "data"]],
    ["another status", ["http://club/a", "", "404", "data"]],
    ["other data", ["http://club/a", "", "200", "data of somebody else"]],
    ["parts that together are as long", ["http://club/a", "", "20", "0data"]],
  ])("architecture: %s is another page", (_, parts) => {
    const known = renderOnce(["http://club/a", "", "200", "data"], () => page("first"));
    const other = renderOnce(parts, () => page("second"));
    expect(String(known.body)).toBe("first");
    expect(String(other.body)).toBe("second");
    expect(other.etag).not.toBe(known.etag);
  });

  test("architecture: another release that renders the same data in another way has another tag", () => {
    const tag = (html: string, policy: string) => renderOnce([html + policy], () => ({ html, policy })).etag;
    expect(tag("<p>new</p>", "p")).not.toBe(tag("<p>old</p>", "p"));
    expect(tag("<p>new</p>", "q")).not.toBe(tag("<p>new</p>", "p"));
    expect(renderOnce(["again"], () => page("first")).etag).toBe(renderOnce(["before"], () => page("first")).etag);
  });

  test("architecture: the pages that are kept take 6 MB at most, and the latest stay", () => {
    const render = vi.fn(() => page("ж".repeat(500_000)));
    const visit = (n: number) => void renderOnce([`http://club/long/${n}`], render);
    for (const n of [1, 2, 3, 4, 5, 6, 7]) visit(n);
    visit(7);
    expect(render).toHaveBeenCalledTimes(7);
    visit(1);
    expect(render).toHaveBeenCalledTimes(8);
  });

  test("architecture: a page that can't be rendered isn't kept", () => {
    const parts = ["http://club/broken", "", "200", ""];
    const fail = () => {
      throw new Error("broken");
    };
    expect(() => renderOnce(parts, fail)).toThrow("broken");
    expect(String(renderOnce(parts, () => page("whole")).body)).toBe("whole");
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
