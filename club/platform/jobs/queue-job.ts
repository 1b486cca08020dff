import { CompiledQuery } from "kysely";
import type PgBoss from "pg-boss";
import type { JobDefinition, JobOptions } from "../services";

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
  await boss.send(queue, data, { ...(db && { db }), ...(singletonKey && { singletonKey }) });
}
