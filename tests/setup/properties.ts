import { vi } from "vitest";

/** How many times as many examples as by default. */
const factor = Number(process.env.PROPERTY_RUNS ?? 1);
/** The same examples each time, unless it says otherwise. */
const seed = process.env.PROPERTY_SEED === "random" ? Date.now() : Number(process.env.PROPERTY_SEED ?? 1);

vi.setConfig({ testTimeout: 300_000 * Math.max(1, factor) });

/**
 * How often fast-check tries a property. `PROPERTY_RUNS=100` multiplies it, `PROPERTY_SEED` chooses other examples. A failure
 * names the seed and the path to its example.
 */
export function tries(count: number): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: Math.ceil(count * factor), seed };
}
