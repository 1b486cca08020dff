import { sql } from "kysely";
import { quote } from "../../../../contract/russian-quotes";
import { alias } from "../../../../contract/values";
import { type ActOutcome, defineAct } from "../../acts/act";
import { text } from "../../acts/field";
import { RefusalError } from "../../http/refusal-error";
import type { Trx } from "../../services";
import { describeFailure, describeJobState, type JobRow, selectJobs } from "./job-rows";

const fields = {
  job: text({ label: "Номер задачи", help: "the job's id", isPositional: true }),
  reason: text({ label: "Причина", help: "what has been found out or repaired" }),
};

export const retryJob = defineAct({
  name: "retry-job",
  group: "messages",
  title: "Выполнить ещё раз",
  explanation: "Задача начнётся сразу. Сделанное раньше не повторится.",
  summary: "Try a job again that has failed for good, or that waits for too long.",
  gives: "nothing",
  roles: ["support"],
  fields,
  async run({ trx }, input) {
    const job = await lockJob(trx, input.job);
    await sql`
      update pgboss.job set state = 'retry', retry_limit = greatest(retry_limit, retry_count + 1), start_after = now(),
        completed_on = null
      where id = ${job.id}::uuid and name = ${job.queue}
    `.execute(trx);
    return describe(job, "Начнётся сейчас.", "retry");
  },
});

export const cancelJob = defineAct({
  name: "cancel-job",
  group: "messages",
  title: "Отменить задачу",
  explanation: "Задача не будет выполнена.",
  summary: "Never do a job that has failed, or that waits for too long.",
  gives: "nothing",
  roles: ["support"],
  fields,
  async run({ trx }, input) {
    const job = await lockJob(trx, input.job);
    await sql`
      update pgboss.job set state = 'cancelled', completed_on = now() where id = ${job.id}::uuid and name = ${job.queue}
    `.execute(trx);
    return describe(job, "Отменена.", "cancelled");
  },
});

/** @throws RefusalError on `job` when it isn't in trouble any more, or runs */
async function lockJob(trx: Trx, id: string): Promise<JobRow> {
  const { rows } = await sql<JobRow>`
    ${selectJobs(undefined)} and id::text = ${id} for update
  `.execute(trx);
  const [job] = rows;
  if (!job) {
    throw new RefusalError(alias.notFound, "Среди невыполненных и стоящих задач этой нет.", "job");
  }
  if (job.state === "active") {
    throw new RefusalError(alias.validation, "Задача сейчас выполняется: дождитесь конца.", "job");
  }
  return job;
}

function describe(job: JobRow, line: string, after: string): ActOutcome {
  const failure = describeFailure(job);
  return {
    lines: [`Задача ${job.queue}, была ${quote(describeJobState(job))}${failure ? `: ${failure}` : ""}.`, line],
    subject: { kind: "job", id: job.id },
    before: { queue: job.queue, state: job.state, retries: job.retry_count },
    after: { state: after },
    link: { list: "jobs" },
  };
}
