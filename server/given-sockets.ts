import { fstatSync } from "node:fs";
import { ConfigurationError } from "../app/lib/configuration.server";
import type { Role } from "../contract/deployment";

const NAMES = ["web", "club", "metrics"] as const;
const VARIABLES = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] as const;
/** Descriptors below it are input, output and errors. */
const FIRST_DESCRIPTOR = 3;

/** What listens at a socket: the portal's pages, the club's API, the metrics. */
export type SocketName = (typeof NAMES)[number];

/** The descriptors of the sockets at which this process listens in place of its own addresses. */
export type GivenSockets = ReadonlyMap<SocketName, number>;

/**
 * Takes the sockets that systemd holds for this process, by the protocol of `sd_listen_fds(3)`, and the variables that tell of
 * them, so that no process started from here believes that they are its own. Variables for another process count for nothing.
 *
 * @throws ConfigurationError where nothing of this process would answer at one of them
 */
export function takeGivenSockets(environment: NodeJS.ProcessEnv, roles: ReadonlySet<Role>): GivenSockets {
  const [pid, count, names] = VARIABLES.map((name) => environment[name]?.trim() || undefined);
  for (const name of VARIABLES) delete environment[name];
  if (count === undefined || (pid !== undefined && pid !== String(process.pid))) return new Map();
  if (!/^\d{1,3}$/.test(count)) throw new ConfigurationError("LISTEN_FDS: must be how many sockets are given");
  const listed = readNames(names, Number(count));
  const problems = listed.flatMap((name, index) => {
    if (!isSocketName(name)) return [`LISTEN_FDNAMES: ${name} is none of ${NAMES.join(", ")}`];
    if (listed.indexOf(name) !== index) return [`LISTEN_FDNAMES: only one socket can be ${name}`];
    if (!isSocket(FIRST_DESCRIPTOR + index))
      return [`LISTEN_FDS: descriptor ${FIRST_DESCRIPTOR + index} (${name}) is no socket`];
    const missing = findMissing(name, environment, roles);
    return missing ? [`LISTEN_FDNAMES: nobody would answer at ${name} without ${missing}`] : [];
  });
  if (problems.length > 0) throw new ConfigurationError(problems.join("\n"));
  return new Map(listed.filter(isSocketName).map((name, index) => [name, FIRST_DESCRIPTOR + index]));
}

/** A single socket without a name is the portal's. Where a unit names none, systemd writes the unit's own name. */
function readNames(names: string | undefined, count: number): readonly string[] {
  const listed = names?.split(":") ?? [];
  if (count === 1 && (names === undefined || names === "unknown" || names.endsWith(".socket"))) return ["web"];
  if (listed.length !== count)
    throw new ConfigurationError(`LISTEN_FDNAMES: must have ${count} names, as LISTEN_FDS says`);
  return listed;
}

function isSocketName(name: string): name is SocketName {
  return NAMES.some((known) => known === name);
}

function isSocket(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isSocket();
  } catch {
    return false;
  }
}

/** What this process lacks to answer there. */
function findMissing(name: SocketName, environment: NodeJS.ProcessEnv, roles: ReadonlySet<Role>): string | undefined {
  if (name === "metrics") return undefined;
  if (!roles.has(name)) return `the role ${name} (ROLES)`;
  return name === "club" && !environment.CLUB_PORT?.trim() ? "CLUB_PORT" : undefined;
}
