import { preloadRoutesOnApproach } from "./preload-routes";
import { registerServiceWorkerOnTouch } from "./register-service-worker";

/** Starts what a page can do without until it is hydrated. It is a script of its own, so that hydration doesn't wait for it. */
export function startAfterHydration(): void {
  preloadRoutesOnApproach();
  registerServiceWorkerOnTouch();
}
