import { existsSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { lineOf, listSources, parseSource, ROOT, visit } from "./sources";

const CLAUSE = /§\d|^house:/;

/** Every title says which clause of the requirements the test proves, or that it looks after the house. */
test("house: every test's title names its clause", () => {
  const nameless = ["tests", "e2e"]
    .filter((folder) => existsSync(path.join(ROOT, folder)))
    .flatMap((folder) => listSources(folder, /\.(test|e2e)\.tsx?$/))
    .flatMap((file) => listTitles(parseSource(file)))
    .filter(({ title }) => !CLAUSE.test(title))
    .map(({ file, line, title }) => `${file}:${line} ${title}`);
  expect(nameless).toEqual([]);
});

/** The titles of `test(…)` and `it(…)`, with `.each`, `.only` and their like. */
function listTitles(source: ts.SourceFile): { file: string; line: number; title: string }[] {
  const titles: { file: string; line: number; title: string }[] = [];
  visit(source, (node) => {
    if (!ts.isCallExpression(node) || !isTest(node.expression)) return;
    const [first, ...others] = node.arguments;
    const runs = others.some((argument) => ts.isArrowFunction(argument) || ts.isFunctionExpression(argument));
    if (!first || !runs) return;
    titles.push({ file: source.fileName, line: lineOf(source, node), title: readTitle(first) });
  });
  return titles;
}

function isTest(expression: ts.Expression): boolean {
  if (ts.isIdentifier(expression)) return expression.text === "test" || expression.text === "it";
  if (ts.isCallExpression(expression) || ts.isTaggedTemplateExpression(expression)) {
    return isTest(ts.isCallExpression(expression) ? expression.expression : expression.tag);
  }
  if (!ts.isPropertyAccessExpression(expression)) return false;
  return !/^(before|after|describe|step|use|extend)/.test(expression.name.text) && isTest(expression.expression);
}

function readTitle(argument: ts.Expression): string {
  if (ts.isStringLiteralLike(argument)) return argument.text;
  return argument.getText().replace(/^`|`$/g, "");
}
