import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import browserslist from "browserslist";
import postcss from "postcss";
import stylelint from "stylelint";
import { expect, test } from "vitest";
import { ROOT } from "../architecture/sources";

/** What browsers that have all the looks lack, by its name at caniuse.com, and what is there in its place. */
const STYLED = {
  "css-container-queries": "repeated as media queries by scripts/css-build.ts",
  "css-file-selector-button": "the browser's own button",
  "css-focus-visible": "the browser's own ring",
  "css-has": "a chosen option is marked by its control; the field for another segment is always there",
  "css-media-scripting": "what needs script keeps its place, invisible",
  "css-resize": "a text area scrolls",
};

/** What stays as it is where the functions are unknown: cards below each other, the browser's own sizes. Looked at in Chromium 69. */
const WITHOUT_MATH = [
  ...[
    ".columns--cards",
    ".columns--fit",
    ".columns--four",
    ".field-row",
    ".home-assembly",
    ".home-facts",
    ".home-gifts",
  ],
  ...[".login-switch", ".step-cards", ".today"],
].map((selector) => `${selector} grid-template-columns`);
const OWN_SIZES = [
  ...["h1 font-size", ".hero h1 font-size", ".home-balance .odometer font-size", ".odometer--large font-size"],
  ...[".site-footer a font-size", ".chart-plot svg height", ".home-dial width", ".dialog width"],
  ...[
    ".state-dialog-modal width",
    ".menu--row a padding-left",
    ".menu--row a padding-right",
    ".work-order-name min-width",
  ],
];

/** The same of browsers in which pages are only tidy. */
const TIDY = {
  ...STYLED,
  "css-math-functions": "@supports not (width: min(1px)), or what stands before and is as good",
  "flexbox-gap": "margins in @supports not ((inset: 0) or (ruby-position: over))",
  "flow-root": "a margin at the top of a page collapses with the one around it",
  "prefers-color-scheme": "the light scheme",
  "prefers-reduced-motion": "the animations are short",
};

const read = (...place: string[]) => readFileSync(path.join(ROOT, ...place), "utf8");

/** The built style sheets: the complete one, the texts that the server writes into pages, the console's, those of static pages. */
function listBuiltStyles(): string[] {
  const assets = readdirSync(path.join(ROOT, "build/client/assets")).filter((name) => name.endsWith(".css"));
  const complete = assets.map((name) => read("build/client/assets", name));
  const inline = readTexts("build/server", "__vite_glob_\\w+");
  const console = readTexts("build/console/server", "styles");
  const pages = [read("build/client/500.html"), read("app/document/offline.html")];
  return [
    ...complete,
    inline.join(""),
    console.join(""),
    ...pages.map((page) => /<style>(.*)<\/style>/s.exec(page)?.[1] ?? ""),
  ];
}

/** The constant texts of these names in the modules of a folder. */
function readTexts(folder: string, names: string): string[] {
  const declaration = new RegExp(`const ${names} = (["'])((?:\\\\.|(?!\\1).)*)\\1;`, "gs");
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .flatMap((name) => [...read(folder, name).matchAll(declaration)])
    .map(([, , text = ""]) => text.replace(/\\(.)/gs, "$1"));
}

/** The features that a list of browsers lacks, by their names at caniuse.com. */
async function findLacking(css: string, browsers: string): Promise<string[]> {
  const { results } = await stylelint.lint({
    code: css,
    config: {
      plugins: ["stylelint-no-unsupported-browser-features"],
      rules: {
        "plugin/no-unsupported-browser-features": [
          true,
          {
            browsers: browserslist(null, { env: browsers, path: ROOT }),
            ignorePartialSupport: true,
            // It takes every pseudo-class within `:not()` for a list. The test below looks for lists.
            ignore: ["css-not-sel-list"],
          },
        ],
      },
    },
  });
  return results.flatMap(({ warnings }) => warnings.map(({ text }) => /"(.+?)"/.exec(text)?.[1] ?? text));
}

test.each([
  ["styled", STYLED],
  ["tidy", TIDY],
])("architecture: what the built styles have and %s browsers lack has a fallback", async (browsers, fallbacks) => {
  const sheets = listBuiltStyles();
  expect(sheets.map((css) => css.length > 500)).toEqual(sheets.map(() => true));
  const lacking = await Promise.all(sheets.map((css) => findLacking(css, browsers)));
  expect([...new Set(lacking.flat())].sort()).toEqual(Object.keys(fallbacks).sort());
});

test("architecture: no built selector has a list within :not()", () => {
  expect(listBuiltStyles().flatMap((css) => css.match(/:not\([^()]*,[^{]*/g) ?? [])).toEqual([]);
});

test("architecture: a selector that some browsers don't know takes no other with it", () => {
  const unknown = /:(?:has|is|where|user-invalid|focus-visible|modal|open)\b|::(?:file-selector-button|backdrop)/;
  const mixed = listBuiltStyles().flatMap((css) => {
    const found: string[] = [];
    postcss.parse(css).walkRules(({ selectors, selector }) => {
      if (selectors.some((one) => unknown.test(one)) && !selectors.every((one) => unknown.test(one)))
        found.push(selector);
    });
    return found;
  });
  expect(mixed).toEqual([]);
});

test("architecture: what is computed by min(), max() or clamp() has a plain value too, where these are unknown", () => {
  const lacking = listBuiltStyles().flatMap((css) => {
    const plain = new Set<string>();
    const computed = new Set<string>();
    postcss.parse(css).walkDecls((declaration) => {
      const { parent, prop, value } = declaration;
      if (parent?.type !== "rule") return;
      const keys = (parent as postcss.Rule).selectors.map((selector) => `${selector} ${prop}`);
      for (const key of keys) (/(?<![a-z])(?:min|max|clamp)\(/.test(value) ? computed : plain).add(key);
    });
    return [...computed].filter((key) => !plain.has(key));
  });
  expect([...new Set(lacking)].sort()).toEqual([...WITHOUT_MATH, ...OWN_SIZES].sort());
});
