import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createDataFolder } from "./data-folder";
import { startServer } from "./server";

/**
 * Migrates and seeds one data folder with the built server. Every worker starts its own server on a copy, so that parallel
 * tests share no participants, points and limits.
 */
export default async function prepare() {
  if (!existsSync(fileURLToPath(new URL("../../build/server.js", import.meta.url)))) {
    throw new Error("There is no build/ yet: run `npm run build` first.");
  }
  const folder = await createDataFolder();
  try {
    const server = await startServer(folder.path);
    await server.stop();
  } catch (error) {
    await folder.remove();
    throw error;
  }
  process.env.E2E_SEEDED_DATA = folder.path;
  return () => folder.remove();
}
