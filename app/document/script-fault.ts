import { FAULT_PATH, type FaultPhase, HELD_KEY, TYPED_KEY } from "./held-script";
import { HYDRATION_ID } from "./hydration-data";
import { currentRouter, findRouteScript } from "./remix-internals";
import { readTypedFields } from "./typed-fields";

/** Read before the page is hydrated: React may clear it. The server loads this module too. */
const entry = typeof document === "undefined" ? "" : (document.getElementById(HYDRATION_ID)?.dataset.entry ?? "");

let hasLeft = false;
/** The path of the page that was rendered last. */
let shownPath: string | undefined;

/** To be called whenever a page of another path has been rendered. */
export function rememberShownPage(path: string): void {
  shownPath = path;
}

/**
 * Puts a page back that its own scripts have replaced, and loads its HTML from the server with the scripts held back. What had
 * been typed goes along, unless the page was being left for another. A page that answered a form is asked for by its address
 * alone: with a state of its own, the browser doesn't send the form again.
 * @param page the element `html` that stood there
 */
export function fallBackToHtml(page: HTMLElement): void {
  if (hasLeft) return;
  hasLeft = true;
  if (!page.isConnected) {
    document.documentElement?.remove();
    document.append(page);
  }
  reportFault("render");
  window.name = entry;
  const isOwn = shownPath === undefined || shownPath === location.pathname;
  const typed = isOwn ? readTypedFields(page) : [];
  history.replaceState({ ...history.state, [HELD_KEY]: entry, [TYPED_KEY]: typed }, "");
  location.reload();
}

/** Counts a fault at the server. Says nothing but the phase: the message of an error may contain what somebody typed. */
export function reportFault(phase: FaultPhase): void {
  navigator.sendBeacon?.(FAULT_PATH + phase);
}

/** Where Remix itself fails, it puts its own page in English in the place of the document, or React removes the document. */
export function fallBackWithoutLayout(): void {
  const { lang } = document.documentElement;
  new MutationObserver((records) => {
    if (document.documentElement?.lang === lang) return;
    const removed = records.flatMap(({ removedNodes }) => Array.from(removedNodes));
    const page = removed.find((node) => node instanceof HTMLElement);
    if (page) fallBackToHtml(page);
  }).observe(document, { childList: true });
}

/**
 * Opens a page as a document if its script doesn't load or fails as it starts. Remix would load the present page again, where the
 * same press would fail in the same way. Where there is no page to open, as for a form or a dialog, the present one is loaded again
 * with its scripts held back.
 */
export function openRoutesAsPages(): void {
  const router = currentRouter();
  if (!router) return;
  const watch = (route: (typeof router)["routes"][number]) => {
    const { lazy } = route;
    const address = findRouteScript(route.id)?.module;
    if (lazy && address) {
      route.lazy = () => {
        // Firefox and Safari break off what is still being loaded when the visitor leaves the page: that is no fault.
        let isLeaving = false;
        const noteLeaving = () => {
          isLeaving = true;
        };
        addEventListener("beforeunload", noteLeaving);
        const stopWatching = () => removeEventListener("beforeunload", noteLeaving);
        const opened = import(/* @vite-ignore */ address).then(lazy, () => {
          const { location: next, formMethod = "GET" } = router.state.navigation;
          const opensPage = next && formMethod.toUpperCase() === "GET";
          if (opensPage && !isLeaving) location.assign(next.pathname + next.search + next.hash);
          else if (!isLeaving) fallBackToHtml(document.documentElement);
          return new Promise<never>(() => undefined);
        });
        opened.then(stopWatching, stopWatching);
        return opened;
      };
    }
    route.children?.forEach(watch);
  };
  router.routes.forEach(watch);
}
