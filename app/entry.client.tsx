import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { rememberTyped } from "./document/keep-typed";

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydrationMark>
        <RemixBrowser />
      </HydrationMark>
    </StrictMode>,
  );
});

// Taken while the module runs, before React has touched the page.
let putBack: (() => void) | undefined = rememberTyped();

/**
 * Tells measurements and tests that React is ready, once what was typed is back in its place. Around the page, not beside
 * it: React counts the places of siblings into its ids, and the server renders none.
 */
function HydrationMark({ children }: { children: ReactNode }) {
  useEffect(() => {
    if (!putBack) return;
    putBack();
    putBack = undefined;
    performance.mark("app-hydrated");
  }, []);
  return children;
}
