/**
 * The one place of Remix's options; vite.config.ts hands them to the Remix plugin.
 * @type {NonNullable<Parameters<typeof import("@remix-run/dev").vitePlugin>[0]>}
 */
const config = {
  appDirectory: "app",
  ignoredRouteFiles: [
    "**/.*",
    "**/*.test.{ts,tsx}",
    // The pieces of the interface on one page: for those who work on it.
    ...(process.env.NODE_ENV === "production" ? ["**/styleguide.tsx"] : []),
  ],
  serverModuleFormat: "esm",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    // At this size the whole manifest costs less than asking the server for the routes of every link on a page.
    v3_lazyRouteDiscovery: false,
  },
};

export default config;
