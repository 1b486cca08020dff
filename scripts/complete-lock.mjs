// Writes into package-lock.json the packages of other platforms that npm left out, because the registry at hand did not
// serve them, or because of what was installed at the time. Without them `npm ci` refuses the lock file. To be run after
// `npm install`; with `--check` it only tells what is missing.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const file = path.join(fileURLToPath(new URL("..", import.meta.url)), "package-lock.json");
const lock = JSON.parse(readFileSync(file, "utf8"));
const missing = findMissing(lock.packages);

if (process.argv.includes("--check")) {
  for (const { place, version } of missing) console.log(`${place} ${version}`);
  process.exitCode = missing.length > 0 ? 1 : 0;
} else if (missing.length > 0) {
  for (const { place, version, dev } of missing) {
    const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
    lock.packages[place] = { version, ...readPlatform(name), ...(dev && { dev: true }), optional: true };
  }
  const [root, ...rest] = Object.keys(lock.packages);
  rest.sort((a, b) => a.localeCompare(b, "en"));
  lock.packages = Object.fromEntries([root, ...rest].map((place) => [place, lock.packages[place]]));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${missing.length} packages of other platforms were added to package-lock.json.`);
}

/** The optional dependencies with an exact version that stand nowhere their package would find them. */
function findMissing(packages) {
  const found = new Map();
  for (const [holder, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) || findInstalled(packages, holder, name) === version) continue;
      const top = `node_modules/${name}`;
      const free = !packages[top] && (found.get(top)?.version ?? version) === version;
      const place = free ? top : `${holder}/node_modules/${name}`;
      const dev = Boolean(entry.dev) && (found.get(place)?.dev ?? true);
      found.set(place, { place, version, dev });
    }
  }
  return [...found.values()];
}

/** The version that a package at `holder` gets when it asks for `name`, as Node looks it up. */
function findInstalled(packages, holder, name) {
  for (let place = holder; ; place = place.slice(0, Math.max(0, place.lastIndexOf("/node_modules/")))) {
    const entry = packages[`${place}${place ? "/" : ""}node_modules/${name}`];
    if (entry) return entry.version;
    if (!place) return undefined;
  }
}

/** What the package's name says of its platform, so that npm skips it elsewhere. */
function readPlatform(name) {
  const words = name.split(/[/-]/);
  const os = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
  const known = { x64: "x64", ia32: "ia32", arm64: "arm64", arm: "arm", loong64: "loong64" };
  const cpu =
    ["ppc64", "riscv64", "s390x", "mips64el"].find((word) => words.includes(word)) ??
    words.map((w) => known[w]).find(Boolean);
  const libc = words.some((word) => word.startsWith("musl"))
    ? "musl"
    : words.some((word) => word.startsWith("gnu"))
      ? "glibc"
      : undefined;
  const system = os.find((word) => words.includes(word));
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(system === "linux" && libc && { libc: [libc] }),
    ...(system && { os: [system] }),
  };
}
