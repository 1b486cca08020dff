import { type RawBuilder, sql } from "kysely";
import type { DataMove } from "../../platform/moves/data-move";
import { spellMailbox } from "../../platform/outbox/mailbox";
import type { Trx } from "../../platform/services";

/** A table with mailboxes that people have typed. */
interface MailboxTable {
  readonly table: string;
  /** The column that names a row. */
  readonly key: "id" | "email";
  readonly type: "int" | "uuid" | "text";
  /** In which rows a mailbox may stand once only, by the text that they share; null: it may stand any number of times. */
  readonly uniqueWithin: RawBuilder<string> | null;
  /** The older spelling stays beside the other one, because rows of tables that come later are compared with it. */
  readonly keepsBoth?: true;
}

const everywhere = sql<string>`''`;

const TABLES: readonly MailboxTable[] = [
  { table: "unsubscribed_addresses", key: "email", type: "text", uniqueWithin: everywhere, keepsBoth: true },
  { table: "users", key: "id", type: "int", uniqueWithin: everywhere },
  { table: "invites", key: "id", type: "uuid", uniqueWithin: sql`inviter_id::text` },
  { table: "company_claims", key: "id", type: "int", uniqueWithin: null },
  { table: "feedback", key: "id", type: "int", uniqueWithin: null },
];

/**
 * Writes mailboxes that were stored before they had one spelling (`иван@xn--…`) as everybody writes them today, with their
 * domain in letters. Where two rows would become one, such as two accounts of one mailbox, the older spelling stays. At every
 * moment an invitation and the wish to get none meet in one of the spellings.
 */
export const mailboxSpellingsMove: DataMove = {
  name: "mailbox-spellings",
  since: "0001-club",
  async moveBatch(trx, size, position) {
    const [name, after] = position === null ? [TABLES[0]?.table] : position.split(" ");
    const at = TABLES.findIndex(({ table }) => table === name);
    const table = TABLES[at];
    if (!table) throw new Error(`The move stands at a table that it doesn't know: ${position}`);
    const rows = await readOldSpellings(trx, table, size, after || null);
    const moved = table.keepsBoth ? await unsubscribeBoth(trx, rows) : await respell(trx, table, rows);
    const last = rows.at(-1);
    if (last && rows.length === size) return { moved, next: `${table.table} ${last.key}` };
    const following = TABLES[at + 1];
    return { moved, next: following ? `${following.table} ` : null };
  },
};

interface StoredMailbox {
  readonly key: string;
  readonly email: string;
  readonly scope: string;
}

async function readOldSpellings(
  trx: Trx,
  { table, key, type, uniqueWithin }: MailboxTable,
  size: number,
  after: string | null,
): Promise<StoredMailbox[]> {
  const { rows } = await sql<StoredMailbox>`
    select ${sql.ref(key)}::text as key, email, ${uniqueWithin ?? everywhere} as scope from ${sql.table(table)}
    where position('xn--' in lower(email)) > 0
      and ${after === null ? sql`true` : sql`${sql.ref(key)} > ${after}::${sql.raw(type)}`}
    order by ${sql.ref(key)} limit ${size} for update
  `.execute(trx);
  return rows;
}

/** @returns how many rows were added */
async function unsubscribeBoth(trx: Trx, rows: readonly StoredMailbox[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into unsubscribed_addresses (email, created_at)
    select news.spelled, old.created_at
    from unnest(${rows.map(({ email }) => email)}::text[], ${rows.map(({ email }) => spellMailbox(email).toLowerCase())}::text[])
      as news (email, spelled) join unsubscribed_addresses old using (email)
    on conflict do nothing
  `.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** @returns how many rows were changed */
async function respell(
  trx: Trx,
  { table, key, type, uniqueWithin }: MailboxTable,
  rows: readonly StoredMailbox[],
): Promise<number> {
  const taken = new Set<string>();
  const news = rows.flatMap(({ key: of, email, scope }) => {
    const spelled = spellMailbox(email);
    const place = `${scope} ${spelled.toLowerCase()}`;
    // Of two that would be the same in one statement the second one waits for the next pass.
    if (spelled === email || (uniqueWithin && taken.has(place))) return [];
    taken.add(place);
    return [{ of, spelled, scope }];
  });
  if (news.length === 0) return 0;
  const isTaken = uniqueWithin
    ? sql`exists (
        select from (select email, ${uniqueWithin} as scope from ${sql.table(table)}) other
        where lower(other.email) = lower(news.spelled) and other.scope = news.scope
      )`
    : sql`false`;
  const texts = (read: (row: (typeof news)[number]) => string) => sql`${news.map(read)}::text[]`;
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} old set email = news.spelled
    from unnest(${texts(({ of }) => of)}, ${texts(({ spelled }) => spelled)}, ${texts(({ scope }) => scope)})
      as news (of, spelled, scope)
    where old.${sql.ref(key)} = news.of::${sql.raw(type)} and not ${isTaken}
  `.execute(trx);
  return Number(numAffectedRows ?? 0);
}
