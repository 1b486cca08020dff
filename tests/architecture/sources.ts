import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

export const ROOT = path.resolve(import.meta.dirname, "../..");

/** One import, export-from or dynamic import of a source file. */
export interface ImportLine {
  /** The importing file, from the root. */
  file: string;
  line: number;
  /** The imported file from the root, or undefined for a package. */
  target: string | undefined;
  /** As it is written. */
  specifier: string;
  /** Vanishes from the running code. */
  typeOnly: boolean;
}

/** Every source file under a folder, as paths from the root with forward slashes. */
export function listSources(folder: string, pattern = /\.(ts|tsx|mts|mjs|js)$/): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name) && !entry.name.endsWith(".d.ts"))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .sort();
}

export function parseSource(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(path.join(ROOT, file), "utf8"), ts.ScriptTarget.Latest, true);
}

/** Visits every node of a file. */
export function visit(source: ts.SourceFile, look: (node: ts.Node) => void): void {
  const walk = (node: ts.Node) => {
    look(node);
    ts.forEachChild(node, walk);
  };
  walk(source);
}

export function lineOf(source: ts.SourceFile, node: ts.Node): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

export function readImports(source: ts.SourceFile): ImportLine[] {
  const found: ImportLine[] = [];
  const add = (node: ts.Node, specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    found.push({
      file: source.fileName,
      line: lineOf(source, node),
      target: resolveTarget(source.fileName, specifier.text),
      specifier: specifier.text,
      typeOnly,
    });
  };
  visit(source, (node) => {
    if (ts.isImportDeclaration(node)) add(node, node.moduleSpecifier, isTypeOnlyImport(node));
    else if (ts.isExportDeclaration(node)) add(node, node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node)) {
      if (ts.isLiteralTypeNode(node.argument)) add(node, node.argument.literal, true);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node, node.arguments[0], false);
    }
  });
  return found;
}

function isTypeOnlyImport(node: ts.ImportDeclaration): boolean {
  const clause = node.importClause;
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  const named = clause.namedBindings;
  return (
    !clause.name &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.length > 0 &&
    named.elements.every((element) => element.isTypeOnly)
  );
}

/** The path of a relative import without its extension; a trailing `/index` is dropped. */
function resolveTarget(file: string, specifier: string): string | undefined {
  if (specifier.startsWith("~/")) return stripEnding(`app/${specifier.slice(2)}`);
  if (!specifier.startsWith(".")) return undefined;
  return stripEnding(path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, "")));
}

function stripEnding(target: string): string {
  return target.replace(/\.(tsx?|mjs|js)$/, "").replace(/\/index$/, "");
}
