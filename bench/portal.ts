import { spawnSync } from "node:child_process";
import { createDataFolder } from "../e2e/setup/data-folder";
import { startServer } from "../e2e/setup/server";
import { isBuildStale } from "../scripts/stale-build.mjs";
import { findFreePort } from "../tests/setup/free-port";
import type { MeasuredServer } from "./measure";

/** The built portal with its club and PostgreSQL, on free ports and in a temporary data folder with the demo's data. */
export interface BenchPortal extends MeasuredServer {
  readonly clubOrigin: string;
  readonly dataDir: string;
  /** A figure of the process by its name in Prometheus, summed over its labels. */
  readMetric(name: string): Promise<number>;
}

/**
 * Starts the portal, and builds it first when the sources are newer.
 * @param variables variables of the environment that differ from the defaults
 */
export async function startPortal(variables: Readonly<Record<string, string>> = {}): Promise<BenchPortal> {
  buildWhenStale();
  const folder = await createDataFolder();
  const metricsPort = await findFreePort();
  const server = await startServer(folder.path, { METRICS_PORT: String(metricsPort), ...variables }).catch(
    async (error: unknown) => {
      await folder.remove();
      throw error;
    },
  );
  const readMetric = (name: string) => readMetricAt(metricsPort, name);
  return {
    ...server,
    readMetric,
    readCpuMs: async () => 1000 * (await readMetric("process_cpu_seconds_total")),
    async stop() {
      await server.stop();
      await folder.remove();
    },
  };
}

/** Builds the portal when the sources are newer. */
export function buildWhenStale(): void {
  if (!isBuildStale()) return;
  const { status } = spawnSync(process.execPath, ["scripts/build.mjs"], { stdio: "ignore" });
  if (status !== 0) throw new Error("The portal can't be built: run `npm run build`");
}

/** A figure of the process whose metrics are at a port, summed over its labels. */
export async function readMetricAt(port: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return text
    .split("\n")
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
}
