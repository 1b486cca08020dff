import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { installPackages } from "../../scripts/debian-packages.mjs";

/** Folders in which Debian has programs of services, beside those of PATH. */
const FOLDERS = ["/usr/sbin", "/usr/lib/postgresql/15/bin"];

/** The packages of Debian 12 that have the programs of several nodes. */
const PACKAGES: Readonly<Record<string, string>> = {
  postgres: "postgresql-15",
  nginx: "nginx",
  openssl: "openssl",
  pgbouncer: "pgbouncer",
  haproxy: "haproxy",
  varnishd: "varnish",
};

/** Installs the programs of several nodes that are missing, for root on Debian. */
export function installPrograms(): void {
  const missing = Object.entries(PACKAGES).filter(([program]) => findProgram(program) === undefined);
  if (missing.length > 0) installPackages(missing.map(([, name]) => name));
}

/** Finds a program of the system; undefined where it isn't installed. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), ...FOLDERS];
  return folders.map((folder) => path.join(folder, name)).find((file) => path.isAbsolute(file) && existsSync(file));
}

/** Whether all of these are installed; otherwise says what is skipped for which of them. */
export function hasPrograms(what: string, ...names: readonly string[]): boolean {
  const missing = names.filter((name) => findProgram(name) === undefined);
  if (missing.length > 0) console.log(`skipped: ${what}, because ${missing.join(", ")} isn't installed`);
  return missing.length === 0;
}

/** Runs a program to its end. @throws Error with what it has printed */
export function runProgram(name: string, ...given: readonly string[]): string {
  try {
    return execFileSync(findProgram(name) ?? name, given, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    const { stderr = "", stdout = "" } = error as { stderr?: string; stdout?: string };
    throw new Error(`${name} ${given.join(" ")}\n${stdout}${stderr}`.slice(0, 4_000));
  }
}
