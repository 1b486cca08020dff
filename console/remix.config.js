import portal from "../remix.config.js";

/**
 * The one place of the console's Remix options; console/vite.config.ts hands them to the Remix plugin.
 * @type {NonNullable<Parameters<typeof import("@remix-run/dev").vitePlugin>[0]>}
 */
const config = {
  appDirectory: "console",
  buildDirectory: "build/console",
  serverModuleFormat: "esm",
  future: portal.future,
};

export default config;
