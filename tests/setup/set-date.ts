import { inject } from "vitest";

const SHIFTED = Symbol.for("the clock of the tests");

/** The process's clock runs on as always, from the moment at which the run's clocks start. Files of one process share it. */
if (!(SHIFTED in Date)) {
  const shiftMs = inject("clockShiftMs");
  const realNow = Date.now;
  const now = () => realNow() + shiftMs;
  Object.assign(Date, { now, [SHIFTED]: true });
  // Not a class of its own: what other threads and libraries have made is a Date as well.
  globalThis.Date = new Proxy(Date, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length > 0 ? values : [now()], newTarget),
    apply: (target) => new target(now()).toString(),
  });
}
