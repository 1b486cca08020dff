import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { MeasuredServer } from "../measure";
import type { Report } from "./serve";

const BARE_REMIX = fileURLToPath(new URL("bare-remix", import.meta.url));
const BARE_REMIX_BUILD = fileURLToPath(new URL("../build", import.meta.url));

/** A page of fifty rows by React's renderToString on node:http. */
export const startRenderToString = () => start("render-to-string.tsx");

/** The bytes of the page at an address, on node:http. */
export const startConstant = (address: string) => start("constant.ts", address);

/** A bare Remix app with the same fifty rows. It is built anew into an ignored folder, which is removed at the end. */
export async function startBareRemix(): Promise<MeasuredServer> {
  const cli = fileURLToPath(new URL("../../node_modules/@remix-run/dev/dist/cli.js", import.meta.url));
  const build = spawn(process.execPath, [cli, "vite:build"], {
    cwd: BARE_REMIX,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: "ignore",
  });
  const [code] = await once(build, "exit");
  if (code !== 0) throw new Error(`The bare Remix app can't be built: run \`remix vite:build\` in ${BARE_REMIX}`);
  const server = await start("bare-remix/server.ts", BARE_REMIX_BUILD);
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(BARE_REMIX_BUILD, { recursive: true, force: true });
    },
  };
}

async function start(file: string, ...args: string[]): Promise<MeasuredServer> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const nextReport = () =>
    new Promise<Report>((resolve, reject) => {
      child.once("message", (message) => resolve(message as Report));
      child.once("exit", () => reject(new Error(`${file} ended by itself`)));
    });
  const started = await nextReport();
  return {
    origin: `http://127.0.0.1:${"port" in started ? started.port : 0}`,
    async readCpuMs() {
      const report = nextReport();
      child.send("cpu");
      const { cpu } = (await report) as Extract<Report, { cpu: unknown }>;
      return (cpu.user + cpu.system) / 1000;
    },
    async stop() {
      child.removeAllListeners("exit");
      child.kill();
    },
  };
}
