// Bundles the programs that Node.js runs: the server, the operator's command line and the threads.
import { build } from "esbuild";

/** @param {string} outdir */
export function bundlePrograms(outdir) {
  return build({
    entryPoints: {
      server: "server.ts",
      club: "club/cli.ts",
      "table-worker": "club/spreadsheets/table-worker.ts",
      "pdf-worker": "club/seeds/pdf-worker.ts",
    },
    outdir,
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "warning",
  });
}
