import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { createServer } from "vite";
import { setUpstreamUrl } from "../../app/lib/configuration.server";
import { profile } from "../../contract/accounts";
import type { Role } from "../../contract/values";
import type { TestClub } from "./club";

export interface TestPortal {
  /** For a server around it. */
  build: ServerBuild;
  /** Answers a request for a page, a form or a client navigation as the portal's server does behind its middleware. */
  ask(pathname: string, init?: RequestInit): Promise<Response>;
  /** The `Cookie` header of somebody who has just logged in. */
  logIn(login: string, password?: string): Promise<string>;
  close(): Promise<void>;
}

const ORIGIN = "http://127.0.0.1:3000";

/** Opens the whole portal, every route of it, before a test club. One per test file. */
export async function openTestPortal(club: TestClub): Promise<TestPortal> {
  process.env.SESSION_SECRETS = "tests-tests-tests-tests-tests-tests-tests";
  setUpstreamUrl(club.origin);
  // The configuration leaves the Remix plugin out for the test runner's own transforms; here it is wanted.
  const underTest = process.env.VITEST;
  delete process.env.VITEST;
  const cacheDir = await mkdtemp(path.join(tmpdir(), "portal-vite-"));
  const vite = await createServer({
    cacheDir,
    logLevel: "error",
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  process.env.VITEST = underTest;
  const build = (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild;
  const session: typeof import("../../app/session/session.server") = (await vite.ssrLoadModule(
    "/app/session/session.server.ts",
  )) as never;
  const handle = createRequestHandler(build, "production");
  return {
    build,
    ask: (pathname, init) => handle(new Request(ORIGIN + pathname, init)),
    async logIn(login, password) {
      const token = await club.logIn(login, password);
      const user = await club.ask(profile, {}, { token });
      const role: Role = user.promo_group.system_name;
      return (await session.startSession({ token, userId: user.id, role })).split(";", 1)[0] ?? "";
    },
    async close() {
      await vite.close();
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}
