// Starts a thread's module, which is the first argument, where the club runs from its sources: tsx doesn't reach into threads.
// Whoever starts many of them has bundled them before, and names the folder.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { getEnvironmentData } from "node:worker_threads";

const [, , source = ""] = process.argv;
const folder = getEnvironmentData("bundled threads");

if (typeof folder === "string") {
  await import(pathToFileURL(path.join(folder, `${path.basename(source, ".ts")}.js`)).href);
} else {
  const { register } = await import("tsx/esm/api");
  register();
  await import(source);
}
