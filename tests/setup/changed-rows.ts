import { type Kysely, sql } from "kysely";
import type { Database } from "../../club/platform/db/schema";

type Row = Readonly<Record<string, unknown>>;
/** The rows of each table by their primary key. */
export type TableRows = ReadonlyMap<string, ReadonlyMap<string, Row>>;

interface NamedTable {
  readonly name: string;
  readonly key: readonly string[];
  /** The first column of the key is a number: the rows are read in its order, else as they were written. */
  readonly isNumbered: boolean;
}

/** Triggers raise it with every change of the contents, so it says nothing of its own. */
const CONTENT_VERSION = "content_version";

/** Reads every row of the club that says something, and the waiting jobs. For small databases only. @param except other tables */
export async function readRows(db: Kysely<Database>, except: readonly string[] = []): Promise<TableRows> {
  const found = new Map<string, ReadonlyMap<string, Row>>();
  for (const { name, key, isNumbered } of await listTables(db)) {
    if (name === CONTENT_VERSION || except.includes(name)) continue;
    const order = isNumbered ? sql`order by ${sql.ref(key[0] ?? "")}` : sql``;
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(t) as row from ${sql.table(name)} as t ${order}
    `.execute(db);
    found.set(name, new Map(rows.map(({ row }) => [key.map((column) => String(row[column])).join(" "), row])));
  }
  const { rows: jobs } = await sql<{ id: string; name: string; data: unknown; state: string }>`
    select id, name, data, state from pgboss.job where name !~ '^__pgboss__'
  `.execute(db);
  found.set("job", new Map(jobs.map(({ id, ...job }) => [id, job])));
  return found;
}

/**
 * What differs between two states, in words: `+` an added row, `-` a removed one, `~` a changed one with its values before and
 * after.
 * @param options.removedRows whether a removed row is told by its key or as it was
 */
export function describeChanges(
  before: TableRows,
  after: TableRows,
  { removedRows = "key" }: { removedRows?: "key" | "whole" } = {},
): string[] {
  const lines: string[] = [];
  for (const [table, rows] of after) {
    const former = before.get(table) ?? new Map<string, Row>();
    for (const [key, row] of rows) {
      const earlier = former.get(key);
      if (!earlier) lines.push(`+ ${table} ${describeRow(row)}`);
      else if (JSON.stringify(earlier) !== JSON.stringify(row)) {
        const columns = Object.keys(row).filter((name) => JSON.stringify(row[name]) !== JSON.stringify(earlier[name]));
        const changes = columns.map((name) => `${name}: ${describe(earlier[name])} → ${describe(row[name])}`);
        lines.push(`~ ${table} ${key}: ${changes.join(", ")}`);
      }
    }
    for (const [key, row] of former) {
      if (!rows.has(key)) lines.push(`- ${table} ${removedRows === "key" ? key : describeRow(row)}`);
    }
  }
  return lines;
}

const describe = (value: unknown) => JSON.stringify(value);

/** The values of a row that has some. */
function describeRow(row: Row): string {
  return Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${describe(value)}`)
    .join(", ");
}

async function listTables(db: Kysely<Database>): Promise<NamedTable[]> {
  const { rows } = await sql<NamedTable>`
    select c.relname as name, array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) as key,
      (select atttypid in ('int4'::regtype, 'int8'::regtype) from pg_attribute
        where attrelid = c.oid and attnum = i.indkey[0]) as "isNumbered"
    from pg_class c
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.oid, c.relname, i.indkey
    order by c.relname
  `.execute(db);
  return rows;
}
