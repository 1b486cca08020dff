import { setEnvironmentData } from "node:worker_threads";
import { inject } from "vitest";

// Read by club/platform/threads/from-sources.mjs.
setEnvironmentData("bundled threads", inject("threadsFolder"));
