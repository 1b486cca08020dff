import { fallBackToHtml } from "../script-fault";
import { readTypedFields } from "../typed-fields";

/**
 * Opens a page as a document if its script doesn't load or fails as it starts. Remix would load the present page again, where the
 * same press would fail in the same way. Where there is no page to open, as for a form or a dialog, the present one is loaded again
 * with its scripts held back.
 */
export function openRoutesAsPages(): void {
  const router = window.__remixRouter;
  if (!router) return;
  const watch = (route: DataRoute) => {
    const { lazy } = route;
    const address = window.__remixManifest.routes[route.id]?.module;
    if (lazy && address) {
      route.lazy = () =>
        import(/* @vite-ignore */ address).then(lazy, () => {
          const { location: next, formMethod = "GET" } = router.state.navigation;
          if (next && formMethod.toUpperCase() === "GET") location.assign(next.pathname + next.search + next.hash);
          else fallBackToHtml(readTypedFields(document));
          return new Promise<never>(() => undefined);
        });
    }
    route.children?.forEach(watch);
  };
  router.routes.forEach(watch);
}

type DataRoute = (typeof window.__remixRouter)["routes"][number];
