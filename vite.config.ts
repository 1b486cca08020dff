import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";
import { inlineTokens } from "./scripts/inline-tokens";
import { settleOptions } from "./scripts/settled-options";

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}

const LIBRARIES =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@remix-run[\\/](react|router|server-runtime)|turbo-stream)[\\/]/;
/** The frame of every page and what forms are made of; drawings, tables and the like come with the pages that show them. */
const FRAME =
  /[\\/](app[\\/](lib|document|features[\\/](navigation|agreement|banner|consent)|root\.|entry\.)|contract[\\/]values)/;
const KIT =
  /[\\/]app[\\/]ui[\\/](?!blueprint[\\/](?!sheet)|chart|hero|copy-field|work-order|part-tag|pagination|table|definition|progress|refresh|filter|dialog|draft-keeper|skeleton|combobox|phone-mask)/;
/** Browsers older than these have the pages without script. */
const OLD_PHONES = ["es2020", "chrome80", "edge80", "firefox78", "safari13.1"];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: process.env.VITEST ? [] : [settleOptions(), remix(remixConfig)],
  css: { postcss: { plugins: [inlineTokens] } },
  build: {
    sourcemap: false,
    ...(isSsrBuild
      ? { target: "node20" }
      : {
          target: OLD_PHONES,
          minify: "terser",
          terserOptions: { ecma: 2020, compress: { passes: 3, keep_fargs: false, pure_getters: true } },
          rollupOptions: { output: { manualChunks: nameChunk } },
        }),
  },
}));

/**
 * What every page needs travels as one file, libraries and kit together: apart they are over a kilobyte more, and each
 * file more is another line in the HTML of all pages.
 */
function nameChunk(id: string): string | undefined {
  const everywhere = LIBRARIES.test(id) || FRAME.test(id) || KIT.test(id) || id.includes("vite/preload-helper");
  return everywhere ? "club" : undefined;
}
