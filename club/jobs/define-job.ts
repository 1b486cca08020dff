import type { JobDefinition } from "../services";

/** A job with the type of its data kept. */
export function defineJob<Data extends object>(definition: JobDefinition<Data>): JobDefinition<Data> {
  return definition;
}
