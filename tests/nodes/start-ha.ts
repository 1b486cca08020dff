// `npm run start:ha` starts on this machine what docs/deployment.md describes, for whoever wants to see it: two portals, two
// clubs and a job runner with the demo on one PostgreSQL behind nginx. Ctrl-C ends all of it, and nothing stays.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { demoAccounts } from "../../club/demo/demo-accounts";
import { isBuildStale } from "../../scripts/stale-build.mjs";
import { hasPrograms, runProgram } from "./programs";
import { openTopology } from "./topology";
import { SITE } from "./visitor";

const PORT = 8443;

const { values } = parseArgs({ options: { port: { type: "string" } } });
const port = Number(values.port ?? PORT);
if (!hasPrograms("start:ha", "initdb", "postgres", "nginx", "openssl")) process.exit(1);
if (isBuildStale()) runProgram("node", "scripts/build.mjs", "--quiet");

const folder = await mkdtemp(path.join(tmpdir(), "club-ha-"));
/** Ends when somebody asks for it, also during the start. */
const asked = new Promise<void>((done) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => done());
});
try {
  const topology = await openTopology({ folder, port });
  const nodes = topology.nodes.map(({ process: { name, pid }, port: at }) => `  ${name}: port ${at}, process ${pid}`);
  console.log(
    [
      `Клуб открыт: https://${SITE}:${port}`,
      `  with this line in /etc/hosts: 127.0.0.1 ${SITE}; its certificate is made for today, which the browser says.`,
      ...nodes,
      `  PostgreSQL: ${topology.postgres.urlOf("club")}`,
      `  logs of nginx: ${path.join(folder, "nginx", "error.log")}`,
      `Password of all: ${demoAccounts[0].password}`,
      ...demoAccounts.map(({ phone, role }) => `  ${phone} ${role}`),
      "A killed process stays away; the others go on. Ctrl-C ends everything.",
    ].join("\n"),
  );
  await asked;
  await topology.close();
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);
