import { type RawBuilder, sql } from "kysely";

/** A background job as the queue has it. */
export interface JobRow {
  readonly id: string;
  readonly queue: string;
  readonly state: "created" | "retry" | "active" | "completed" | "cancelled" | "failed";
  readonly retry_count: number;
  readonly created_on: Date;
  readonly started_on: Date | null;
  readonly error_name: string | null;
  readonly error_code: string | null;
}

/** What a list of jobs can be narrowed to. */
export const jobTroubles = { failed: "Не выполнена", stuck: "Стоит" } as const;
export type Trouble = keyof typeof jobTroubles;

/** A job that is due, or runs, for longer than this needs somebody to look at it. */
const STUCK_MINUTES = 15;

const columns = sql`id, name as queue, state, retry_count, created_on, started_on,
  output ->> 'name' as error_name, output ->> 'code' as error_code`;

const conditions = {
  failed: sql`state = 'failed'`,
  stuck: sql`(
    (state in ('created', 'retry') and start_after < now() - make_interval(mins => ${STUCK_MINUTES}))
    or (state = 'active' and started_on < now() - greatest(expire_in, make_interval(mins => ${STUCK_MINUTES})))
  )`,
};

/** The statement for the jobs that are in trouble, those of the queue's own schedule left out. */
export function selectJobs(trouble: Trouble | undefined): RawBuilder<JobRow> {
  const condition = trouble ? conditions[trouble] : sql`(${conditions.failed} or ${conditions.stuck})`;
  return sql<JobRow>`select ${columns} from pgboss.job where starts_with(name, '__pgboss__') is false and ${condition}`;
}

export function describeJobState({ state }: Pick<JobRow, "state">): string {
  if (state === "failed") return jobTroubles.failed;
  return state === "active" ? "Выполняется слишком долго" : "Ждёт слишком долго";
}

/** Names and codes only: the text of an error could have data of people in it. */
export function describeFailure({ state, error_name, error_code }: JobRow): string {
  const known = [error_name, error_code].filter(Boolean).join(" ");
  return known || (state === "failed" ? "Прервана или не уложилась в срок" : "");
}
