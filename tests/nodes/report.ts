/** Counts what passes and what fails, and prints each as it ends. */
export interface Report {
  /** Does one thing. A text that it returns, such as what was measured, is printed behind its name. */
  attempt(what: string, work: () => Promise<unknown>): Promise<void>;
  readonly passed: number;
  readonly failed: number;
  /** The names of what has failed. */
  readonly failures: readonly string[];
}

export function openReport(): Report {
  let passed = 0;
  const failures: string[] = [];
  return {
    get passed() {
      return passed;
    },
    get failed() {
      return failures.length;
    },
    failures,
    async attempt(what, work) {
      const start = performance.now();
      try {
        const measured = await work();
        passed += 1;
        const seconds = Math.round((performance.now() - start) / 1000);
        console.log(`ok ${what}${typeof measured === "string" ? `: ${measured}` : ""} (${seconds} s)`);
      } catch (error) {
        failures.push(what);
        console.log(`FAILED ${what}\n${error instanceof Error ? error.stack : error}`);
      }
    },
  };
}

/** @throws Error with the sentences, where there are any */
export function requireNone(sentences: readonly string[]): void {
  if (sentences.length === 0) return;
  throw new Error(`${sentences.length}: ${sentences.slice(0, 12).join("\n  ")}`);
}

/** Seconds since a moment of `performance.now()`, to be printed. */
export function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1);
}
