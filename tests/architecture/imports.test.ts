import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { type ImportLine, listSources, parseSource, ROOT, readImports, visit } from "./sources";

/** The wings of the club from the lowest up. One imports the wings of lower lines only; what lies in `club/` itself stands above all. */
const WING_ORDER = [["platform"], ["contents", "points"], ["people"], ["sales", "gifts"], ["demo"], ["operators"]];
const WINGS = WING_ORDER.flat();

/**
 * The domains of the wings with their public files, as the table in each wing's README.md has them: the only ones that another
 * domain may import. `endpoints` and `jobs` are for what lies in `club/` itself, which joins them all, and what lies in
 * `operators/` for the wing of that name.
 */
const PUBLIC_FILES = new Map(WINGS.flatMap(readDomains));
const DOMAINS = [...PUBLIC_FILES.keys()];

/** What a domain may use of the platform. The rest is for the start, the commands and the demo. */
const SHARED_PLATFORM = [
  "db",
  "services",
  "moscow-date",
  "zoned-date",
  "providers",
  "seal",
  "http",
  "acts",
  "media",
  "outbox",
  "spreadsheets",
  "jobs/define-job",
  "moves/data-move",
].map((place) => `club/platform/${place}`);

/** Plain data and functions of the contract, which import no zod: browser code may use them. */
const CONTRACT_DATA = [
  "contract/values",
  "contract/gift-words",
  "contract/russian-date",
  "contract/russian-quotes",
  "contract/deployment",
  "contract/tracing",
  "contract/columns",
  "contract/field-rules",
];

/** Whether a path is one of these files (named without ending) or lies in one of these folders. */
const isIn = (path: string, ...places: string[]) =>
  places.some((place) => [place, `${place}.ts`, `${place}.tsx`].includes(path) || path.startsWith(`${place}/`));

const PUBLIC_PATHS = [...PUBLIC_FILES].flatMap(([domain, files]) => files.map((file) => `club/${domain}/${file}`));
const wingOf = (file: string) => WINGS.find((wing) => isIn(file, `club/${wing}`));
const domainOf = (file: string) => DOMAINS.find((domain) => isIn(file, `club/${domain}`));
const listLowerWings = (wing: string | undefined) =>
  WING_ORDER.slice(
    0,
    WING_ORDER.findIndex((wings) => wings.some((other) => other === wing)),
  ).flat();

/** Whether a file of another domain is none of that domain's public ones. */
function isPrivate(target: string, file: string): boolean {
  const domain = domainOf(target);
  if (domain === undefined || domain === domainOf(file) || PUBLIC_PATHS.includes(target)) return false;
  return !(isIn(file, "club/operators") && isIn(target, `club/${domain}/operators`));
}

/** The folder of a feature or of a route: `app/features/cart`. */
const ownFolder = (file: string) => file.split("/").slice(0, 3).join("/");

/** An import of a file of this repository, not of a package. */
type InnerImport = ImportLine & { target: string };
const isInner = (line: ImportLine): line is InnerImport => line.target !== undefined;

/** Which files and folders of this repository some files may import. */
interface ImportRule {
  /** In the title of the test. */
  readonly name: string;
  readonly isAbout: (file: string) => boolean;
  readonly mayImport: (file: string) => readonly string[];
  /** Only their types, which vanish from the running code. */
  readonly mayImportTypes?: readonly string[];
  /** Forbidden although it lies in a folder that may be imported. */
  readonly isForbidden?: (target: string, file: string) => boolean;
}

/** A file keeps every rule that is about it. CONTRIBUTING.md has the same as a table. */
const rules: readonly ImportRule[] = [
  {
    name: "contract → itself",
    isAbout: (file) => isIn(file, "contract"),
    mayImport: (file) => ["contract", ...(file === "contract/version.ts" ? ["package.json"] : [])],
  },
  {
    name: "club → itself, contract",
    isAbout: (file) => isIn(file, "club"),
    mayImport: () => ["club", "contract"],
  },
  {
    name: "club → the parser of uploaded tables in the thread of its own only",
    isAbout: (file) =>
      isIn(file, "club") && !isIn(file, "club/platform/spreadsheets/parser", "club/platform/spreadsheets/table-worker"),
    mayImport: () => ["club", "contract"],
    isForbidden: (target) => isIn(target, "club/platform/spreadsheets/parser"),
  },
  {
    name: "club/<wing> → itself, the wings below it, contract",
    isAbout: (file) => wingOf(file) !== undefined,
    mayImport: (file) => ["contract", ...[...listLowerWings(wingOf(file)), wingOf(file)].map((wing) => `club/${wing}`)],
  },
  {
    name: "club/<wing>/<domain> → of other domains their public files only",
    isAbout: (file) => wingOf(file) !== undefined,
    mayImport: () => ["club", "contract"],
    isForbidden: isPrivate,
  },
  {
    name: "club/<wing>/<domain> → of the platform what all domains share",
    isAbout: (file) => domainOf(file) !== undefined && !isIn(file, "club/platform", "club/demo", "club/operators"),
    mayImport: () => ["club", "contract"],
    isForbidden: (target) =>
      isIn(target, "club/platform") && (!isIn(target, ...SHARED_PLATFORM) || target === "club/platform/http/router"),
  },
  {
    name: "what all domains share → no domain",
    isAbout: (file) => isIn(file, "club/platform") && domainOf(file) === undefined,
    mayImport: () => ["club", "contract"],
    isForbidden: (target) => domainOf(target) !== undefined,
  },
  {
    name: "app → itself, contract",
    isAbout: (file) => isIn(file, "app"),
    mayImport: () => ["app", "contract"],
  },
  {
    name: "app/lib → itself, plain data of the contract",
    isAbout: (file) => isIn(file, "app/lib"),
    mayImport: (file) => [
      ...["app/lib", ...CONTRACT_DATA],
      ...(file === "app/lib/configuration.server.ts" ? ["contract/settings"] : []),
    ],
    mayImportTypes: ["contract"],
  },
  {
    name: "app/ui → itself, lib",
    isAbout: (file) => isIn(file, "app/ui"),
    mayImport: () => ["app/ui", "app/lib", "app/styles"],
    mayImportTypes: ["contract"],
  },
  {
    name: "app/features/<subject> → itself, ui, lib, plain data of the contract",
    isAbout: (file) => isIn(file, "app/features") && !file.endsWith(".server.ts"),
    mayImport: (file) => [ownFolder(file), "app/ui", "app/lib", "app/styles", ...CONTRACT_DATA],
    mayImportTypes: ["contract"],
  },
  {
    name: "app/features/<subject>/*.server.ts → itself, ui, lib, session, upstream, contract",
    isAbout: (file) => isIn(file, "app/features") && file.endsWith(".server.ts"),
    mayImport: (file) => [ownFolder(file), "app/ui", "app/lib", "app/session", "app/upstream", "contract"],
  },
  {
    name: "app/upstream → itself, lib, contract",
    isAbout: (file) => isIn(file, "app/upstream"),
    mayImport: () => ["app/upstream", "app/lib", "contract"],
  },
  {
    name: "app/session → itself, upstream, lib, contract",
    isAbout: (file) => isIn(file, "app/session"),
    mayImport: () => ["app/session", "app/upstream", "app/lib", "contract"],
  },
  {
    name: "app/routes → all of app but another route, contract",
    isAbout: (file) => isIn(file, "app/routes"),
    mayImport: () => ["app", "contract"],
    // A route may be a folder with files of its own.
    isForbidden: (target, file) => isIn(target, "app/routes") && ownFolder(target) !== ownFolder(file),
  },
  {
    name: "console → itself, contract, and of the portal's components those that need no script",
    isAbout: (file) => isIn(file, "console") && !["console/remix.config.js", "console/vite.config.ts"].includes(file),
    mayImport: () => ["console", "contract", "app/ui/lazy/table"],
  },
  {
    name: "server → itself, app, contract; only open-club.ts knows the club, and nothing the built portal and console",
    isAbout: (file) => isIn(file, "server"),
    mayImport: (file) => ["server", "app", "contract", ...(file === "server/open-club.ts" ? ["club"] : [])],
  },
];

function isAllowed({ mayImport, mayImportTypes = [], isForbidden }: ImportRule, line: InnerImport): boolean {
  const { file, target, typeOnly } = line;
  const places = typeOnly ? [...mayImport(file), ...mayImportTypes] : mayImport(file);
  return isIn(target, ...places) && !isForbidden?.(target, file);
}

const sources = ["app", "club", "console", "contract", "server"]
  .filter((folder) => existsSync(path.join(ROOT, folder)))
  .flatMap((folder) => listSources(folder))
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map(parseSource);

/** Packages that the contract may use. */
const CONTRACT_PACKAGES = new Set(["zod"]);

const MAY_READ_ENVIRONMENT = new Set(["app/lib/configuration.server.ts", "club/platform/configuration.ts"]);
/** One file of the server, and the one that brings scripts into the browser's cache. */
const MAY_FETCH = new Set(["app/document/after-hydration/preload-routes.ts", "app/upstream/send.server.ts"]);

describe("architecture: imports", () => {
  const imports = sources.flatMap(readImports);

  test.each(rules)("architecture: imports run one way, $name", (rule) => {
    const about = imports.filter(isInner).filter(({ file }) => rule.isAbout(file));
    expect(about.length).toBeGreaterThan(0);
    const breaches = about
      .filter((line) => !isAllowed(rule, line))
      .map(({ file, line, target }) => `${file}:${line} imports ${target}`);
    expect(breaches).toEqual([]);
  });

  test("architecture: what browsers may load of the contract imports no package", () => {
    const breaches = imports
      .filter((line) => isIn(line.file.replace(/\.ts$/, ""), ...CONTRACT_DATA) && !line.typeOnly)
      .filter((line) => !line.target || !isIn(line.target, ...CONTRACT_DATA))
      .map((line) => `${line.file}:${line.line} imports ${line.specifier}`);
    expect(breaches).toEqual([]);
  });

  test.each(WINGS)("architecture: the README of club/%s has at most fifteen lines", (wing) => {
    const lines = readFileSync(path.join(ROOT, "club", wing, "README.md"), "utf8")
      .trim()
      .split("\n");
    expect(lines.length).toBeLessThanOrEqual(15);
  });

  test("architecture: each folder of the club is a wing, and each of a wing with domains a domain", () => {
    const folders = listSources("club").map((file) => file.split("/"));
    const wings = folders.filter((parts) => parts.length > 2).map(([, wing]) => wing);
    expect([...new Set(wings)].sort()).toEqual([...WINGS].sort());
    const strays = folders.map((parts) => parts.join("/")).filter((file) => wingOf(file) !== undefined);
    expect(strays.filter((file) => !isIn(file, "club/platform") && domainOf(file) === undefined)).toEqual([]);
  });

  test("architecture: the domains of the club import one another in no circle", () => {
    const edges = imports.filter(isInner).map(({ file, target }) => ({ from: domainOf(file), to: domainOf(target) }));
    const remaining = new Set<string | undefined>(DOMAINS);
    const isLeaf = (domain?: string) =>
      !edges.some(({ from, to }) => from === domain && to !== domain && remaining.has(to));
    // Takes away the domains that import none of the others again and again; what is left at the end is a circle.
    for (let leaves = [...remaining].filter(isLeaf); leaves.length > 0; leaves = [...remaining].filter(isLeaf)) {
      for (const leaf of leaves) remaining.delete(leaf);
    }
    expect([...remaining]).toEqual([]);
  });

  test("architecture: the public files of the domains exist and are used from outside", () => {
    const used = new Set(
      imports.filter(({ file, target }) => target && domainOf(file) !== domainOf(target)).map(({ target }) => target),
    );
    expect(PUBLIC_PATHS.filter((file) => !used.has(file))).toEqual([]);
  });

  test("architecture: the contract needs nothing but zod", () => {
    const breaches = imports
      .filter((line) => isIn(line.file, "contract") && !line.target && !CONTRACT_PACKAGES.has(line.specifier))
      .map((line) => `${line.file}:${line.line} imports ${line.specifier}`);
    expect(breaches).toEqual([]);
  });

  test("architecture: the environment is read in one file of the portal and one of the club", () => {
    expect(listFilesWith(isEnvironment, sources)).toEqual([...MAY_READ_ENVIRONMENT].sort());
  });

  test("architecture: the portal fetches in one file of its server and one of the browser", () => {
    const portal = sources.filter(({ fileName }) => isIn(fileName, "app"));
    expect(listFilesWith(isFetch, portal)).toEqual([...MAY_FETCH].sort());
  });
});

/** The rows of a README's table: domain, subject, public files. A domain that is the whole wing bears its name. */
function readDomains(wing: string): [domain: string, files: string[]][] {
  const readme = readFileSync(path.join(ROOT, "club", wing, "README.md"), "utf8");
  return [...readme.matchAll(/^\| `([\w-]+)` \|.*\|(.*)\|$/gm)].map(([, name = "", files = ""]) => [
    name === wing ? wing : `${wing}/${name}`,
    [...files.matchAll(/`([\w-]+)`/g)].map(([, file = ""]) => file),
  ]);
}

/** The files that contain a matching node. Compared with a list, one too many and one that is no longer there both fail. */
function listFilesWith(matches: (node: ts.Node) => boolean, among: readonly ts.SourceFile[]): string[] {
  return among.filter((source) => hasNode(source, matches)).map(({ fileName }) => fileName);
}

function hasNode(source: ts.SourceFile, matches: (node: ts.Node) => boolean): boolean {
  let found = false;
  visit(source, (node) => {
    found ||= matches(node);
  });
  return found;
}

function isEnvironment(node: ts.Node): boolean {
  return (
    ts.isPropertyAccessExpression(node) &&
    node.name.text === "env" &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === "process"
  );
}

/** `fetch(…)` itself, also as a property of a global object; a method of that name on anything else is another thing. */
function isFetch(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const called = node.expression;
  if (ts.isIdentifier(called)) return called.text === "fetch";
  return (
    ts.isPropertyAccessExpression(called) &&
    called.name.text === "fetch" &&
    ts.isIdentifier(called.expression) &&
    ["globalThis", "window", "self"].includes(called.expression.text)
  );
}
