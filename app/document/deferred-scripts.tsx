import { Scripts } from "@remix-run/react";
import { createContext, useContext } from "react";

/** True while the server renders a page without scripts. Never true in the browser, because such a page doesn't hydrate. */
export const LightVersion = createContext(false);

/** Replaces Remix's `Scripts` in the root: a light page gets neither the bundle nor its data. */
export function DeferredScripts() {
  return useContext(LightVersion) ? null : <Scripts />;
}
