import { useFetcher, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/** Fetchers whose key begins with this run in the background: the spinner ignores them. */
export const BACKGROUND_FETCHER_PREFIX = "quiet:";

/** The reply of a polled address: the newest state, or the reason why it is unavailable now. */
export type PollAnswer<Data> = { state: Data; trouble: null } | { state: null; trouble: string };

/**
 * Polls `address` while a job is running, and revalidates the page when the job has ended, because the balance and lists may
 * have changed. Without script the page has a link that reloads it.
 * @param loaded the state from the page's loader; it replaces an older polled one
 */
export function usePolling<Data>(loaded: Data, address: string, isRunning: (state: Data) => boolean, everyMs: number) {
  const fetcher = useFetcher<unknown>({ key: BACKGROUND_FETCHER_PREFIX + address });
  const { revalidate } = useRevalidator();
  const [polled, setPolled] = useState<{ state: Data; loaded: Data } | null>(null);
  const latestLoaded = useRef(loaded);
  latestLoaded.current = loaded;
  const load = useRef(fetcher.load);
  load.current = fetcher.load;
  const answer = fetcher.data as PollAnswer<Data> | undefined;
  const state = polled && polled.loaded === loaded ? polled.state : loaded;
  const running = isRunning(state);
  const idle = fetcher.state === "idle";

  useEffect(() => {
    if (answer?.state) setPolled({ state: answer.state, loaded: latestLoaded.current });
  }, [answer]);

  // The wait starts after each reply, so that slow replies never overlap. On a busy phone React may render only the end of a
  // fetch, where nothing but the answer tells that there was one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer begins a wait
  useEffect(() => {
    if (!running || !idle) return;
    const timer = setTimeout(() => load.current(address), everyMs);
    return () => clearTimeout(timer);
  }, [running, idle, answer, address, everyMs]);

  const wasRunning = useRef(running);
  useEffect(() => {
    if (wasRunning.current && !running) revalidate();
    wasRunning.current = running;
  }, [running, revalidate]);

  return { state, running, trouble: running ? (answer?.trouble ?? null) : null };
}
