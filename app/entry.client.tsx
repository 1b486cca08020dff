import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { captureTypedInput } from "./document/typed-input";

// Taken while the module runs, before React has touched the page.
let restore: (() => void) | undefined = captureTypedInput();

void readPageData().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydrationMark>
          <RemixBrowser />
        </HydrationMark>
      </StrictMode>,
    );
  }),
);

/**
 * Has the page's data decoded before React begins. RemixBrowser does it in its first render and suspends meanwhile, at the
 * very root; a press that reaches React in this moment makes it render at once what is suspended, and it gives the page up
 * for good (React's error 345).
 */
async function readPageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (waiting) {
    if (waiting instanceof Promise) await waiting;
  }
}

/**
 * Tells measurements and tests that React is ready, once what was typed is back in its place. Around the page, not beside
 * it: React counts the places of siblings into its ids, and the server renders none.
 */
function HydrationMark({ children }: { children: ReactNode }) {
  useEffect(() => {
    if (!restore) return;
    restore();
    restore = undefined;
    performance.mark("app-hydrated");
  }, []);
  return children;
}
