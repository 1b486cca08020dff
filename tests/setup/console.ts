import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServerBuild } from "@remix-run/node";
import pino from "pino";
import { createServerModuleRunner } from "vite";
import { parseConfiguration } from "../../app/lib/configuration.server";
import { writeToken } from "../../console/lib/cookie.server";
import { createConsole } from "../../server/console";
import { createMetrics } from "../../server/metrics";
import { createRouteFinder } from "../../server/routes";
import type { TestClub } from "./club";
import { keepConnections } from "./kept-connections";
import { startVite } from "./start-vite";

const SECRET = "tests-tests-tests-tests-tests-tests-tests";

/** The operators' console before a test club, with its listener. */
export interface TestConsole {
  build: ServerBuild;
  /** Asks as a browser that sends its forms from the console's own pages; a redirect isn't followed. */
  ask(pathname: string, init?: RequestInit): Promise<Response>;
  /** The `Cookie` header of an operator's session. */
  cookieOf(token: string): string;
  close(): Promise<void>;
}

/** Opens the console with a test club. One per test file. */
export async function openTestConsole(club: TestClub): Promise<TestConsole> {
  const vite = await startVite("console/vite.config.ts");
  const modules = createServerModuleRunner(vite.environments.ssr, { hmr: false });
  const build = (await modules.import("virtual:remix/server-build")) as ServerBuild;
  const app = createConsole({
    configuration: parseConfiguration({ SESSION_SECRETS: SECRET }),
    build,
    routes: createRouteFinder(build.routes),
    fetchAsOperator: (request) => club.club.fetchAsOperator(request),
    log: pino({ level: "silent" }),
    metrics: createMetrics(),
    isDraining: () => false,
  });
  const server = keepConnections(createServer(app));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const context = {
    console: { secrets: [SECRET], secureCookies: false, fetchAsOperator: () => Promise.reject(new Error("unused")) },
  };
  return {
    build,
    ask: (pathname, init) => fetch(origin + pathname, { redirect: "manual", ...init }),
    cookieOf: (token) => writeToken({ request: new Request(origin), context }, token).split(";", 1)[0] ?? "",
    async close() {
      await new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      });
      await modules.close();
      await vite.close();
      rmSync(vite.config.cacheDir, { recursive: true, force: true });
    },
  };
}
