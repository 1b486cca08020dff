// Bundles the programs that Node.js runs: the server, the operator's command line and the threads.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import browserslistToEsbuild from "browserslist-to-esbuild";
import { build } from "esbuild";

/** Each of them is hundreds of small modules, of which Node.js would keep the texts, the names and the links. */
const BUNDLED = ["date-fns", "kysely"];

/** @param {string} outdir */
export async function bundlePrograms(outdir) {
  const { dependencies } = JSON.parse(await readFile("package.json", "utf8"));
  const { outputFiles } = await build({
    entryPoints: {
      server: "server.ts",
      club: "club/cli.ts",
      "table-worker": "club/platform/spreadsheets/table-worker.ts",
      "pdf-worker": "club/demo/pdf-worker.ts",
    },
    outdir,
    write: false,
    minifyWhitespace: true,
    lineLimit: 160,
    bundle: true,
    external: ["vite", ...Object.keys(dependencies).filter((name) => !BUNDLED.includes(name))],
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "warning",
  });
  await mkdir(outdir, { recursive: true });
  for (const { path: file, text } of outputFiles) await writeFile(file, escapeLetters(text));
}

/** Bundles the script of pages whose scripts are held back: app/document/held-page. @param {string} outdir */
export async function bundleHeldPage(outdir) {
  await build({
    entryPoints: { held: "app/document/held-page/start.ts" },
    outdir,
    minify: true,
    bundle: true,
    format: "esm",
    target: browserslistToEsbuild(undefined, { env: "script" }),
    logLevel: "warning",
  });
}

/** Rewrites the programs of a folder by `escapeLetters`. @param {string} folder */
export async function escapeFolder(folder) {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith(".js")) continue;
    const file = path.join(folder, name);
    await writeFile(file, escapeLetters(await readFile(file, "utf8")));
  }
}

/**
 * Writes what isn't ASCII as `\u` and four digits: V8 keeps a whole program at two bytes for each character as soon as one of
 * them isn't Latin. Texts, templates and regular expressions mean the same.
 * @param {string} program
 */
export function escapeLetters(program) {
  // A backslash goes with the character after it: two of them stay as they are, and `\é` is no more than `é`.
  return program.replace(/\\.|[\u0080-\uffff]/gs, (part) => {
    const last = part.at(-1) ?? "";
    return last > "\x7f" ? `\\u${last.charCodeAt(0).toString(16).padStart(4, "0")}` : part;
  });
}
