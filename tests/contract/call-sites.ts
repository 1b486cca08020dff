import ts from "typescript";
import { listSources, parseSource, readImports, visit } from "../architecture/sources";

/** A place where the portal passes a descriptor of the contract to a function. */
export interface CallSite {
  /** The exported name in `contract/`. */
  descriptor: string;
  /** Its file there, without the extension. */
  resource: string;
  /** The calling file. */
  file: string;
}

const FOLDERS = ["app/routes", "app/session", "app/upstream", "app/features"];

/**
 * Every place of the portal where an imported descriptor is an argument of a function call, such as
 * `visit.read(listPrizes, {})`. An import alone doesn't count, nor does a file outside `app/routes` that no other file imports.
 */
export function findCallSites(): CallSite[] {
  const sources = FOLDERS.flatMap((folder) => listSources(folder)).map(parseSource);
  const imported = new Set(
    sources
      .flatMap((source) =>
        readImports(source).filter(
          ({ target, typeOnly }) => target !== undefined && !typeOnly && isOtherFile(source, target),
        ),
      )
      .map(({ target }) => target),
  );
  return sources
    .filter(({ fileName }) => fileName.startsWith("app/routes/") || imported.has(fileName.replace(/\.tsx?$/, "")))
    .flatMap(readCallSites);
}

const isOtherFile = (source: ts.SourceFile, target: string) => source.fileName.replace(/\.tsx?$/, "") !== target;

function readCallSites(source: ts.SourceFile): CallSite[] {
  const descriptors = readDescriptorImports(source);
  const sites: CallSite[] = [];
  visit(source, (node) => {
    if (!ts.isCallExpression(node)) return;
    for (const argument of node.arguments.flatMap(listNames)) {
      const descriptor = descriptors.get(argument);
      if (descriptor) sites.push({ ...descriptor, file: source.fileName });
    }
  });
  return sites;
}

/** The names in an argument: the argument itself, or both alternatives of a conditional expression. */
function listNames(argument: ts.Expression): string[] {
  if (ts.isIdentifier(argument)) return [argument.text];
  if (ts.isParenthesizedExpression(argument)) return listNames(argument.expression);
  if (ts.isConditionalExpression(argument)) return [...listNames(argument.whenTrue), ...listNames(argument.whenFalse)];
  return [];
}

/** The descriptors that a file imports, by their names in that file. */
function readDescriptorImports(source: ts.SourceFile): Map<string, Pick<CallSite, "descriptor" | "resource">> {
  const found = new Map<string, Pick<CallSite, "descriptor" | "resource">>();
  visit(source, (node) => {
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return;
    const resource = /\/contract\/([\w-]+)$/.exec(node.moduleSpecifier.text)?.[1];
    const names = node.importClause?.namedBindings;
    if (!resource || !names || !ts.isNamedImports(names)) return;
    for (const { name, propertyName, isTypeOnly } of names.elements) {
      if (!isTypeOnly) found.set(name.text, { descriptor: (propertyName ?? name).text, resource });
    }
  });
  return found;
}
