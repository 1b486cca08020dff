import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}

const VENDOR =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@remix-run[\\/](react|router|server-runtime)|turbo-stream)[\\/]/;
const OLD_PHONES = ["es2019", "chrome80", "edge80", "firefox78", "safari13"];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: process.env.VITEST ? [] : [remix(remixConfig)],
  build: {
    sourcemap: false,
    ...(isSsrBuild
      ? { target: "node20" }
      : {
          target: OLD_PHONES,
          rollupOptions: { output: { manualChunks: nameChunk } },
        }),
  },
}));

/** Everything that each page needs anyway travels as one file. */
function nameChunk(id: string): string | undefined {
  return VENDOR.test(id) || id.includes("vite/preload-helper") ? "vendor" : undefined;
}
