import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { bundlePrograms, THREADS } from "./bundled-programs";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder of the club's bundled threads. */
    threadsFolder: string;
  }
}

/** Bundles the club's threads once for the whole run: its tests start some hundred, each of which would compile its modules. */
export default async function setup(project: TestProject) {
  if (!project.isRootProject()) return;
  const folder = await mkdtemp(path.join(tmpdir(), "club-threads-"));
  project.provide("threadsFolder", await bundlePrograms(folder, THREADS));
  return () => rm(folder, { recursive: true, force: true });
}
