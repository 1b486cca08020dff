import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { captureTypedInput } from "./document/typed-input";

// Captured while the module is evaluated, before React hydrates the page.
let restore: (() => void) | undefined = captureTypedInput();

// If the style sheet fails to load, the page stays plain HTML, whose links and forms work without script.
void Promise.all([readPageData(), loadStyleSheet()]).then(() =>
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
 * Decodes the page's data before hydration. RemixBrowser would do it in its first render and suspend at the root meanwhile.
 * A click at that moment makes React render the suspended root synchronously and fail (React's error 345).
 */
async function readPageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (waiting) {
    if (waiting instanceof Promise) await waiting;
  }
}

/** The HTML has only the styles of its own components. Dialogs and the next pages need the complete style sheet. */
async function loadStyleSheet(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>("link[rel=stylesheet]");
  if (!link || link.sheet) return;
  await new Promise((resolve) => link.addEventListener("load", resolve, { once: true }));
}

/**
 * Marks the end of hydration for measurements and tests, after typed input is restored. It wraps the page, because a
 * sibling that the server doesn't render would change the ids that React generates.
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
