/** A clock that runs like the real one and can be set. */
export interface TestClock {
  now(): Date;
  /** Sets the clock, which runs on from this moment. */
  set(moment: Date | string): void;
  advance(milliseconds: number): void;
  /** Lets the clock stand at a moment until it is set. */
  stop(moment: Date | string): void;
}

/** @param start the moment at which the clock starts; by default the real one */
export function createClock(start?: Date | string): TestClock {
  let offset = 0;
  let stopped: Date | undefined;
  const clock: TestClock = {
    now: () => new Date(stopped ?? Date.now() + offset),
    set: (moment) => {
      stopped = undefined;
      offset = new Date(moment).getTime() - Date.now();
    },
    advance: (milliseconds) => {
      offset += milliseconds;
      if (stopped) stopped = new Date(stopped.getTime() + milliseconds);
    },
    stop: (moment) => {
      stopped = new Date(moment);
    },
  };
  if (start !== undefined) clock.set(start);
  return clock;
}
