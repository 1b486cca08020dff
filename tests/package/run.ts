// `npm run test:package` walks through deploy/Dockerfile without a container engine and starts what comes of it.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Image, underRoot, walkDockerfile } from "../../scripts/package/walk-dockerfile";
import { makeTemporaryFolder } from "../../scripts/temporary-folder.mjs";
import { openReport } from "../nodes/report";
import { answers } from "../setup/answers";
import { findFreePort } from "../setup/free-port";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const START_MS = 120_000;

const removeTemporaryFolder = makeTemporaryFolder();
const target = await mkdtemp(path.join(process.env.TMPDIR ?? "/tmp", "package-"));
await chmod(target, 0o755);
const report = openReport();
let image: Image | undefined;

console.log(`No container engine takes part: the steps are done in folders, by Node ${process.version}.`);
await report.attempt("every step of deploy/Dockerfile", async () => {
  image = await walkDockerfile({
    dockerfile: await readFile(path.join(ROOT, "deploy", "Dockerfile"), "utf8"),
    ignore: await readFile(path.join(ROOT, "deploy", "Dockerfile.dockerignore"), "utf8"),
    context: ROOT,
    target,
    onStep: (step) => console.log(`   ${step}`),
  });
});
if (image) await tryImage(image);
await report.attempt("the list of packages and their licences (npm run sbom)", async () => {
  const text = execFileSync("npm", ["run", "--silent", "sbom"], { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 28 });
  const { components } = JSON.parse(text) as { components: { name: string }[] };
  const has = (wanted: string) => components.some(({ name }) => name === wanted);
  if (!has("express") || has("vitest")) throw new Error("it doesn't list what the portal runs with");
});
await rm(target, { recursive: true, force: true });
removeTemporaryFolder();
console.log(`${report.passed} passed, ${report.failed} failed`);
process.exit(report.failed > 0 ? 1 : 0);

async function tryImage(image: Image): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const [uid = 0, gid = 0] = image.user.split(":").map(Number);
  const as = isRoot ? { uid, gid } : {};
  const who = isRoot ? `user ${uid}, who may write to /data alone` : "this user, since only root may choose another";
  const port = await findFreePort();
  const inherited = { PATH: process.env.PATH, HOME: path.join(image.root, "data") };
  const env = Object.fromEntries(Object.entries(image.env).map(([name, text]) => [name, underRoot(text, image.root)]));
  const variables = { ...inherited, ...env, NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port) } as const;
  const options = { cwd: image.folder, env: variables, ...as };
  const [program, ...given] = image.command;
  const mark = path.join(target, "mark");
  await writeFile(mark, "");
  await mkdir(path.join(image.root, "data"), { recursive: true });
  let child: ChildProcess | undefined;
  let printed = "";
  await report.attempt(`it starts as ${who}`, async () => {
    const started = spawn(program === "node" ? process.execPath : (program ?? ""), given, {
      ...options,
      stdio: "pipe",
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) stream.on("data", (part) => (printed += part));
    const deadline = Date.now() + START_MS;
    while (!(await answers(`http://127.0.0.1:${port}/readyz`))) {
      if (started.exitCode !== null || Date.now() > deadline) throw new Error(printed);
      await delay(250);
    }
    const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    const script = /\/assets\/[\w.-]+\.js/.exec(page)?.[0];
    if (!script || (await fetch(`http://127.0.0.1:${port}${script}`)).status !== 200) throw new Error("no script");
  });
  await report.attempt("its health check says that it runs", async () => {
    execFileSync(process.execPath, image.healthCheck.slice(1), options);
  });
  await report.attempt("its commands run", async () => {
    const text = execFileSync(process.execPath, ["scripts/club.mjs", "list-people"], { ...options, encoding: "utf8" });
    if (text.trim() === "") throw new Error("nothing is printed");
  });
  await report.attempt("SIGTERM ends it with 0", async () => {
    const ended = new Promise((done) => child?.once("exit", done));
    child?.kill("SIGTERM");
    const code = await ended;
    if (code !== 0) throw new Error(`it ended with ${code}\n${printed}`);
  });
  child?.kill("SIGKILL");
  await report.attempt("nothing but /data was written to", async () => {
    const changed = execFileSync("find", [image.folder, "-newer", mark], { encoding: "utf8" });
    if (changed !== "") throw new Error(changed);
  });
}
