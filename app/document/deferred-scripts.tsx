import { Scripts } from "@remix-run/react";
import { createContext, useContext } from "react";

/** True while a page is rendered without its bundle. Never true in the browser: such a page doesn't hydrate. */
export const LightVersion = createContext(false);

/** Stands in the root in place of Remix's `Scripts`: leaves the bundle and its data out of a light page. */
export function DeferredScripts() {
  return useContext(LightVersion) ? null : <Scripts />;
}
