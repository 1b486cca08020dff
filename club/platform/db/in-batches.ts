/** Rows of one statement: locks are held for a moment only, and other work goes on between two of them. */
const BATCH_ROWS = 1_000;

/**
 * Repeats a change of at most `limit` rows until it finds fewer. A change that was made must not match again.
 *
 * @returns how many rows were changed
 * @throws the reason of `stopping` between two batches when the process stops; the next run goes on
 */
export async function changeInBatches(
  change: (limit: number) => Promise<number | bigint | undefined>,
  stopping?: AbortSignal,
  limit = BATCH_ROWS,
): Promise<number> {
  let total = 0;
  for (;;) {
    stopping?.throwIfAborted();
    const changed = Number((await change(limit)) ?? 0);
    total += changed;
    if (changed < limit) return total;
  }
}
