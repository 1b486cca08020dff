import fc from "fast-check";
import { type Journey, type Point, points } from "./points";

export type FaultKind =
  | "kill-portal"
  | "kill-club"
  | "kill-backend"
  | "kill-postgres"
  | "stop-portal"
  | "stop-club"
  | "stop-backend"
  | "cut-calls"
  | "cut-database"
  | "lose-reply"
  | "fill-disk"
  | "fill-log-disk"
  | "refuse-mail"
  | "shift-club-clock"
  | "shift-portal-clock";

/** One fault and the step at which it strikes. */
export interface Fault {
  readonly kind: FaultKind;
  readonly point: Point;
  readonly phase: "before" | "after";
  /** At which occurrence of the step, from 1. */
  readonly nth: number;
  /** How long a stop or a full disk lasts. */
  readonly milliseconds: number;
  /** How far a clock jumps. */
  readonly shiftMs: number;
}

/** What happens in one run. Its seed decides all of it. */
export interface Schedule {
  readonly seed: number;
  readonly journey: Journey;
  readonly faults: readonly Fault[];
  /** Small, middle or large: units of an order, rows of a file. */
  readonly size: 0 | 1 | 2;
  /** What the participant does during an order, and after how many units. */
  readonly action: "none" | "pause" | "stop";
  readonly actionAfter: number;
  /** The order's page runs with script, which sends one unit at a time. */
  readonly hasScript: boolean;
  /** The upstream honours idempotency keys. */
  readonly honoursKeys: boolean;
}

const HOUR = 3_600_000;
/** Weights: what often happens in a data centre, and what breaks most, comes more often. */
const KINDS: readonly (readonly [weight: number, kind: FaultKind])[] = [
  [2, "kill-portal"],
  [3, "kill-club"],
  [2, "kill-backend"],
  [2, "kill-postgres"],
  [1, "stop-portal"],
  [2, "stop-club"],
  [1, "stop-backend"],
  [1, "cut-calls"],
  [2, "cut-database"],
  [3, "lose-reply"],
  [2, "fill-disk"],
  [1, "fill-log-disk"],
  [1, "shift-club-clock"],
  [1, "shift-portal-clock"],
];

function faultAt(point: Point, journey: Journey): fc.Arbitrary<Fault> {
  const suitable = KINDS.filter(([, kind]) => journey !== "exchange" || !kind.includes("portal"));
  const kinds = point.kind === "mail" ? [...suitable, [3, "refuse-mail"] as const] : suitable;
  return fc.record({
    kind: fc.oneof(...kinds.map(([weight, kind]) => ({ weight, arbitrary: fc.constant(kind) }))),
    point: fc.constant(point),
    phase: fc.constantFrom("before" as const, "after" as const),
    nth: point.isRepeated ? fc.integer({ min: 1, max: 3 }) : fc.constant(1),
    milliseconds: fc.constantFrom(300, 1_500, 5_000),
    shiftMs: fc.constantFrom(-HOUR, -2 * 60_000, 90_000, 3 * HOUR),
  });
}

const schedules = fc
  .constantFrom<Journey[]>("exchange", "order", "order", "report", "invitations", "outbox")
  .chain((journey) =>
    fc.record({
      journey: fc.constant(journey),
      faults: fc.array(
        fc.constantFrom(...points[journey]).chain((point) => faultAt(point, journey)),
        { minLength: 1, maxLength: 3 },
      ),
      size: fc.constantFrom(0 as const, 1 as const, 2 as const),
      action: fc.constantFrom("none" as const, "pause" as const, "stop" as const, "stop" as const),
      actionAfter: fc.nat(3),
      hasScript: fc.boolean(),
      honoursKeys: fc.constantFrom(true, true, true, false),
    }),
  );

/** Returns the schedule of a seed, the same each time. */
export function drawSchedule(seed: number): Schedule {
  const [drawn] = fc.sample(fc.noBias(schedules), { seed, numRuns: 1 });
  if (!drawn) throw new Error(`No schedule for ${seed}`);
  // The calls of an exchange without the portal are about keys.
  return { seed, ...drawn, honoursKeys: drawn.honoursKeys || drawn.journey === "exchange" };
}

/** Describes a schedule in a line. */
export function describeSchedule({ journey, faults, ...schedule }: Schedule): string {
  const order = [
    schedule.action === "none" ? "" : `${schedule.action} after ${schedule.actionAfter}`,
    schedule.hasScript ? "by script" : "by form",
    schedule.honoursKeys ? "" : "without keys",
  ].filter(Boolean);
  const details = journey === "order" ? ` (${order.join(", ")})` : "";
  return `${journey}${details}, size ${schedule.size}: ${faults.map(describeFault).join("; ")}`;
}

export function describeFault({ kind, point, phase, nth, milliseconds, shiftMs }: Fault): string {
  const amount = kind.startsWith("shift")
    ? ` ${shiftMs / 1000} s`
    : /^(stop|fill-disk)/.test(kind)
      ? ` ${milliseconds} ms`
      : "";
  return `${kind}${amount} ${phase} ${point.name}${nth > 1 ? ` no. ${nth}` : ""}`;
}
