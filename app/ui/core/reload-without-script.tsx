import { useRouteLoaderData } from "@remix-run/react";

const RELOAD_SECONDS = 5;

/** Loads a page again that shows something unfinished, where no script polls: a browser without script, or the light version. */
export function ReloadWithoutScript() {
  const isLight = (useRouteLoaderData("root") as { light?: boolean } | undefined)?.light;
  const refresh = <meta httpEquiv="refresh" content={String(RELOAD_SECONDS)} />;
  return isLight ? refresh : <noscript>{refresh}</noscript>;
}
