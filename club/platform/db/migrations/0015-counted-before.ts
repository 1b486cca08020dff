import { type Kysely, sql } from "kysely";

/**
 * Rows of an upload that were counted before are no errors: they are told apart from them, as ranges of rows. The refused rows
 * of a list of invitations keep their cells, so that they can be downloaded, corrected and uploaded again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table report_files add column repeated integer not null default 0;
    alter table tasks add column repeated integer not null default 0;

    create table report_repeats (
      file_id integer not null references report_files on delete cascade,
      first_row integer not null,
      last_row integer not null check (last_row >= first_row),
      message text not null,
      primary key (file_id, first_row)
    );
    create table task_repeats (
      task_id uuid not null references tasks on delete cascade,
      first_row integer not null,
      last_row integer not null check (last_row >= first_row),
      message text not null,
      primary key (task_id, first_row)
    );

    -- The cells of the row as they were uploaded, in the order of the template.
    alter table task_errors add column cells text[] not null default '{}';

    with counted as (
      delete from report_errors where field = '' and row > 0 and message like 'Эта продажа уже учтена%'
      returning file_id, row, message
    ), ranges as (
      insert into report_repeats (file_id, first_row, last_row, message)
      select file_id, min(row), max(row), message
      from (select *, row - row_number() over (partition by file_id, message order by row) as range from counted) numbered
      group by file_id, message, range
      returning file_id, last_row - first_row + 1 as rows
    ), sums as (select file_id, sum(rows)::integer as rows from ranges group by file_id)
    update report_files set repeated = rows, failed = failed - rows from sums where id = file_id;
  `.execute(db);
}
