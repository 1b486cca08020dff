/**
 * The cache of the balance that its owner wants to see without a network, and the address that it has there. That it is
 * there is also what says that its owner wants it: a logout removes both, with or without script.
 */
export const BALANCE_CACHE = "balance";
export const BALANCE_PATH = "/balance";

/** When the page was requested, or the last logout on it came to its end: milliseconds since 1970. */
let openedAt = performance.timeOrigin;

/**
 * Asks the service worker to store the balance that the page shows. The worker sees every logout and refuses the balance of a
 * page that was opened before one.
 *
 * @param points null removes what is kept, as after a logout
 * @param isWanted whether the owner has just asked for it; otherwise only a balance that is kept already is replaced
 */
export function updateKeptBalance(points: number | null, isWanted?: boolean): void {
  if (points === null) openedAt = Date.now();
  // Only a page that came by HTTPS has service workers.
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ points, openedAt, isWanted }));
}
