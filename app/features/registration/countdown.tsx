import { useEffect, useState } from "react";

/**
 * Seconds left of a wait that the server told with the page. Counts down where there is script, by a clock that nobody can
 * turn; without script it stays what the server said.
 * @returns the seconds, and whether they are counting
 */
export function useCountdown(seconds: number, startedAt: number): { left: number; counting: boolean } {
  const [left, setLeft] = useState(seconds);
  const [counting, setCounting] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a wait of the same length may begin anew
  useEffect(() => {
    const end = arrivalOfPage() + seconds * 1000;
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

/** When the page's data came: with the document if React is only taking it over, else just now. */
function arrivalOfPage(): number {
  if (performance.getEntriesByName("app-hydrated").length > 0) return performance.now();
  // An older browser knows no such entry, nor its name.
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return navigation?.responseStart ?? performance.now();
}
