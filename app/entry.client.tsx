import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { rememberTyped } from "./document/keep-typed";

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
      <HydrationMark />
    </StrictMode>,
  );
});

// Taken while the module runs, before React has touched the page.
let putBack: (() => void) | undefined = rememberTyped();

/** Tells measurements and tests that React is ready, once what was typed is back in its place. */
function HydrationMark() {
  useEffect(() => {
    if (!putBack) return;
    putBack();
    putBack = undefined;
    performance.mark("app-hydrated");
  }, []);
  return null;
}
