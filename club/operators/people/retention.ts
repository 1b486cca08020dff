import { type RawBuilder, sql } from "kysely";
import { changeInBatches } from "../../platform/db/in-batches";
import type { Db, RetentionDays, Services } from "../../platform/services";

const DAY_MS = 24 * 60 * 60 * 1000;

/** What is removed when its time has passed. */
interface RetentionRule {
  /** In the log. */
  readonly name: string;
  /** The setting of `RetentionDays` that counts. */
  readonly setting: keyof RetentionDays;
  /** The statement for at most `limit` rows that are older than `before`. What it has changed doesn't match again. */
  remove(before: Date, limit: number): RawBuilder<unknown>;
  /** Rows of one statement, where they are large. */
  readonly batchRows?: number;
}

/**
 * The rules in the order of their work. Rows that others refer to stay and lose what is personal; an empty value means that
 * it was removed. Messages and expired sessions have jobs of their own.
 */
const rules: readonly RetentionRule[] = [
  {
    name: "report files",
    setting: "reports",
    batchRows: 20,
    remove: (before, limit) => sql`
      update report_files set content = '' where id in (
        select id from report_files
        where content <> '' and status in ('done', 'failed', 'refused')
          and coalesce(finished_at, created_at) < ${before} limit ${limit}
      )`,
  },
  {
    name: "errors of reports",
    setting: "reports",
    remove: (before, limit) => sql`
      delete from report_errors where ctid = any(array(
        select report_errors.ctid from report_errors join report_files on report_files.id = file_id
        where status in ('done', 'failed', 'refused') and coalesce(finished_at, report_files.created_at) < ${before}
        limit ${limit}
      ))`,
  },
  {
    name: "lists of invited people",
    setting: "invitations",
    batchRows: 20,
    remove: (before, limit) => sql`
      update tasks set file_content = null, file_name = '' where id in (
        select id from tasks
        where (file_content is not null or file_name <> '') and status in ('done', 'failed')
          and coalesce(finished_at, created_at) < ${before} limit ${limit}
      )`,
  },
  {
    name: "errors of lists",
    setting: "invitations",
    remove: (before, limit) => sql`
      delete from task_errors where ctid = any(array(
        select task_errors.ctid from task_errors join tasks on tasks.id = task_id
        where status in ('done', 'failed') and coalesce(finished_at, tasks.created_at) < ${before} limit ${limit}
      ))`,
  },
  {
    name: "invitations that nobody answered",
    setting: "invitations",
    remove: (before, limit) => sql`
      delete from invites where id in (
        select id from invites
        where status not in ('registered', 'confirmed') and expires_at < ${before}
          and not exists (select from users where users.invite_id = invites.id) limit ${limit}
      )`,
  },
  {
    name: "feedback",
    setting: "feedback",
    remove: (before, limit) =>
      sql`delete from feedback where id in (select id from feedback where created_at < ${before} limit ${limit})`,
  },
  {
    name: "claims of companies",
    setting: "feedback",
    remove: (before, limit) =>
      sql`delete from company_claims where id in (select id from company_claims where claimed_at < ${before} limit ${limit})`,
  },
  {
    name: "accepted documents",
    setting: "acceptedDocuments",
    batchRows: 20,
    remove: (before, limit) => wipeDocuments("accepted", before, limit),
  },
  {
    name: "rejected documents",
    setting: "rejectedDocuments",
    batchRows: 20,
    remove: (before, limit) => wipeDocuments("rejected", before, limit),
  },
  {
    name: "photos of accepted claims of sales",
    setting: "acceptedDocuments",
    batchRows: 20,
    remove: (before, limit) => wipeClaimPhotos("accepted", before, limit),
  },
  {
    name: "photos of refused claims of sales",
    setting: "rejectedDocuments",
    batchRows: 20,
    remove: (before, limit) => wipeClaimPhotos("refused", before, limit),
  },
];

/** That a sale was claimed, and what came of it, stays. */
function wipeClaimPhotos(status: "accepted" | "refused", before: Date, limit: number): RawBuilder<unknown> {
  return sql`
    update sale_claim_photos set photo_sealed = '' where id in (
      select sale_claim_photos.id from sale_claim_photos join sale_claims on sale_claims.id = claim_id
      where status = ${status} and decided_at < ${before} and photo_sealed <> '' limit ${limit}
    )`;
}

/** Answers and scans go; that documents were accepted or rejected stays, so that nobody is asked for a passport twice. */
function wipeDocuments(status: "accepted" | "rejected", before: Date, limit: number): RawBuilder<unknown> {
  return sql`
    update documents set answers_sealed = '', passport_main_sealed = '', passport_registration_sealed = '' where id in (
      select id from documents where status = ${status} and decided_at < ${before} and answers_sealed <> '' limit ${limit}
    )`;
}

/**
 * Removes personal data whose time has passed, in small statements, and logs how much of what.
 *
 * @throws the reason of `stopping` when the process stops; the next run goes on
 */
export async function removeExpiredData(services: Services, stopping?: AbortSignal): Promise<void> {
  const removed: Record<string, number> = {};
  for (const rule of rules) {
    const before = retentionEnd(services, rule.setting);
    removed[rule.name] = await changeInBatches(
      (limit) => runRule(services.db, rule.remove(before, limit)),
      stopping,
      rule.batchRows,
    );
  }
  services.log.info({ removed }, "personal data whose time has passed were removed");
}

/** The moment before which the data of a setting are removed. */
export function retentionEnd({ settings, now }: Services, setting: keyof RetentionDays): Date {
  return new Date(now().getTime() - settings.retentionDays[setting] * DAY_MS);
}

async function runRule(db: Db, statement: RawBuilder<unknown>): Promise<bigint | undefined> {
  return (await statement.execute(db)).numAffectedRows;
}
