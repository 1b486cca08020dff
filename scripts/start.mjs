// Starts the built server in this process, so that signals reach it. Builds first when the sources are newer.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isBuildStale } from "./stale-build.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const server = path.join(root, "build", "server.js");

process.env.NODE_ENV ||= "production";

if (isBuildStale()) {
  if (canBuild()) {
    console.log("Building the portal, about half a minute.");
    const result = spawnSync(process.execPath, [path.join(root, "scripts", "build.mjs"), "--quiet"], {
      stdio: "inherit",
      cwd: root,
    });
    if (result.status !== 0) process.exit(result.status ?? 1);
  } else if (existsSync(server)) {
    console.warn(
      "The sources are newer than build/, but the build tools are not installed: starting the existing build.",
    );
  } else {
    console.error(
      "There is no build/ yet, and the build tools are not installed: run `npm ci && npm run build` first.",
    );
    process.exit(1);
  }
}

if (process.env.npm_lifecycle_event === "start") stopWithNpm();
await import(pathToFileURL(server).href);

/** npm sends SIGTERM to its shell, which exits without passing it on. A changed parent process shows that. */
function stopWithNpm() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 300);
  watch.unref();
}

function canBuild() {
  const { resolve } = createRequire(import.meta.url);
  try {
    resolve("@remix-run/dev/package.json");
    resolve("esbuild");
    resolve("vite");
    return true;
  } catch {
    return false;
  }
}
