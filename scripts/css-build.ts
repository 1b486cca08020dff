import browserslistToEsbuild from "browserslist-to-esbuild";
import { Features } from "lightningcss";
import { atRule, type Plugin } from "postcss";
import logical from "postcss-logical";
import type { BuildOptions, CSSOptions } from "vite";

/** What the page around a container takes of the window's width on a phone: two gutters of the page. */
const GUTTERS_REM = 3;

/**
 * Repeats the rules of each container query for browsers without them, asking the width of the window instead. Compressed, a
 * repetition costs some 30 bytes.
 */
const containerFallbacks: Plugin = {
  postcssPlugin: "container-fallbacks",
  OnceExit(root) {
    root.walkAtRules("container", (query) => {
      const params = query.params.replace(/([\d.]+)rem/g, (_, width) => `${Number(width) + GUTTERS_REM}rem`);
      const media = atRule({ name: "media", params, nodes: query.nodes?.map((node) => node.clone()) });
      query.after(atRule({ name: "supports", params: "not (container-type: inline-size)", nodes: [media] }));
    });
  },
};

/** How the styles of portal and console are built for the browsers that `.browserslistrc` lists as tidy. */
export const css: CSSOptions = {
  postcss: { plugins: [logical(), containerFallbacks] },
  // It would replace `color-scheme`, which older browsers may ignore, by variables.
  lightningcss: { exclude: Features.LightDark },
};
export const cssBuild: Pick<BuildOptions, "cssTarget" | "cssMinify"> = {
  cssTarget: browserslistToEsbuild(undefined, { env: "tidy" }),
  cssMinify: "lightningcss",
};
