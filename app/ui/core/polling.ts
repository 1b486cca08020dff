import { useFetcher, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/** Fetchers whose key begins so work behind the page: they don't bring the spinner. */
export const BACKGROUND_FETCHER_PREFIX = "quiet:";

/** What an address that is polled answers: the newest state, or words about why it can't be had now. */
export type PollAnswer<Data> = { state: Data; trouble: null } | { state: null; trouble: string };

/**
 * Keeps what a page shows fresh while something runs behind it: asks `address` again and again, and loads the page anew
 * when the work has ended, since balance and lists may follow from it. Without script the page has a link that reloads it.
 * @param loaded what the page's loader gave; it wins over an older poll
 */
export function usePolling<Data>(loaded: Data, address: string, isRunning: (state: Data) => boolean, everyMs: number) {
  const fetcher = useFetcher<unknown>({ key: BACKGROUND_FETCHER_PREFIX + address });
  const { revalidate } = useRevalidator();
  const [polled, setPolled] = useState<{ state: Data; over: Data } | null>(null);
  const loadedNow = useRef(loaded);
  loadedNow.current = loaded;
  const load = useRef(fetcher.load);
  load.current = fetcher.load;
  const answer = fetcher.data as PollAnswer<Data> | undefined;
  const state = polled && polled.over === loaded ? polled.state : loaded;
  const running = isRunning(state);
  const idle = fetcher.state === "idle";

  useEffect(() => {
    if (answer?.state) setPolled({ state: answer.state, over: loadedNow.current });
  }, [answer]);

  // Each answer starts the next wait, so that a slow answer is never overtaken.
  useEffect(() => {
    if (!running || !idle) return;
    const timer = setTimeout(() => load.current(address), everyMs);
    return () => clearTimeout(timer);
  }, [running, idle, address, everyMs]);

  const wasRunning = useRef(running);
  useEffect(() => {
    if (wasRunning.current && !running) revalidate();
    wasRunning.current = running;
  }, [running, revalidate]);

  return { state, running, trouble: running ? (answer?.trouble ?? null) : null };
}
