import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createDataFolder } from "./data-folder";
import { fillDataFolder } from "./fill-data-folder";
import { findLeaks } from "./traces";

/**
 * Migrates and seeds one data folder. Every worker starts the built server on a copy of it, so that parallel tests share no
 * participants, points and limits. After the run, everything that the servers printed and every address that
 * the browsers asked for is searched for secrets; one found fails the run.
 */
export default async function prepare() {
  if (!existsSync(fileURLToPath(new URL("../../build/server.js", import.meta.url)))) {
    throw new Error("There is no build/ yet: run `npm run build` first.");
  }
  const folder = await createDataFolder();
  try {
    await fillDataFolder(folder.path, { demo: true });
  } catch (error) {
    await folder.remove();
    throw error;
  }
  process.env.E2E_SEEDED_DATA = folder.path;
  const traces = mkdtempSync(path.join(tmpdir(), "club-traces-"));
  process.env.E2E_TRACES = traces;
  return async () => {
    await folder.remove();
    const leaks = findLeaks(traces);
    rmSync(traces, { recursive: true });
    if (leaks.length > 0) throw new Error(`Secrets were found after the run:\n${leaks.slice(0, 20).join("\n")}`);
  };
}
