import { sql } from "kysely";
import { optionalChoice } from "../../acts/field";
import { formatMoment } from "../../acts/format";
import { type Card, defineList, LIST_ROWS, pageOf } from "../../acts/view";
import { isUuid } from "../../http/parse-id";
import type { Services } from "../../services";
import { describeFailure, describeJobState, type JobRow, jobTroubles, selectJobs, type Trouble } from "./job-rows";

/** Background jobs that have failed for good, or that nobody has begun for a while. */
export const jobs = defineList({
  name: "jobs",
  group: "messages",
  title: "Задачи",
  summary: "Background jobs that failed for good, or that wait or run for too long, the oldest first.",
  roles: ["support"],
  filters: { trouble: optionalChoice({ label: "Что с ней", help: "failed or stuck", choices: jobTroubles }) },
  columns: [
    { title: "Задача" },
    { title: "Создана" },
    { title: "Начата" },
    { title: "Повторов", isNumber: true },
    { title: "Состояние" },
    { title: "Ошибка" },
  ],
  today: [attention("Задачи не выполнены", "failed"), attention("Задачи стоят", "stuck")],
  parseKey: (text: string) => (isUuid(text) ? text : null),
  async read({ db }, { trouble }, after) {
    const { rows } = await sql<JobRow>`
      select * from (${selectJobs(trouble)}) troubled
      where ${
        after === undefined
          ? sql`true`
          : sql`(created_on, id) > (select created_on, id from pgboss.job where id = ${after}::uuid)`
      }
      order by created_on, id limit ${LIST_ROWS + 1}
    `.execute(db);
    return pageOf(rows, (job) => ({
      cells: [
        job.queue,
        formatMoment(job.created_on),
        formatMoment(job.started_on),
        String(job.retry_count),
        describeJobState(job),
        describeFailure(job),
      ],
      link: { card: "job", id: job.id },
    }));
  },
});

function attention(title: string, trouble: Trouble) {
  return {
    title,
    filters: { trouble },
    async count({ db }: Services) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (${selectJobs(trouble)}) troubled
      `.execute(db);
      return rows[0]?.count ?? 0;
    },
  };
}

/** A job with its state. What it works with stays out: it may name people. */
export const jobCard: Card = {
  name: "job",
  summary: "A background job with its state, by id.",
  roles: ["support"],
  async read({ db }, id) {
    if (!isUuid(id)) return null;
    const { rows } =
      await sql<JobRow>`select * from (${selectJobs(undefined)}) troubled where id = ${id}::uuid`.execute(db);
    const [job] = rows;
    if (!job) return null;
    return {
      title: `Задача ${job.queue}`,
      sections: [
        {
          title: "Состояние",
          facts: [
            { label: "Состояние", value: describeJobState(job) },
            { label: "Создана", value: formatMoment(job.created_on) },
            { label: "Начата", value: formatMoment(job.started_on) },
            { label: "Повторов", value: String(job.retry_count) },
            { label: "Ошибка", value: describeFailure(job) || "—" },
          ],
        },
      ],
      acts: (job.state === "active" ? [] : ["retry-job", "cancel-job"]).map((act) => ({ act, input: { job: job.id } })),
    };
  },
};
