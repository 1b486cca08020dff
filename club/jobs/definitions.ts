import type { JobDefinition } from "./jobs";

/** Every kind of background work of the club. */
export const jobDefinitions: readonly JobDefinition<never>[] = [];
