/** The cache of the balance that its owner wants to see without a network, and the address that it has there. */
export const BALANCE_CACHE = "balance";
export const BALANCE_PATH = "/balance";

/** In local storage, which is cleared by a logout, while the balance is to be kept. */
const WISH = "keep_balance";

/** Whether this browser can show a balance without a network: it has a service worker and a cache for it. */
export function canKeepBalance(): boolean {
  return "serviceWorker" in navigator && "caches" in window;
}

export function isBalanceKept(): boolean {
  try {
    return localStorage.getItem(WISH) !== null;
  } catch {
    return false;
  }
}

/** Starts or stops keeping the balance on this device. @param points null removes it */
export async function keepBalance(points: number | null): Promise<void> {
  try {
    if (points === null) localStorage.removeItem(WISH);
    else localStorage.setItem(WISH, "1");
    await updateKeptBalance(points);
  } catch {
    // The storage is blocked or full: nothing is kept.
  }
}

/** Stores the balance that the page shows, if it is to be kept. @param points null removes it, as after a logout */
export async function updateKeptBalance(points: number | null): Promise<void> {
  if (!canKeepBalance()) return;
  if (points === null) await caches.delete(BALANCE_CACHE);
  else if (isBalanceKept()) {
    const cache = await caches.open(BALANCE_CACHE);
    await cache.put(BALANCE_PATH, Response.json({ points, at: Date.now() }));
  }
}
