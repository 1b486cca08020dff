import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { ViteDevServer } from "vite";
import { type FetchResult, ModuleRunner } from "vite/module-runner";
import { startVite } from "./start-vite";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const KEPT = path.join(ROOT, "node_modules", ".cache", "portal");
/** What the portal's modules are compiled from, and by. */
const FOLDERS = ["app", "contract"];
const FILES = [
  ...["vite.config.ts", "remix.config.js", "scripts/css-build.ts", "tsconfig.json"],
  ...["package-lock.json", ".browserslistrc"],
];

/** By address, and that of a package by its importer too, which knows a file from which Node.js imports it. */
type Compiled = Map<string, FetchResult>;

let compiled: Compiled | undefined;
let file = "";
let saved = 0;

/**
 * Evaluates the portal's modules, anew for each runner, as they keep state. What was compiled once is read by the other processes
 * and by later runs until a source changes: to compile the modules takes longer than most files of tests.
 */
export function openPortalModules(): ModuleRunner {
  const known = readCompiled();
  return new ModuleRunner({
    hmr: false,
    transport: {
      async invoke(asked) {
        const { data } = (asked as unknown as { data: { data: [url: string, importer?: string, options?: object] } })
          .data;
        const [url, importer, options] = data;
        const key = /^(\.|\/|file:)/.test(url) ? url : `${importer ?? ""} ${url}`;
        const found = known.get(key) ?? (await compile(url, importer, options));
        known.set(key, found);
        // The runner writes into what it gets.
        return { result: { ...found } };
      },
    },
  });
}

/** Keeps what has been compiled since the last time. */
export function keepPortalModules(): void {
  if (!compiled || compiled.size === saved) return;
  saved = compiled.size;
  mkdirSync(KEPT, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify([...compiled]));
  renameSync(draft, file);
  for (const name of readdirSync(KEPT)) {
    if (name.endsWith(".json") && name !== path.basename(file)) rmSync(path.join(KEPT, name), { force: true });
  }
}

function readCompiled(): Compiled {
  if (compiled) return compiled;
  file = path.join(KEPT, `${hashSources()}.json`);
  try {
    compiled = new Map(JSON.parse(readFileSync(file, "utf8")) as [string, FetchResult][]);
  } catch {
    compiled = new Map();
  }
  saved = compiled.size;
  return compiled;
}

function hashSources(): string {
  const hash = createHash("sha256").update(ROOT);
  const folders = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  for (const source of [...folders.toSorted(), ...FILES.map((name) => path.join(ROOT, name))]) {
    hash.update(`\n${source}\n`).update(readFileSync(source));
  }
  return hash.digest("hex").slice(0, 32);
}

async function compile(url: string, importer: string | undefined, options: object | undefined): Promise<FetchResult> {
  vite ??= startCompiler();
  const { environments } = await vite;
  const result = await environments.ssr.fetchModule(url, importer, { ...options, cached: false });
  const source =
    "file" in result && result.file && path.isAbsolute(result.file) ? path.relative(ROOT, result.file) : "";
  // A package may be reached by a link: its real file is elsewhere then.
  const isCounted =
    source.split(path.sep).includes("node_modules") ||
    FOLDERS.some((folder) => source.startsWith(`${folder}${path.sep}`));
  if (source && !isCounted) throw new Error(`${source} is compiled, but not in FOLDERS`);
  return "invalidate" in result ? { ...result, invalidate: false } : result;
}

let vite: Promise<ViteDevServer> | undefined;

/** Starts what compiles the modules, once for all test files of this process. */
async function startCompiler(): Promise<ViteDevServer> {
  const server = await startVite("vite.config.ts");
  process.once("exit", () => rmSync(server.config.cacheDir, { recursive: true, force: true }));
  return server;
}
