/** A smaller step is an adjustment of the clock that nobody waits for. */
const STEP_MS = 1_000;

/** Returns a function that tells whether the computer's clock has been set back since its last call. */
export function watchClock(): () => boolean {
  const readOffset = () => Date.now() - performance.now();
  let offset = readOffset();
  return () => {
    const before = offset;
    offset = readOffset();
    return offset < before - STEP_MS;
  };
}
