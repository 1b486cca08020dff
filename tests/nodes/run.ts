// `npm run test:nodes` starts two portals, two clubs and a job runner on one PostgreSQL behind nginx, and does to them what
// happens to a deployment. `-- --only rolling` tries one part: rolling, sockets, defaults, releases, kill, content, order,
// pooler, recovery, failover or caches. For root on Debian it installs what it needs; `-- --installed` tries only what is
// installed. `-- --output FILE` writes the counts as JSON, too.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { isBuildStale } from "../../scripts/stale-build.mjs";
import { makeTemporaryFolder } from "../../scripts/temporary-folder.mjs";
import { tryCaches } from "./part-caches";
import { tryContents } from "./part-content";
import { tryDefaults } from "./part-defaults";
import { CLUSTER_SETTINGS, openCluster, tryFailover } from "./part-failover";
import { tryKills } from "./part-kill";
import { tryOrders } from "./part-order";
import { openPooler, tryPooler } from "./part-pooler";
import { prepareArchive, tryRecovery } from "./part-recovery";
import { tryReleases } from "./part-releases";
import { tryRolling, tryRollingAtSockets } from "./part-rolling";
import { hasPrograms, installPrograms, runProgram } from "./programs";
import { openReport, type Report } from "./report";
import { openTopology, type Topology, type TopologyOptions } from "./topology";

interface Part {
  readonly programs: readonly string[];
  readonly options?: Omit<TopologyOptions, "folder">;
  readonly attempt: (topology: Topology, report: Report) => Promise<void>;
}

const BASE = ["initdb", "postgres", "nginx", "openssl"];

const PARTS: Readonly<Record<string, Part>> = {
  rolling: { programs: BASE, attempt: tryRolling },
  sockets: { programs: BASE, options: { holdsSockets: true }, attempt: tryRollingAtSockets },
  defaults: { programs: BASE, options: { hasPlainNginx: true }, attempt: tryDefaults },
  // Where a restart refuses nobody: every request that fails is the release's fault.
  releases: { programs: BASE, options: { holdsSockets: true }, attempt: tryReleases },
  kill: { programs: BASE, attempt: tryKills },
  // Long enough to look at a node while it drains.
  content: { programs: BASE, options: { env: { DRAIN_MS: "5000" } }, attempt: tryContents },
  // Long enough to press while units are on their way.
  order: { programs: BASE, options: { env: { ORDER_PAUSE_MS: "1000" } }, attempt: tryOrders },
  pooler: { programs: [...BASE, "pgbouncer"], options: { openDatabase: openPooler }, attempt: tryPooler },
  recovery: {
    programs: [...BASE, "pg_basebackup", "pg_verifybackup", "pg_receivewal"],
    options: { preparePostgres: prepareArchive },
    attempt: tryRecovery,
  },
  failover: {
    programs: [...BASE, "pg_basebackup", "pg_rewind", "haproxy"],
    options: { preparePostgres: () => CLUSTER_SETTINGS, openDatabase: openCluster },
    attempt: tryFailover,
  },
  caches: { programs: BASE, options: { keepsPages: true }, attempt: tryCaches },
};

const { values } = parseArgs({
  options: { only: { type: "string" }, installed: { type: "boolean" }, output: { type: "string" } },
});
const chosen = values.only?.split(",") ?? Object.keys(PARTS);
const unknown = chosen.filter((name) => !PARTS[name]);
if (unknown.length > 0) {
  console.error(`--only: some of ${Object.keys(PARTS).join(", ")}; not ${unknown.join(", ")}`);
  process.exit(2);
}
if (!values.installed) installPrograms();
if (isBuildStale()) runProgram("node", "scripts/build.mjs", "--quiet");

const removeTemporaryFolder = makeTemporaryFolder();
const report = openReport();
let skipped = 0;
for (const name of chosen) {
  const part = PARTS[name];
  if (!part) continue;
  if (!hasPrograms(`the part ${name}`, ...part.programs)) {
    skipped += 1;
    continue;
  }
  const folder = await mkdtemp(path.join(tmpdir(), `nodes-${name}-`));
  let topology: Topology | undefined;
  await report.attempt(
    `${name}: two portals, two clubs and a job runner start at once on an empty database`,
    async () => {
      topology = await openTopology({ folder, ...part.options });
    },
  );
  if (topology) {
    await part.attempt(topology, report);
    await topology.close();
  }
  await rm(folder, { recursive: true, force: true });
}
removeTemporaryFolder();
const { passed, failed, failures } = report;
if (values.output) await writeFile(values.output, JSON.stringify({ passed, failed, failures }));
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed > 0 ? 1 : 0);
