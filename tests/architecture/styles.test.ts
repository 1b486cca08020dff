import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listSources, ROOT } from "./sources";

const FOLDER = "app/styles";
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");

/** The selectors of a style sheet, one for each branch of a list; what stands in brackets is left out. */
function listSelectors(css: string): string[] {
  return [...css.replace(/@keyframes [^{]+\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, "").matchAll(/([^{};]+)\{/g)]
    .map(([, selector = ""]) => withoutBrackets(selector.trim()))
    .filter((selector) => !selector.startsWith("@"))
    .flatMap((selector) => selector.split(",").map((branch) => branch.trim()));
}

function withoutBrackets(selector: string): string {
  const inner = selector.replace(/\([^()]*\)/g, "");
  return inner === selector ? inner : withoutBrackets(inner);
}

const listClasses = (selector: string) => [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = ""]) => name);

const sheets = listSources(FOLDER, /\.css$/).filter((file) => !file.endsWith("/index.css"));

test("architecture: index.css imports every style sheet, the folders in the order of their precedence, the files by name", () => {
  const imports = [...read(`${FOLDER}/index.css`).matchAll(/@import "\.\/(.+?)";/g)].map(([, file = ""]) => file);
  expect(imports.map((file) => `${FOLDER}/${file}`).sort()).toEqual(sheets);
  const folders = ["base", "layout", "components", "features", "overrides.css"];
  const inOrder = folders.flatMap((folder) => imports.filter((file) => file.split("/")[0] === folder).sort());
  expect(imports).toEqual(inOrder);
});

test("architecture: every rule of a component's style sheet has a class of that component", () => {
  const strangers = sheets
    .filter((file) => !/\/(base\/.+|overrides)\.css$/.test(file))
    .flatMap((file) => {
      const name = path.basename(file, ".css");
      return listSelectors(read(file))
        .filter((selector) => !listClasses(selector).some((one) => one === name || one.startsWith(`${name}-`)))
        .map((selector) => `${file}: ${selector}`);
    });
  expect(strangers).toEqual([]);
});

test("architecture: every class in the markup has its rules", () => {
  const styled = new Set(
    sheets.flatMap((file) => [...read(file).matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name)),
  );
  const plain = listSources("app", /\.tsx$/).flatMap((file) =>
    [...read(file).matchAll(/className="([^"]*)"/g)]
      .flatMap(([, names = ""]) => names.split(" "))
      .filter((name) => !styled.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(plain).toEqual([]);
});
