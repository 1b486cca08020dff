import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { bundlePrograms, THREADS } from "./bundled-programs";

/** Bundles the club's threads once for the whole run: its tests start some hundred, each of which would compile its modules. */
export default async function setup() {
  const folder = await mkdtemp(path.join(tmpdir(), "club-threads-"));
  process.env.THREADS_FOLDER = await bundlePrograms(folder, THREADS);
  return () => rm(folder, { recursive: true, force: true });
}
