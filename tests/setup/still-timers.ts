import { vi } from "vitest";

/**
 * Timers that only the test moves, by `vi.advanceTimersByTime` and, 50 ms for each look, by `waitFor`: however slow the machine
 * is, no more time passes. Testing Library knows such timers by the name of another test runner.
 */
export function stopTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  vi.stubGlobal("jest", { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });
}

export function releaseTimers(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
}
