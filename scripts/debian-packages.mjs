// Installs Debian's packages.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** By apt for root on Debian; elsewhere nothing happens. */
export function installPackages(names) {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return;
  const quiet = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  spawnSync("apt-get", ["update", "-qq"], quiet);
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], quiet);
}
