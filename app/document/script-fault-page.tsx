import { useLayoutEffect, useState } from "react";
import { currentRouter } from "./remix-internals";
import { fallBackToHtml } from "./script-fault";

/** Stands for a document whose component has thrown. What was there before is put back before the browser paints. */
export function ScriptFaultPage() {
  // React changes the document after this component has been rendered.
  const [page] = useState(() => document.documentElement);
  useLayoutEffect(() => fallBackToHtml(page), [page]);
  return <html lang="ru" />;
}

/**
 * Whether a route's error was thrown by a component in the browser: it is none of a loader, an action or the network.
 * @param error from `useRouteError`: null or undefined where there is none
 */
export function isScriptFault(error: unknown): boolean {
  if (import.meta.env.DEV || typeof window === "undefined" || !error) return false;
  const known: unknown[] = Object.values(currentRouter()?.state.errors ?? {});
  return !known.includes(error);
}

/** For the `ErrorBoundary` of a route below the root: hands a fault on to the root's. @throws the error */
export function passScriptFault(error: unknown): void {
  if (isScriptFault(error)) throw error;
}
