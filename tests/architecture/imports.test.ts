import { existsSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { type ImportLine, listSources, parseSource, ROOT, readImports, visit } from "./sources";

/** Imports run one way, as the README says. A rule answers whether a file may import a target of this repository. */
type Rule = (line: ImportLine & { target: string }) => boolean;

/**
 * The domains of the club with their public files: the only ones of a domain that another domain, the seeds and the command
 * line may import. A file is named after what it holds.
 */
const PUBLIC_FILES: Readonly<Record<string, readonly string[]>> = {
  accounts: ["find-by-login", "password", "person", "redirect-token"],
  companies: ["company-reply", "retail-company"],
  content: [],
  deals: ["sale-fingerprint"],
  documents: [],
  invites: ["find-open-invite", "join-by-invite"],
  ledger: ["ledger"],
  mailings: [],
  outbox: ["send-message", "unsubscribed-addresses"],
  prizes: ["kinds", "read-order", "set-exchange-status", "year-total"],
  profile: [],
  promotions: ["promo-code"],
  regional: [],
  registration: ["earlier-registration", "relation"],
  suggestions: ["find-pickup-point"],
};
const DOMAINS = Object.keys(PUBLIC_FILES);

const isIn = (target: string, ...places: string[]) =>
  places.some((place) => target === place || target.startsWith(`${place}/`));
const segment = (file: string, index: number) => file.split("/")[index] ?? "";

/** What a domain may use of the club besides its own folder and the public files of other domains. */
const CLUB_SHARED = [
  "club/db",
  "club/services",
  "club/moscow-date",
  "club/seal",
  "club/http",
  "club/spreadsheets",
  "club/jobs/define-job",
];

/** Plain data and functions of the contract, which import no zod: browser code may use them. */
const CONTRACT_DATA = [
  "contract/values",
  "contract/russian-date",
  "contract/deployment",
  "contract/columns",
  "contract/field-rules",
];

const domainOf = (file: string) => DOMAINS.find((domain) => isIn(file, `club/${domain}`));
const isPublicFile = (target: string) =>
  Object.entries(PUBLIC_FILES).some(([domain, files]) => files.some((file) => target === `club/${domain}/${file}`));

const rules: { name: string; files: (file: string) => boolean; allows: Rule }[] = [
  {
    name: "contract → itself",
    files: (file) => isIn(file, "contract"),
    allows: ({ target }) => isIn(target, "contract"),
  },
  {
    name: "club/<domain> → contract, what the domains share, itself, another domain's public files",
    files: (file) => domainOf(file) !== undefined,
    allows: ({ file, target }) =>
      target !== "club/http/router" &&
      (isIn(target, "contract", ...CLUB_SHARED, `club/${segment(file, 1)}`) || isPublicFile(target)),
  },
  {
    name: "club/cli, club/seeds → a domain's public files only",
    files: (file) => isIn(file, "club/cli", "club/seeds"),
    allows: ({ target }) => domainOf(target) === undefined || isPublicFile(target),
  },
  {
    name: "club/{db,http,jobs,media,seal,spreadsheets} → no domain",
    files: (file) =>
      isIn(
        file,
        "club/db",
        "club/http",
        "club/jobs",
        "club/media",
        "club/seal",
        "club/spreadsheets",
        "club/services.ts",
      ),
    allows: ({ target }) => domainOf(target) === undefined,
  },
  {
    name: "club → club, contract",
    files: (file) => isIn(file, "club"),
    allows: ({ target }) => isIn(target, "club", "contract"),
  },
  {
    name: "app/lib → lib",
    files: (file) => isIn(file, "app/lib"),
    allows: ({ target, typeOnly }) =>
      isIn(target, "app/lib", ...CONTRACT_DATA) || (typeOnly && isIn(target, "contract")),
  },
  {
    name: "app/ui → lib, ui",
    files: (file) => isIn(file, "app/ui"),
    allows: ({ target, typeOnly }) =>
      isIn(target, "app/lib", "app/ui", "app/styles") || (typeOnly && isIn(target, "contract")),
  },
  {
    name: "app/features/<noun> → ui, lib, its own feature, contract values",
    files: (file) => isIn(file, "app/features") && !file.endsWith(".server.ts"),
    allows: ({ file, target, typeOnly }) =>
      isIn(target, "app/ui", "app/lib", "app/styles", `app/features/${segment(file, 2)}`) ||
      isIn(target, ...CONTRACT_DATA) ||
      // Only types: zod stays out of the browser.
      (typeOnly && isIn(target, "contract")),
  },
  {
    name: "app/features/<noun>/*.server.ts → session, upstream and contract as well",
    files: (file) => isIn(file, "app/features") && file.endsWith(".server.ts"),
    allows: ({ file, target }) =>
      isIn(target, "app/ui", "app/lib", "app/session", "app/upstream", "contract") ||
      isIn(target, `app/features/${segment(file, 2)}`),
  },
  {
    name: "app/upstream → contract, lib",
    files: (file) => isIn(file, "app/upstream"),
    allows: ({ target }) => isIn(target, "contract", "app/lib", "app/upstream"),
  },
  {
    name: "app/session → upstream, lib, contract",
    files: (file) => isIn(file, "app/session"),
    allows: ({ target }) => isIn(target, "app/upstream", "app/lib", "app/session", "contract"),
  },
  {
    name: "app/routes → everything in app but another route",
    files: (file) => isIn(file, "app/routes"),
    allows: ({ file, target }) => {
      if (isIn(target, "contract")) return true;
      if (!isIn(target, "app")) return false;
      // A route may be a folder: its own files belong to it.
      return !isIn(target, "app/routes") || segment(target, 2) === segment(file, 2);
    },
  },
  {
    name: "server → app, never club: only server.ts knows both",
    files: (file) => isIn(file, "server"),
    allows: ({ target }) => isIn(target, "server", "app", "contract"),
  },
  {
    name: "app → app, contract",
    files: (file) => isIn(file, "app"),
    allows: ({ target }) => isIn(target, "app", "contract"),
  },
];

const sources = ["app", "club", "contract", "server"]
  .filter((folder) => existsSync(path.join(ROOT, folder)))
  .flatMap((folder) => listSources(folder))
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map(parseSource);

/** Packages that the contract may use. */
const CONTRACT_PACKAGES = new Set(["zod"]);

const MAY_READ_ENVIRONMENT = new Set(["app/lib/configuration.server.ts", "club/configuration.ts"]);
const MAY_FETCH = new Set(["app/upstream/client.server.ts"]);

describe("architecture: imports", () => {
  const imports = sources.flatMap(readImports);

  test.each(rules)("architecture: imports run one way, $name", ({ files, allows }) => {
    const breaches = imports
      .filter((line): line is ImportLine & { target: string } => line.target !== undefined && files(line.file))
      .filter((line) => !allows(line))
      .map((line) => `${line.file}:${line.line} imports ${line.target}`);
    expect(breaches).toEqual([]);
  });

  test("architecture: what browsers may load of the contract imports no package", () => {
    const breaches = imports
      .filter((line) => isIn(line.file.replace(/\.ts$/, ""), ...CONTRACT_DATA) && !line.typeOnly)
      .filter((line) => !line.target || !isIn(line.target, ...CONTRACT_DATA))
      .map((line) => `${line.file}:${line.line} imports ${line.specifier}`);
    expect(breaches).toEqual([]);
  });

  test("architecture: the domains of the club import one another in no circle", () => {
    const uses = new Map(DOMAINS.map((domain) => [domain, new Set<string>()]));
    for (const { file, target } of imports) {
      const [from, to] = [domainOf(file), target && domainOf(target)];
      if (from && to && from !== to) uses.get(from)?.add(to);
    }
    const left = new Set(DOMAINS);
    // Takes away the domains that use none of those left; what remains at the end is a circle.
    for (let taken = 1; taken > 0; ) {
      const free = [...left].filter((domain) => ![...(uses.get(domain) ?? [])].some((other) => left.has(other)));
      for (const domain of free) left.delete(domain);
      taken = free.length;
    }
    expect([...left]).toEqual([]);
  });

  test("architecture: the public files of the domains exist and are used from outside", () => {
    const used = new Set(
      imports.filter(({ file, target }) => target && domainOf(file) !== domainOf(target)).map(({ target }) => target),
    );
    const unused = Object.entries(PUBLIC_FILES)
      .flatMap(([domain, files]) => files.map((file) => `club/${domain}/${file}`))
      .filter((file) => !used.has(file));
    expect(unused).toEqual([]);
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

  test("architecture: the portal fetches in one file", () => {
    const portal = sources.filter(({ fileName }) => isIn(fileName, "app"));
    expect(listFilesWith(isFetch, portal)).toEqual([...MAY_FETCH].sort());
  });
});

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
