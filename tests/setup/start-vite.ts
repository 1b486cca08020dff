import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer, type ViteDevServer } from "vite";

/** Starts what compiles a Remix app, without a listener. Its `config.cacheDir` is a folder of its own, to be removed afterwards. */
export async function startVite(configFile: string): Promise<ViteDevServer> {
  // Without VITEST the Vite configurations have the Remix plugin, which this server needs.
  const vitest = process.env.VITEST;
  delete process.env.VITEST;
  const server = await createServer({
    configFile,
    cacheDir: mkdtempSync(path.join(tmpdir(), "vite-")),
    logLevel: "error",
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  process.env.VITEST = vitest;
  return server;
}
