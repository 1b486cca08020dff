import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { css, cssBuild } from "../scripts/css-build";
import remixConfig from "./remix.config.js";

/** The console has no files, and the script of two pages is part of them: what Remix builds for browsers is deleted by scripts/build.mjs. */
export default defineConfig({
  plugins: [remix(remixConfig)],
  publicDir: false,
  css,
  build: { target: "node20", ...cssBuild, sourcemap: false },
});
