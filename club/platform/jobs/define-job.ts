import type { JobDefinition } from "../services";

/** Declares a job. The compiler takes the type of its data from the definition. */
export function defineJob<Data extends object>(definition: JobDefinition<Data>): JobDefinition<Data> {
  return definition;
}
