import type { FetchUpstream } from "../app/lib/load-context.server";

/**
 * Lets the portal's calls reach a club in the same process as function calls. Giving a request up leaves the club to finish it
 * alone, as a lost connection would.
 */
export function fetchWithin(answer: (request: Request) => Promise<Response>): FetchUpstream {
  return (request, { signal }) =>
    new Promise((resolve, reject) => {
      const giveUp = () => reject(signal.reason);
      if (signal.aborted) return giveUp();
      signal.addEventListener("abort", giveUp, { once: true });
      answer(request)
        .then(resolve, reject)
        .finally(() => signal.removeEventListener("abort", giveUp));
    });
}
