import { matchRoutes } from "@remix-run/react";
import { currentRouter, findRouteScript } from "../remix-internals";

/** The page that a form leads to when it has succeeded, by the path that it posts to, if it is another page. */
const NEXT_PAGES: Readonly<Record<string, string>> = {
  "/login": "/dashboard/profile/",
  "/register/manager": "/activation",
  "/register/member": "/activation",
  "/activation": "/login",
  "/recovery": "/login",
  "/recovery/password": "/login",
  "/agreement": "/curator",
  "/curator": "/dashboard/profile/",
  "/logout": "/",
  "/dashboard/gifts/delivery": "/dashboard/gifts/cart",
  "/dashboard/invite/new": "/dashboard/invite/",
  "/dashboard/profile/companies/new": "/dashboard/profile/companies/",
};

const APPROACH_EVENTS = ["pointerover", "touchstart", "focusin"];

const requested = new Set<string>();

/**
 * From now on, the scripts of a page are fetched when a link to it, or a form that leads to it, is about to be used, so that
 * the press doesn't wait for them on a slow line. Only files that are the same for everybody are fetched, and never data. A
 * file that fails to come is asked for again by the press. With Save-Data nothing is fetched.
 */
export function preloadRoutesOnApproach(): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  for (const type of APPROACH_EVENTS) addEventListener(type, ({ target }) => onApproach(target), { passive: true });
  // A field that had the focus before this script came.
  onApproach(document.activeElement);
}

function onApproach(target: EventTarget | null): void {
  const approached = target instanceof Element && target.closest<HTMLAnchorElement | HTMLFormElement>("a[href],form");
  if (!approached) return;
  // A form's property `action` may be a field of that name.
  const address = approached.getAttribute("href") ?? approached.getAttribute("action") ?? "";
  const { origin, pathname } = new URL(address, location.href);
  if (origin !== location.origin) return;
  preloadRoutes(pathname);
  const next = NEXT_PAGES[pathname];
  if (next && approached.localName === "form") preloadRoutes(next);
}

function preloadRoutes(path: string): void {
  for (const { route } of matchRoutes(currentRouter()?.routes ?? [], path) ?? []) {
    const { module = "", imports = [] } = findRouteScript(route.id ?? "") ?? {};
    for (const file of [module, ...imports]) if (file) preloadFile(file);
  }
}

/**
 * Brings a file into the browser's cache. A `modulepreload` link that fails would make the later import fail as well, and the
 * page reload.
 */
function preloadFile(file: string): void {
  if (requested.has(file)) return;
  requested.add(file);
  fetch(file)
    .then((response) => response.text())
    .catch(() => requested.delete(file));
}
