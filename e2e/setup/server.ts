import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export interface RunningServer {
  origin: string;
  /** Where its club answers, for another portal before the same club. */
  clubOrigin: string;
  dataDir: string;
  stop(): Promise<void>;
}

const ENTRY = fileURLToPath(new URL("../../build/server.js", import.meta.url));
const START_LIMIT_MS = 90_000;

/**
 * Starts the built server on a free port with its own data folder, and waits until it is ready.
 * @param env further variables, such as UPSTREAM_URL
 */
export async function startServer(dataDir: string, env: Record<string, string> = {}): Promise<RunningServer> {
  const [port, clubPort] = await Promise.all([findFreePort(), findFreePort()]);
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [ENTRY], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: dataDir,
      CLUB_PORT: String(clubPort),
      ORDER_PAUSE_MS: "50",
      ...env,
    },
  });
  // For the guardian of the folder, should this process be killed.
  if (child.pid) await writeFile(path.join(dataDir, "server.pid"), String(child.pid));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString("utf8")).slice(-8000);
    });
  }
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const limit = Date.now() + START_LIMIT_MS;
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || Date.now() > limit) {
      child.kill("SIGKILL");
      throw new Error(`The server did not start:\n${output}`);
    }
    await delay(100);
  }
  return {
    origin,
    clubOrigin: `http://127.0.0.1:${clubPort}`,
    dataDir,
    async stop() {
      if (child.exitCode === null) child.kill("SIGTERM");
      await Promise.race([ended, delay(20_000).then(() => child.kill("SIGKILL"))]);
    },
  };
}

async function isReady(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
