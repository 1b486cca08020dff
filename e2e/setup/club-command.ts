import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Runs an operator's command on the data of the running server. @returns its output */
export async function runClub(dataDir: string, ...args: string[]): Promise<string> {
  const environment = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: "production",
    DATA_DIR: dataDir,
  } as const;
  const { stdout } = await promisify(execFile)(process.execPath, ["build/club.js", ...args], {
    cwd: ROOT,
    env: environment,
  });
  return stdout;
}
