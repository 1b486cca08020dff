import { useEffect, useState } from "react";

/**
 * Counts down the seconds of a wait that came with the page, by the browser's monotonic clock. Without script the number stays
 * as the server rendered it.
 * @returns the seconds left, and whether script is counting them
 */
export function useCountdown(seconds: number, startedAt: number): { left: number; counting: boolean } {
  const [left, setLeft] = useState(seconds);
  const [counting, setCounting] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a wait of the same length may start again
  useEffect(() => {
    const end = pageArrivedAt() + seconds * 1000;
    const tick = () => {
      const now = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 500);
    tick();
    setCounting(true);
    return () => clearInterval(timer);
  }, [seconds, startedAt]);

  return { left, counting };
}

/** A wait as `mm:ss` (§4.10). */
export function formatWait(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/** When the page's data arrived: with the document while React hydrates it, otherwise now. */
function pageArrivedAt(): number {
  if (performance.getEntriesByName("app-hydrated").length > 0) return performance.now();
  // Older browsers have no such entry.
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return navigation?.responseStart ?? performance.now();
}
