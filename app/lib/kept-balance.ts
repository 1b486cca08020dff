/** The cache of the balance that its owner wants to see without a network, and the address that it has there. */
export const BALANCE_CACHE = "balance";
export const BALANCE_PATH = "/balance";

/** In local storage, which is cleared by a logout, while the balance is to be kept. */
export const KEEP_BALANCE_KEY = "keep_balance";

/** Whether the owner of this device wants the balance kept on it. */
export function isBalanceKept(): boolean {
  try {
    return localStorage.getItem(KEEP_BALANCE_KEY) !== null;
  } catch {
    return false;
  }
}

/** When the page was requested, or the last logout on it came to its end: milliseconds since 1970. */
let openedAt = performance.timeOrigin;

/**
 * Has the balance that the page shows stored, if it is to be kept. The service worker stores it, because it sees every logout:
 * it refuses the balance of a page that was opened before one.
 * @param points null removes it, as after a logout
 */
export function updateKeptBalance(points: number | null): void {
  if (points === null) openedAt = Date.now();
  else if (!isBalanceKept()) return;
  // Only a page that came by HTTPS has service workers.
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ points, openedAt }));
}
