import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Fetchers whose key begins so work behind the page: they don't bring the spinner. */
export const QUIET_FETCHER = "quiet:";

/**
 * Asks an address again and again while something runs; the newest answer comes back, undefined before the first. Without
 * script nothing happens: the page has a link that reloads it.
 */
export function usePoll<Data>(address: string, running: boolean, everyMs: number): Data | undefined {
  const fetcher = useFetcher<unknown>({ key: QUIET_FETCHER + address });
  const load = useRef(fetcher.load);
  load.current = fetcher.load;
  const idle = fetcher.state === "idle";

  // Each answer starts the next wait, so that a slow answer is never overtaken.
  useEffect(() => {
    if (!running || !idle) return;
    const timer = setTimeout(() => load.current(address), everyMs);
    return () => clearTimeout(timer);
  }, [running, idle, address, everyMs]);

  return fetcher.data as Data | undefined;
}
