import { Worker, type WorkerOptions } from "node:worker_threads";

/** The modules that run in threads of their own, from this folder. In the build each is a file beside the server. */
const modules = {
  "table-worker": "../spreadsheets/table-worker.ts",
  "pdf-worker": "../../demo/pdf-worker.ts",
};

/** Starts a thread, from the build or from the sources. */
export function startThread(name: keyof typeof modules, options: Omit<WorkerOptions, "argv" | "execArgv">): Worker {
  const isSource = import.meta.url.endsWith(".ts");
  const file = new URL(isSource ? "./from-sources.mjs" : `./${name}.js`, import.meta.url);
  const argv = isSource ? [new URL(modules[name], import.meta.url).href] : [];
  return new Worker(file, { ...options, argv, execArgv: [] });
}
