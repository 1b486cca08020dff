// Waits for the end of the test run, however it comes (its pipe closes even when the run is killed), then ends the
// PostgreSQL that the run left in the folder, if any, and removes the folder.
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const folder = process.argv[2] ?? "";
const cluster = path.join(folder, "postgres", "cluster");

process.on("SIGINT", () => undefined);
process.stdin.resume();
process.stdin.once("end", tidy);
process.stdin.once("error", tidy);

async function tidy() {
  if (!existsSync(folder)) process.exit();
  for (let attempt = 0; attempt < 50; attempt++) {
    const pid = findServer();
    if (!pid) break;
    try {
      process.kill(pid, attempt < 40 ? "SIGQUIT" : "SIGKILL");
    } catch {
      break;
    }
    await delay(100);
  }
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}

function findServer() {
  try {
    const pid = Number(readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n")[0]);
    if (process.platform === "linux" && !readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(cluster)) return 0;
    return pid;
  } catch {
    return 0;
  }
}
