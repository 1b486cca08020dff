import type { Plugin } from "vite";
import remixConfig from "../remix.config.js";

const ROUTER_CODE = /[\\/]node_modules[\\/](@remix-run[\\/](react|router)|react-router(-dom)?)[\\/]dist[\\/]/;

/**
 * Remix's browser code asks at run time what remix.config.js has settled: the future flags (the router's own `v7_…` all
 * follow them), single-page mode (never), what single fetch does away with (its own loading, deferred data), whether a link
 * fetches its page ahead of the press (never: nothing is asked for before it is wanted), and whether the page is being
 * rendered for a document (never in a browser). With the answers in place the code for the other ways drops out of the
 * bundle.
 */
export function settleOptions(): Plugin {
  const flags: Readonly<Record<string, unknown>> = { ...remixConfig.future };
  let settled = 0;
  return {
    name: "settled-options",
    apply: "build",
    transform(code, id, options) {
      if (options?.ssr || !ROUTER_CODE.test(id)) return null;
      const answer = (value: boolean) => () => {
        settled += 1;
        return String(value);
      };
      return code
        .replace(/(?:window\.__remixContext\.)?\bfuture\.(v3_\w+)\b/g, (_, flag: string) =>
          answer(flags[flag] === true)(),
        )
        .replace(/\b(?:router\.)?future\.v7_\w+\b/g, answer(true))
        .replace(/window\.__remixContext\.isSpaMode\b/g, answer(false))
        .replace(/!isSpaMode\b/g, answer(true))
        .replace(/\bisSpaMode(?= (?:\?|&&))|(?<=if \()isSpaMode\b/g, answer(false))
        .replace(/typeof singleFetch === "function"/g, answer(true))
        .replace(/\binit\.patchRoutesOnNavigation\b/g, "undefined")
        .replace(/\bshouldPrefetch && !isAbsolute\b|\bisPageLinkDescriptor\(link\)(?= \?)/g, answer(false))
        .replace(/\bstaticContext(?= \?)|\b__remixContext\.a(?=\) \{)/g, answer(false))
        .replace(/!isStatic(?= \?)/g, answer(true))
        .replace(/(function usePrefetchBehavior\([^)]*\) \{)/g, "$1 return [false, null, null];")
        .replace(/(function (?:isDeferred(?:Data|Result|Response)|isTrackedPromise)\(\w+\) \{)/g, "$1 return false;")
        .replace(/UNSAFE_logV6DeprecationWarnings\(future[^)]*\)/g, "undefined");
    },
    buildEnd() {
      // Another version of Remix may ask in other words: the budget would be lost without a sound.
      if (this.environment?.name === "client" && settled === 0)
        this.error("no question of Remix's was found to settle");
    },
  };
}
