import { Scripts, ScrollRestoration } from "@remix-run/react";

/**
 * Remix's own scripts, in development only, where Vite adds its own to them. The pages of a build get their data and their
 * one script from `renderHydration`.
 */
export function DevelopmentScripts() {
  return import.meta.env.DEV ? <Scripts /> : null;
}

/**
 * Remix's scroll restoration. Its inline script would have to be allowed by the policy and isn't needed: browsers restore the
 * position of a document by themselves. A build's page has an empty script in its place, which React hydrates.
 */
export function ScrollMemory() {
  return import.meta.env.SSR && !import.meta.env.DEV ? <script /> : <ScrollRestoration />;
}
