/**
 * Registers the service worker of the offline page, once the visitor has touched the page: who only reads it in passing leaves
 * with nothing stored. Does nothing in development, where pages change all the time.
 */
export function registerServiceWorkerOnTouch(): void {
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return;
  if (navigator.userActivation?.hasBeenActive) register();
  else for (const type of ["pointerdown", "keydown"]) addEventListener(type, register, { once: true });
}

/** Without it, as where the browser forbids it, the portal works as before. */
function register(): void {
  navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}
