import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HYDRATION_ID, type HydrationData, STATE_ID } from "./document/hydration-data";
import { handOver } from "./document/remix-internals";
import { fallBackWithoutLayout, openRoutesAsPages, reportFault } from "./document/script-fault";
import { captureTypedInput } from "./document/typed-input";

// Captured while the module is evaluated, before React hydrates the page.
let restore: (() => void) | undefined = captureTypedInput();

// If anything fails before, the page stays the server's HTML, whose links and forms work without script.
Promise.all([loadRoutes().then(decodeState), loadStyleSheet()]).then(hydrate, () => reportFault("start"));

function hydrate(): void {
  if (!import.meta.env.DEV) fallBackWithoutLayout();
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
}

/**
 * Loads the scripts of the page's routes and hands Remix what its own inline scripts would hand it. In development they do.
 * The history entry of a document gets a key, by which Remix keeps its scroll position.
 */
async function loadRoutes(): Promise<void> {
  const block = document.getElementById(HYDRATION_ID);
  if (!block) return;
  const { context, manifest, routes }: HydrationData = JSON.parse(block.textContent ?? "");
  if (!history.state?.key) history.replaceState({ ...history.state, key: Math.random().toString(32).slice(2) }, "");
  const load = async ([id, file]: [string, string]) => [id, await import(/* @vite-ignore */ file)] as const;
  const [modules] = await Promise.all([
    Promise.all(Object.entries(routes).map(load)),
    import(/* @vite-ignore */ manifest),
  ]);
  handOver(context, new Response(document.getElementById(STATE_ID)?.textContent).body, Object.fromEntries(modules));
}

/**
 * Decodes the page's data before hydration. RemixBrowser would do it in its first render and suspend at the root meanwhile.
 * A click at that moment makes React render the suspended root synchronously and fail (React's error 345).
 * @throws when the data can't be decoded
 */
async function decodeState(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (waiting) {
    if (!(waiting instanceof Promise)) throw waiting;
    await waiting;
    // Remix notes a failure here, and throws it in the next render.
    if ("error" in waiting) throw waiting.error;
  }
}

/**
 * The HTML has only the styles of its own components. Dialogs and the next pages need the complete style sheet, so that without
 * it nothing is hydrated.
 */
async function loadStyleSheet(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>("link[rel=stylesheet]");
  if (!link || link.sheet) return;
  await new Promise((resolve, reject) => {
    link.addEventListener("load", resolve, { once: true });
    link.addEventListener("error", reject, { once: true });
  });
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
    if (!import.meta.env.DEV) openRoutesAsPages();
    // If it doesn't come, a press waits for the scripts of the next page, as it would without it.
    import("./document/after-hydration/start").then((start) => start.startAfterHydration()).catch(() => undefined);
    performance.mark("app-hydrated");
  }, []);
  return children;
}
