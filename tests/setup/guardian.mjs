// Waits for the end of the test run, whose pipe closes even when the run is killed. Then it kills the server and the
// PostgreSQL that the run left in the folder, and removes the folder.
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const folder = process.argv[2] ?? "";
const cluster = path.join(folder, "postgres", "cluster");

process.on("SIGINT", () => undefined);
process.stdin.resume();
process.stdin.once("end", cleanUp);
process.stdin.once("error", cleanUp);

async function cleanUp() {
  if (!existsSync(folder)) process.exit();
  // The portal's server comes first, because it would start its PostgreSQL again.
  signal(findProcess(path.join(folder, "server.pid"), path.join("build", "server.js")), "SIGKILL");
  for (let attempt = 0; attempt < 50; attempt++) {
    const pid = findProcess(path.join(cluster, "postmaster.pid"), cluster);
    if (!signal(pid, attempt < 40 ? "SIGQUIT" : "SIGKILL")) break;
    await delay(100);
  }
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}

/** The living process of a pid file, or 0. On Linux its command line must contain the text. */
function findProcess(file, text) {
  try {
    const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
    if (process.platform === "linux" && !readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text)) return 0;
    return pid;
  } catch {
    return 0;
  }
}

function signal(pid, name) {
  try {
    return pid > 1 && process.kill(pid, name);
  } catch {
    return false;
  }
}
