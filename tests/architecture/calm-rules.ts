import ts from "typescript";
import { lineOf, visit } from "./sources";

/** A place that breaks a rule. */
export interface Finding {
  /** The function, or the title of the test, that it stands in; empty at the top of a file. */
  place: string;
  line: number;
  what: string;
}

/** A crowded machine answers within this time, too. */
export const SHORTEST_DEADLINE_MS = 30_000;

const isFunction = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node);

/**
 * Timers that are waited for. A poll isn't among them: a `while` that asks something, or a `for (;;)` that is left. A loop that
 * counts its turns is a short deadline in disguise.
 */
export function findSleeps(source: ts.SourceFile): Finding[] {
  const timers = new Set(["setTimeout", "globalThis.setTimeout", "window.setTimeout", ...readTimers(source)]);
  return findAll(source, (node) => {
    if (!ts.isCallExpression(node)) return;
    const called = node.expression.getText(source);
    if (called.endsWith(".waitForTimeout")) return "waits for a time";
    // Half a second without a request.
    if (node.arguments.some((given) => ts.isStringLiteralLike(given) && given.text === "networkidle"))
      return "waits for a time";
    if (timers.has(called) && !isPoll(node)) return "waits for a time";
    return;
  });
}

/** Under which names a file has the promises of timers. */
function readTimers(source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement)) return [];
    if (!/^["'](?:node:)?timers\/promises["']$/.test(statement.moduleSpecifier.getText(source))) return [];
    const named = statement.importClause?.namedBindings;
    const whole = statement.importClause?.name ?? (named && ts.isNamespaceImport(named) ? named.name : undefined);
    const names = named && ts.isNamedImports(named) ? [...named.elements] : [];
    return [
      ...(whole ? [`${whole.text}.setTimeout`] : []),
      ...names
        .filter(({ name, propertyName = name }) => propertyName.text === "setTimeout")
        .map(({ name }) => name.text),
    ];
  });
}

function isPoll(node: ts.Node): boolean {
  for (let outer = node.parent; outer; outer = outer.parent) {
    if (ts.isWhileStatement(outer) || ts.isDoStatement(outer)) {
      return outer.expression.kind !== ts.SyntaxKind.TrueKeyword || isLeft(outer);
    }
    if (ts.isForStatement(outer)) return !outer.incrementor && (outer.condition !== undefined || isLeft(outer));
    // A sleep of one line, `new Promise((resolve) => setTimeout(resolve, 50))`, belongs to the loop around it.
    if (isFunction(outer) && !ts.isNewExpression(outer.parent)) return false;
  }
  return false;
}

function isLeft(loop: ts.Node): boolean {
  let found = false;
  const look = (node: ts.Node) => {
    if (ts.isReturnStatement(node) || ts.isBreakStatement(node) || ts.isThrowStatement(node)) found = true;
    if (!isFunction(node)) ts.forEachChild(node, look);
  };
  ts.forEachChild(loop, look);
  return found;
}

/** Deadlines that are too short, and waits that have none of their own while their library's is a second. */
export function findShortDeadlines(source: ts.SourceFile): Finding[] {
  const evaluate = readNumbers(source);
  const isShort = (node: ts.Expression) => (evaluate(node) ?? Number.POSITIVE_INFINITY) < SHORTEST_DEADLINE_MS;
  return findAll(source, (node) => {
    const option = readProperty(node);
    if (option && /^(?:timeout|timeoutMs|asyncUtilTimeout|testTimeout|hookTimeout)$/.test(option.name)) {
      // A try that is repeated; Playwright itself tries until the end of the test's time.
      if (isShort(option.value) && !isRepeated(source, node)) return `a deadline of ${option.value.getText(source)} ms`;
    }
    if (ts.isVariableDeclaration(node) && /^(?:deadline|limit|end)$/i.test(node.name.getText(source))) {
      const length = readMoment(source, node.initializer);
      if (length && isShort(length)) return `a deadline of ${length.getText(source)} ms`;
    }
    if (ts.isCallExpression(node) && node.expression.getText(source) === "AbortSignal.timeout") {
      const [length] = node.arguments;
      // One that is over at once is a fault that is made.
      if (length && isShort(length) && length.getText(source) !== "0")
        return `a deadline of ${length.getText(source)} ms`;
    }
    if (ts.isCallExpression(node) && /^vi\.waitFor$|^vi\.waitUntil$/.test(node.expression.getText(source))) {
      const given = node.arguments[1];
      if (!given) return "a deadline of a second, as vi.waitFor has none given";
      if (!ts.isObjectLiteralExpression(given) && isShort(given)) return `a deadline of ${given.getText(source)} ms`;
    }
    return;
  });
}

function readProperty(node: ts.Node): { name: string; value: ts.Expression } | undefined {
  if (!ts.isPropertyAssignment(node)) return undefined;
  return { name: node.name.getText().replaceAll(/["']/g, ""), value: node.initializer };
}

/** Whether something stands in the function that `expect(…).toPass()` calls again and again. */
function isRepeated(source: ts.SourceFile, node: ts.Node): boolean {
  for (let outer = node.parent; outer; outer = outer.parent) {
    if (!isFunction(outer) || !ts.isCallExpression(outer.parent)) continue;
    const expectation = outer.parent;
    if (expectation.expression.getText(source) !== "expect" || expectation.arguments[0] !== outer) continue;
    return ts.isPropertyAccessExpression(expectation.parent) && expectation.parent.name.text === "toPass";
  }
  return false;
}

/** The length of `Date.now() + length`. */
function readMoment(source: ts.SourceFile, node: ts.Expression | undefined): ts.Expression | undefined {
  if (!node || !ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  return isNow(source, node.left) ? node.right : undefined;
}

/** Reads numbers, products of numbers, and names that the file gives to such. */
function readNumbers(source: ts.SourceFile): (node: ts.Expression) => number | undefined {
  const named = new Map<string, ts.Expression>();
  visit(source, (node) => {
    if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || !node.initializer) return;
    named.set(node.name.text, node.initializer);
  });
  const evaluate = (node: ts.Expression): number | undefined => {
    if (ts.isNumericLiteral(node)) return Number(node.text);
    if (ts.isIdentifier(node)) {
      const given = named.get(node.text);
      return given && !ts.isIdentifier(given) ? evaluate(given) : undefined;
    }
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.AsteriskToken) return undefined;
    const [left, right] = [evaluate(node.left), evaluate(node.right)];
    return left === undefined || right === undefined ? undefined : left * right;
  };
  return evaluate;
}

const isNow = (source: ts.SourceFile, node: ts.Node) =>
  ts.isCallExpression(node) &&
  /^(?:(?:globalThis|window)\.)?(?:performance|Date)\.now$/.test(node.expression.getText(source));

/** Expectations that read the clock, or a name that was made from it. The moment of a row, `new Date(Date.now() + …)`, is none. */
export function findMeasuredTimes(source: ts.SourceFile): Finding[] {
  const measured = new Map<string, ts.Node[]>();
  const isMeasured = (node: ts.Node): boolean => {
    if (isNow(source, node)) return true;
    if (ts.isNewExpression(node) && node.expression.getText(source) === "Date") return false;
    if (isFunction(node)) return false;
    // What a function makes of a moment that it is given is its own.
    if (ts.isCallExpression(node) && !/^Math\./.test(node.expression.getText(source)))
      return isMeasured(node.expression);
    if (ts.isIdentifier(node) && measured.get(node.text)?.some((scope) => isInside(node, scope))) return true;
    return ts.forEachChild(node, (child) => isMeasured(child) || undefined) ?? false;
  };
  const note = (name: ts.Node, scope: ts.Node) => {
    if (ts.isIdentifier(name)) measured.set(name.text, [...(measured.get(name.text) ?? []), scope]);
  };
  // Twice, as a name may stand before that which it is made from.
  for (let round = 0; round < 2; round += 1) {
    visit(source, (node) => {
      if (ts.isVariableDeclaration(node) && node.initializer && isMeasured(node.initializer)) {
        note(node.name, scopeOf(node));
      }
      if (
        ts.isBinaryExpression(node) &&
        /^[-+]?=$/.test(node.operatorToken.getText(source)) &&
        isMeasured(node.right)
      ) {
        note(node.left, scopeOf(scopeOf(node)));
      }
    });
  }
  return findAll(source, (node) => {
    if (!ts.isCallExpression(node) || !node.arguments.some(isMeasured)) return;
    if (/^expect\b/.test(node.expression.getText(source))) return "expects something of a measured time";
    return;
  });
}

function scopeOf(node: ts.Node): ts.Node {
  for (let outer = node.parent; outer; outer = outer.parent) if (isFunction(outer)) return outer;
  return node.getSourceFile();
}

function isInside(node: ts.Node, scope: ts.Node): boolean {
  for (let outer: ts.Node | undefined = node; outer; outer = outer.parent) if (outer === scope) return true;
  return false;
}

/** Modules in place of others: files share processes, so that the next file would get them. */
export function findModuleMocks(source: ts.SourceFile): Finding[] {
  return findAll(source, (node) => {
    if (!ts.isCallExpression(node)) return;
    const called = node.expression.getText(source);
    return /^(?:vi|vitest|jest)\.(?:mock|doMock)$/.test(called) ? called : undefined;
  });
}

function findAll(source: ts.SourceFile, look: (node: ts.Node) => string | undefined): Finding[] {
  const findings: Finding[] = [];
  visit(source, (node) => {
    const what = look(node);
    if (what) findings.push({ place: placeOf(source, node), line: lineOf(source, node), what });
  });
  return findings;
}

/** The named function around a node, or the title of its test. */
function placeOf(source: ts.SourceFile, node: ts.Node): string {
  for (let outer = node.parent; outer; outer = outer.parent) {
    if (!isFunction(outer)) continue;
    if (outer.name) return outer.name.getText(source);
    const { parent } = outer;
    if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText(source);
    const title = ts.isCallExpression(parent) ? parent.arguments[0] : undefined;
    if (title && ts.isStringLiteralLike(title)) return title.text;
  }
  return "";
}
