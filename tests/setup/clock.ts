/** A clock that runs like the real one and can be set. */
export interface TestClock {
  now(): Date;
  /** Sets the clock, which runs on from this moment. */
  set(moment: Date | string): void;
  advance(milliseconds: number): void;
}

/** @param start the moment at which the clock starts; by default the real one */
export function createClock(start?: Date | string): TestClock {
  let offset = 0;
  const clock: TestClock = {
    now: () => new Date(Date.now() + offset),
    set: (moment) => {
      offset = new Date(moment).getTime() - Date.now();
    },
    advance: (milliseconds) => {
      offset += milliseconds;
    },
  };
  if (start !== undefined) clock.set(start);
  return clock;
}
