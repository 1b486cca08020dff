import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { applyStep } from "../../scripts/recipes/recipe";
import { recipes } from "../../scripts/recipes/samples";
import { ROOT } from "./sources";

const MAX_LENGTH = 120;
/** The customer's text, whose lines are the customer's. */
const SPECIFICATION = "docs/specification.md";

const documents = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.md"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .trim()
  .split("\n")
  .filter((file) => existsSync(path.join(ROOT, file)))
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), "utf8") }));
const find = (name: string) => documents.find(({ file }) => file === name)?.text ?? "";

test("architecture: a line of text in a document has at most 120 characters; a row of a table may have more", () => {
  const long = documents
    .filter(({ file }) => file !== SPECIFICATION)
    .flatMap(({ file, text }) =>
      text
        .replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ""))
        .split("\n")
        .flatMap((line, index) =>
          line.length > MAX_LENGTH && !line.startsWith("|") ? [`${file}:${index + 1} has ${line.length}`] : [],
        ),
    );
  expect(long).toEqual([]);
});

test("architecture: what a document links to is there", () => {
  const dead = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(path.join(ROOT, path.dirname(file), target)))
      .map((target) => `${file} → ${target}`),
  );
  expect(dead).toEqual([]);
});

test("architecture: the index of decisions has each of them once", () => {
  const decisions = documents.map(({ file }) => file).filter((file) => /^docs\/decisions\/\d{4}-/.test(file));
  const rows = [...find("docs/decisions/README.md").matchAll(/^\| \[\d+\]\(([^)]+)\)/gm)].map(([, name]) => name);
  expect(rows.toSorted()).toEqual(decisions.map((file) => path.basename(file)).toSorted());
});

test.each(recipes)(
  "architecture: the recipe «$heading» names the files of its sample, which fit the code",
  (recipe) => {
    const [, rest] = find("CONTRIBUTING.md").split(`\n### ${recipe.heading}\n`);
    expect(rest).toBeDefined();
    const section = rest?.split("\n### ")[0] ?? "";
    // `<wing>` stands for any name, and so does `NNNN-name`.
    const named = [...section.matchAll(/`([\w./<>$-]+)`/g)].map(
      ([, name = ""]) => new RegExp(`(^|/)${name.replace(/[.$]/g, "\\$&").replace(/<[^>]+>|NNNN-name/g, "[^/]+")}$`),
    );
    for (const step of recipe.steps) {
      const target = path.join(ROOT, step.file);
      const isNew = typeof step.change === "string";
      expect(
        named.some((name) => name.test(step.file)),
        step.file,
      ).toBe(true);
      expect(applyStep(step, isNew ? "" : readFileSync(target, "utf8"))).not.toBe("");
    }
  },
);
