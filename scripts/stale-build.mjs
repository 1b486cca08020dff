import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const server = path.join(root, "build", "server.js");
const sources = [
  "app",
  "club",
  "console",
  "contract",
  "public",
  "server",
  "server.ts",
  "vite.config.ts",
  "remix.config.js",
  "package.json",
];

/** Whether a source is newer than the build, or there is none. */
export function isBuildStale() {
  if (!existsSync(server)) return true;
  const built = statSync(server).mtimeMs;
  return sources.some((source) => findNewest(path.join(root, source)) > built);
}

function findNewest(entry) {
  const found = statSync(entry, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  return readdirSync(entry).reduce(
    (newest, name) => Math.max(newest, findNewest(path.join(entry, name))),
    found.mtimeMs,
  );
}
