import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { GUESTS_HOME, identifyGuestPage, PARAMETERS } from "../../../server/pages/identity";

const ROUTES = "app/routes";

/** The pattern of a route by the name of its file: `promo.$id.tsx` → `/promo/:id`. */
function patternOf(file: string): string {
  const names = file.replace(/\.tsx?$/, "").split(".");
  return `/${names
    .filter((name) => name !== "_index")
    .map((name) => name.replace(/_$/, "").replace(/^\$/, ":"))
    .join("/")}`;
}

/** The names of the parameters that a route reads itself. */
function readNames(source: string): string[] {
  const read = [
    ...source.matchAll(/searchParams\.get\("(\w+)"\)/g),
    ...source.matchAll(/readSearchText\([^"]*, "(\w+)"\)/g),
    ...source.matchAll(/readPageNumber\([^"]*?searchParams(?:, "(\w+)")?\)/g),
  ];
  return read.map(([, name = "page"]) => name);
}

describe("the parameters of pages", () => {
  const publicRoutes = readdirSync(ROUTES)
    .map((file) => ({ file, source: readFileSync(`${ROUTES}/${file}`, "utf8") }))
    .filter(({ source }) => source.includes('cacheHeaders("guest")') && readNames(source).length > 0);

  test("architecture: some public pages read parameters", () => {
    expect(publicRoutes.map(({ file }) => patternOf(file))).toContain("/q&a");
  });

  test.each(publicRoutes)(
    "architecture: $file reads only parameters that its kept page is told by",
    ({ file, source }) => {
      expect(Object.keys(PARAMETERS[patternOf(file)] ?? {})).toEqual(expect.arrayContaining(readNames(source)));
    },
  );

  test("§2.5.3 the home page by which /readyz judges is the one that guests get", () => {
    const request = { method: "GET", url: "/?utm_source=mail", headers: {} } as IncomingMessage;
    expect(identifyGuestPage(request, (path) => path)).toEqual(GUESTS_HOME);
  });
});
