import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";

const ASSET = /\/assets\/[^"'\s]+\.js/g;
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g;

/** Reads the scripts of a client build. The result sums up what a page loads for hydration, in bytes of brotli 11. */
export async function readScripts(build: string): Promise<(html: string) => number> {
  const folder = path.join(build, "assets");
  const weights = new Map<string, number>();
  const imports = new Map<string, string[]>();
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".js")) continue;
    const text = await readFile(path.join(folder, name));
    weights.set(name, brotliCompressSync(text).length);
    imports.set(
      name,
      [...text.toString("utf8").matchAll(STATIC_IMPORT)].map(([, file = ""]) => file),
    );
  }
  return (html) => {
    const reached = new Set<string>();
    const visit = (name: string) => {
      if (reached.has(name)) return;
      reached.add(name);
      imports.get(name)?.forEach(visit);
    };
    for (const [address] of html.matchAll(ASSET)) visit(path.posix.basename(address));
    return [...reached].reduce((sum, name) => sum + (weights.get(name) ?? 0), 0);
  };
}
