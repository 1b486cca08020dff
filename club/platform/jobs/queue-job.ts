import { CompiledQuery } from "kysely";
import type PgBoss from "pg-boss";
import { findTracing } from "../../../contract/tracing";
import type { JobDefinition, JobOptions } from "../services";

/** Beside the data of a job: the headers of the trace in which it was queued, if there was one. */
export const CAUSED_BY = "caused_by";

/** Queues a job by pg-boss: by the connection or the transaction in `within`, or else by one of its own. */
export async function queueJob<Data extends object>(
  boss: PgBoss,
  { queue }: JobDefinition<Data>,
  data: Data,
  { within, singletonKey }: JobOptions = {},
): Promise<void> {
  const db = within && {
    executeSql: async (text: string, values: unknown[]) => {
      const { rows } = await within.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
  const causedBy = findTracing()?.headers();
  const queued = causedBy?.traceparent ? { ...data, [CAUSED_BY]: causedBy } : data;
  await boss.send(queue, queued, { ...(db && { db }), ...(singletonKey && { singletonKey }) });
}
