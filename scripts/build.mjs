// Builds the portal and the console (Remix) and their server, and compresses the files for browsers.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
process.env.NODE_ENV = "production";

const { resolve } = createRequire(import.meta.url);
const missing = await listMissingPackages();
if (missing.length > 0) {
  console.error(`Not installed: ${missing.join(", ")}. Run \`npm ci\` first, as after every change of package.json.`);
  process.exit(1);
}

// server.js is written last: as long as it is missing, the build is incomplete.
await rm("build", { recursive: true, force: true });

/** Quiet: without the list of all files, which would hide what a server prints afterwards. */
const quiet = process.argv.includes("--quiet") ? ["--logLevel", "warn"] : [];

const remix = path.join(path.dirname(resolve("@remix-run/dev/package.json")), "dist/cli.js");
for (const config of ["vite.config.ts", "console/vite.config.ts"]) {
  const app = spawnSync(process.execPath, [remix, "vite:build", "--config", config, ...quiet], { stdio: "inherit" });
  if (app.status !== 0) process.exit(app.status ?? 1);
}
// The console has no script: its pages carry all they need.
await rm("build/console/client", { recursive: true, force: true });

// Imported only here, so that the check above can report it as missing.
const { bundleHeldPage, bundlePrograms, escapeFolder } = await import("./bundle.mjs");
await bundleHeldPage("build/client");
await compressFolder("build/client");
for (const folder of ["build/server", "build/console/server"]) await escapeFolder(folder);
await bundlePrograms("build");

/** Lists dependencies and build tools that are not in node_modules. */
async function listMissingPackages() {
  const { dependencies } = JSON.parse(await readFile("package.json", "utf8"));
  const tools = ["@remix-run/dev", "browserslist-to-esbuild", "esbuild", "terser", "vite"];
  const isInstalled = (name) =>
    resolve.paths(name).some((folder) => existsSync(path.join(folder, name, "package.json")));
  return [...Object.keys(dependencies), ...tools].filter((name) => !isInstalled(name));
}

/** Writes .br and .gz files beside every text file of 500 bytes or more. */
async function compressFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !/\.(js|css|svg|html|json|txt|ico|webmanifest|xml)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    const content = await readFile(file);
    if (content.length < 500) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}
