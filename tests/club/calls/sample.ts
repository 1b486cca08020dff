import type { CallDescriptor, CallInput } from "../../../contract/call";
import type { Participant } from "../../../contract/values";
import type { Scene } from "./scene";
import { cast, type PersonName } from "./scene-people";

/** One way to make a call. */
export interface Sample {
  /** Who makes it; a guest if nobody is named. */
  readonly by?: PersonName;
  readonly input: object;
  readonly files?: Readonly<Record<string, File>>;
  readonly idempotencyKey?: string;
  /** The rows of a long list that are wanted. */
  readonly rows?: { readonly first: number; readonly count: number };
}

/** Says how a call is made at the moment at which it is made. */
export type MakeSample = (scene: Scene) => Sample | Promise<Sample>;

/** A call with its samples by their titles, in the order in which they are made. */
export interface CallSamples {
  readonly call: CallDescriptor;
  readonly cases: Readonly<Record<string, MakeSample>>;
}

/** Takes the samples of one call, which have inputs of its own type. */
export function samplesOf<D extends CallDescriptor>(
  call: D,
): (cases: Readonly<Record<string, (scene: Scene) => SampleOf<D> | Promise<SampleOf<D>>>>) => CallSamples {
  return (cases) => ({ call, cases });
}

type SampleOf<D extends CallDescriptor> = Omit<Sample, "input"> & { readonly input: CallInput<D> };

const names = Object.keys(cast) as PersonName[];

/** The same input by everybody of the scene who may make the call, and by a guest where everybody may. */
export function byAll<D extends CallDescriptor>(
  { audience }: D,
  makeInput: (scene: Scene) => CallInput<D>,
): Record<string, (scene: Scene) => SampleOf<D>> {
  if (typeof audience === "string") return { "a guest": (scene) => ({ input: makeInput(scene) }) };
  const allowed = names.filter((name) => audience.includes(cast[name]));
  return Object.fromEntries(allowed.map((name) => [name, (scene: Scene) => ({ by: name, input: makeInput(scene) })]));
}

/** Somebody whose role may not make the call; undefined where every participant may. */
export function findStranger({ audience }: CallDescriptor): PersonName | undefined {
  const allowed: readonly Participant[] = typeof audience === "string" ? [] : audience;
  return names.find((name) => !allowed.includes(cast[name]));
}
