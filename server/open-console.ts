import { createServer, type Server } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import type { Configuration } from "../app/lib/configuration.server";
import { log } from "../app/lib/log.server";
import { type ConsoleParts, createConsole, type FetchAsOperator } from "./console";
import { listen, originOf } from "./listen";
import type { Metrics } from "./metrics";
import { createRouteFinder } from "./routes";
import type { CloseStep } from "./shutdown";

/** Serves the operators' console and API on a listener of their own; undefined without a port. */
export async function openConsole(
  configuration: Configuration,
  fetchAsOperator: FetchAsOperator,
  { metrics, isDraining, closeSteps }: { metrics: Metrics; isDraining: () => boolean; closeSteps: CloseStep[] },
): Promise<{ server: Server; origin: string } | undefined> {
  const { operatorPort, operatorHost } = configuration;
  if (operatorPort === undefined) return undefined;
  const server = createServer(
    createConsole({
      configuration,
      ...(await loadConsole(configuration, closeSteps)),
      fetchAsOperator,
      log: log(),
      metrics,
      isDraining,
    }),
  );
  await listen(server, operatorPort, operatorHost);
  return { server, origin: configuration.operatorOrigin ?? originOf(server, operatorHost) };
}

async function loadConsole(
  { production }: Configuration,
  closeSteps: CloseStep[],
): Promise<Pick<ConsoleParts, "build" | "routes">> {
  if (production) {
    const build: ServerBuild = await import(pathToFileURL(resolve("build/console/server/index.js")).href);
    return { build, routes: createRouteFinder(build.routes) };
  }
  const { createServer: createVite } = await import("vite");
  const vite = await createVite({
    configFile: "console/vite.config.ts",
    cacheDir: "node_modules/.vite-console",
    server: { middlewareMode: true, hmr: false, ws: false },
  });
  closeSteps.push(() => vite.close());
  const build = async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild;
  return { build, routes: createRouteFinder((await build()).routes) };
}
