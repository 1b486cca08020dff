import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const rules = readFileSync("public/robots.txt", "utf8")
  .split("\n")
  .flatMap((line) => {
    const [, kind, path = ""] = /^(Allow|Disallow): (.+)$/.exec(line) ?? [];
    return kind ? [{ isAllowed: kind === "Allow", path }] : [];
  });

/** The longest rule that fits decides (RFC 9309, 2.2.2). */
function maySearch(address: string): boolean {
  const fitting = rules.filter(({ path }) => address.startsWith(path));
  return fitting.reduce((longest, rule) => (rule.path.length > longest.path.length ? rule : longest)).isAllowed;
}

test("architecture: search engines find the public pages, and neither personal ones nor those of mailed links", () => {
  const open = ["/", "/login", "/recovery", "/register/member", "/promo/", "/questions", "/agreement", "/activation"];
  expect(open.filter((address) => !maySearch(address))).toEqual([]);
  const closed = ["/dashboard/profile/", "/recovery/password?token=1", "/unsubscribe?token=1"];
  expect(closed.filter(maySearch)).toEqual([]);
});
