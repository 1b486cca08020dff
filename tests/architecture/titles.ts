import { existsSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { lineOf, listSources, parseSource, ROOT, visit } from "./sources";

/** The title of one `test(…)` or `it(…)`. */
export interface TestTitle {
  /** From the root. */
  file: string;
  line: number;
  title: string;
}

/** The titles of all tests, those in the browser included, with `.each`, `.only` and their like. */
export function listTitles(): TestTitle[] {
  return ["tests", "e2e"]
    .filter((folder) => existsSync(path.join(ROOT, folder)))
    .flatMap((folder) => listSources(folder, /\.(test|e2e)\.tsx?$/))
    .flatMap((file) => readTitles(parseSource(file)));
}

function readTitles(source: ts.SourceFile): TestTitle[] {
  const titles: TestTitle[] = [];
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
