import { vitePlugin as remix } from "@remix-run/dev";
import browserslistToEsbuild from "browserslist-to-esbuild";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";
import { css, cssBuild } from "./scripts/css-build";

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** What every page needs: React and Remix, the root and the entry, the layout around a page, and the core of the UI kit. */
const ON_EVERY_PAGE = [
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@remix-run[\\/](react|router|server-runtime)|turbo-stream)[\\/]/,
  /[\\/]app[\\/](root|entry\.client)\.tsx/,
  /[\\/]app[\\/](lib|document(?![\\/]after-hydration)|ui[\\/]core)[\\/]/,
  /[\\/]app[\\/]features[\\/](navigation|agreement|banner|consent)[\\/]/,
  /[\\/]contract[\\/](values|field-rules|russian-quotes)\.ts/,
  /vite\/preload-helper/,
];
/** The parts of the registration forms, of which a page needs nearly all: together they compress better than file by file. */
const REGISTRATION =
  /[\\/]features[\\/]registration[\\/](.+-(fields?|button|link|conflict)|(member|manager|company)-form|list-missing|use-lookup|lookup-result|should-revalidate)\./;
/** A page with a list has nearly always all of these. */
const LISTS = /[\\/]ui[\\/]lazy[\\/](table|pagination|definition-list)\./;
/** Older browsers get the pages without script. */
const SCRIPT_BROWSERS = browserslistToEsbuild(undefined, { env: "script" });

export default defineConfig(({ isSsrBuild }) => ({
  plugins: process.env.VITEST ? [] : [remix(remixConfig)],
  // Of its 300 files the pages need two functions; Node.js would keep all of them in memory.
  ssr: { noExternal: ["date-fns"] },
  css,
  build: {
    sourcemap: false,
    ...cssBuild,
    ...(isSsrBuild
      ? { target: "node20" }
      : {
          target: SCRIPT_BROWSERS,
          minify: "terser",
          // What terser would inline, brotli writes shorter as a call.
          terserOptions: { compress: { passes: 3, ecma: 2020, inline: 0 }, format: { ecma: 2020 } },
          rollupOptions: { output: { manualChunks: nameChunk, entryFileNames: nameFile, chunkFileNames: nameFile } },
        }),
  },
}));

/**
 * One chunk holds what every page needs: as several files it would be over a kilobyte more, and each file adds a line to
 * the HTML of all pages. `app/ui/lazy` and the other features stay with the pages that show them.
 */
function nameChunk(id: string): string | undefined {
  if (LISTS.test(id)) return "lists";
  if (REGISTRATION.test(id)) return "registration";
  return ON_EVERY_PAGE.some((place) => place.test(id)) ? "club" : undefined;
}

/**
 * Every page knows the addresses of all routes and of what they share, so these go by their hash alone: 0.7 KB less. The manifest
 * of the build says which is which. What is loaded on demand keeps its name.
 */
function nameFile({ name, isDynamicEntry }: { name: string; isDynamicEntry: boolean }): string {
  return isDynamicEntry || name === "entry.client" ? "assets/[name]-[hash].js" : "assets/[hash].js";
}
