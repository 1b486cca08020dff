import { describe, expect, test } from "vitest";
import { createRouteFinder } from "../../server/routes";

const Page = () => null;
const route = (id: string, parentId: string | undefined, path: string | undefined, module: object, index = false) => [
  id,
  { id, parentId, path, index, module },
];
const routes = createRouteFinder(
  Object.fromEntries([
    route("root", undefined, "", { default: Page }),
    route("home", "root", undefined, { default: Page }, true),
    route("login", "root", "login", { default: Page, action: Page }),
    route("promotion", "root", "promo/:id", { default: Page }),
    route("dashboard", "root", "dashboard", { default: Page, action: Page }),
    route("report", "dashboard", "report/", { default: Page, handle: { files: "tables" } }),
    route("export", "dashboard", "sales/export", { loader: Page }),
    route("missing", "root", "*", { default: Page, action: Page }),
  ]) as unknown as Parameters<typeof createRouteFinder>[0],
);

describe("the route of a path", () => {
  test("architecture: a page and its data have the same pattern, the home page's data too", () => {
    for (const [path, pattern] of [
      ["/", "/"],
      ["/_root.data", "/"],
      ["/promo/17", "/promo/:id"],
      ["/promo/17.data", "/promo/:id"],
      ["/dashboard/report/", "/dashboard/report"],
      ["/dashboard/report.data", "/dashboard/report"],
    ]) {
      expect([path, routes.findPattern(path ?? ""), routes.findPage(path ?? "")]).toEqual([path, pattern, pattern]);
    }
    expect(routes.findBranch("/_root.data")).toEqual(["root", "home"]);
    expect(routes.findBranch("/dashboard/report")).toEqual(["root", "dashboard", "report"]);
  });

  test("architecture: a file has a pattern and no page, and a path that only the page of missing ones takes has neither", () => {
    expect([routes.findPattern("/dashboard/sales/export"), routes.findPage("/dashboard/sales/export")]).toEqual([
      "/dashboard/sales/export",
      undefined,
    ]);
    // Twice: the second answer is a remembered one.
    for (const path of ["/nowhere", "/nowhere", "/nowhere.data", "/promo/1/2"]) {
      expect([routes.findPattern(path), routes.findPage(path), routes.findBranch(path)]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      expect([routes.hasAction(path), routes.findUpload(path)]).toEqual([false, undefined]);
    }
  });

  test("architecture: a form may be posted where the route or one around it has an action; its files are those of the route itself", () => {
    expect(["/login", "/login.data", "/promo/1", "/"].map(routes.hasAction)).toEqual([true, true, false, false]);
    expect([routes.hasAction("/dashboard/report"), routes.hasAction("/dashboard/sales/export")]).toEqual([true, true]);
    expect(["/dashboard/report", "/dashboard/report.data", "/dashboard", "/login"].map(routes.findUpload)).toEqual([
      "tables",
      "tables",
      undefined,
      undefined,
    ]);
  });
});
