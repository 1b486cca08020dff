import { execFile } from "node:child_process";
import { promisify } from "node:util";
import pg from "pg";

const LOCK = 7_203_400;

/**
 * Makes every write of the club fail with PostgreSQL's code for a full disk while somebody holds the lock. No small file system
 * has to be mounted for it, which only an administrator may do.
 */
export const DISK_FULL_SQL = `
  create schema simulation;
  create function simulation.fail_when_full() returns trigger language plpgsql as $$
  begin
    if exists (
      select from pg_locks
      where locktype = 'advisory' and mode = 'ExclusiveLock' and granted and objid = ${LOCK}
        and database = (select oid from pg_database where datname = current_database())
    ) then
      raise exception using errcode = 'disk_full', message = 'could not extend file: No space left on device';
    end if;
    return null;
  end $$;
  do $$
  declare name text;
  begin
    foreach name in array array[
      'balances', 'exchanges', 'ledger_entries', 'deals', 'report_files', 'report_errors', 'invites', 'tasks', 'outbox',
      'password_resets', 'rate_limits'
    ] loop
      execute format('create trigger fail_when_full after insert or update on %I execute function simulation.fail_when_full()', name);
    end loop;
  end $$;
`;

/** Fills the disk under a database. Returns what frees it again. */
export async function fillDisk(connectionString: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  await client.query(`select pg_advisory_lock(${LOCK})`);
  return () => client.end().catch(() => undefined);
}

/**
 * Really stops a backend from writing: its files may not grow beyond a page, its write-ahead log included, which ends in a
 * PANIC and a recovery, as a full disk does. Returns false where there is no `prlimit` (it is Linux's).
 */
export async function limitFileSize(backend: number): Promise<boolean> {
  return promisify(execFile)("prlimit", [`--pid=${backend}`, "--fsize=8192"]).then(
    () => true,
    () => false,
  );
}
