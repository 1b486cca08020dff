/**
 * The cache of the balance that its owner wants to see without a network, and the address that it has there. That it is
 * there is also what says that its owner wants it: a logout removes both, with or without script.
 */
export const BALANCE_CACHE = "balance";
export const BALANCE_PATH = "/balance";

/** Whether the owner of this device wants the balance kept on it. */
export async function isBalanceKept(): Promise<boolean> {
  try {
    return (await caches.match(BALANCE_PATH)) !== undefined;
  } catch {
    // The storage is blocked, so nothing is kept.
    return false;
  }
}

/** When the page was requested, or the last logout on it came to its end: milliseconds since 1970. */
let openedAt = performance.timeOrigin;

/** A message to the service worker, which stores the balance because it sees every logout. */
export type BalanceMessage = {
  /** Null removes the balance. */
  points: number | null;
  /** The worker refuses the balance of a page that was opened before a logout. */
  openedAt: number;
  /** Whether the owner has just asked for it. Otherwise only a balance that is kept already is replaced. */
  isWanted: boolean;
};

/** Keeps the balance on this device from now on, as its owner has asked. */
export function keepBalance(points: number): void {
  send(points, true);
}

/** Replaces the balance that is kept, if one is, by the one that the page shows. */
export function updateKeptBalance(points: number): void {
  send(points, false);
}

/** Removes the balance, as after a logout. */
export function removeKeptBalance(): void {
  openedAt = Date.now();
  send(null, false);
}

function send(points: number | null, isWanted: boolean) {
  const message: BalanceMessage = { points, openedAt, isWanted };
  // Only a page that came by HTTPS has service workers.
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(message));
}
