import ts from "typescript";
import { listSources, parseSource, readImports, visit } from "../architecture/sources";

/** Where the portal hands a descriptor of the contract to one of its calling functions. */
export interface CallerPlace {
  /** The exported name in `contract/`. */
  descriptor: string;
  /** Its file there, without ending. */
  resource: string;
  /** The calling file. */
  file: string;
}

const PLACES = ["app/routes", "app/session", "app/upstream", "app/features"];

/**
 * Every place of the portal where an imported descriptor is an argument of a function call, such as
 * `visit.read(listPrizes, {})`. An import alone doesn't count, nor does a file outside `app/routes` that no other file imports.
 */
export function findCallers(): CallerPlace[] {
  const sources = PLACES.flatMap((folder) => listSources(folder)).map(parseSource);
  const imported = new Set(
    sources
      .flatMap((source) =>
        readImports(source).filter(
          ({ target, typeOnly }) => target !== undefined && !typeOnly && isForeign(source, target),
        ),
      )
      .map(({ target }) => target),
  );
  return sources
    .filter(({ fileName }) => fileName.startsWith("app/routes/") || imported.has(fileName.replace(/\.tsx?$/, "")))
    .flatMap(readCallers);
}

const isForeign = (source: ts.SourceFile, target: string) => source.fileName.replace(/\.tsx?$/, "") !== target;

function readCallers(source: ts.SourceFile): CallerPlace[] {
  const descriptors = readDescriptorImports(source);
  const places: CallerPlace[] = [];
  visit(source, (node) => {
    if (!ts.isCallExpression(node)) return;
    for (const argument of node.arguments.flatMap(unfold)) {
      const descriptor = descriptors.get(argument);
      if (descriptor) places.push({ ...descriptor, file: source.fileName });
    }
  });
  return places;
}

/** The names in an argument: itself, or both sides of a choice between two descriptors. */
function unfold(argument: ts.Expression): string[] {
  if (ts.isIdentifier(argument)) return [argument.text];
  if (ts.isParenthesizedExpression(argument)) return unfold(argument.expression);
  if (ts.isConditionalExpression(argument)) return [...unfold(argument.whenTrue), ...unfold(argument.whenFalse)];
  return [];
}

/** What a file imports from the contract's resources, by the name that it has in the file. */
function readDescriptorImports(source: ts.SourceFile): Map<string, Pick<CallerPlace, "descriptor" | "resource">> {
  const found = new Map<string, Pick<CallerPlace, "descriptor" | "resource">>();
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
