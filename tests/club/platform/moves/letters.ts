import { type Kysely, sql } from "kysely";
import type { Database } from "../../../../club/platform/db/schema";
import type { DataMove } from "../../../../club/platform/moves/data-move";

/** Makes a table whose texts were once stored in capitals. */
export async function createLetters(db: Kysely<Database>, count: number): Promise<void> {
  await sql`create table letters (id int primary key, text text not null, times int not null default 0)`.execute(db);
  await sql`insert into letters select id, 'LETTER ' || id from generate_series(1, ${count}) id`.execute(db);
}

/** Writes them in small letters, and counts how often it did. */
export const lettersMove: DataMove = {
  name: "letters",
  since: "0001-club",
  async moveBatch(trx, size, position) {
    const { rows } = await sql<{ id: number }>`
      update letters set text = lower(text), times = times + 1 where id in (
        select id from letters where id > ${Number(position ?? -1000)} and text <> lower(text)
        order by id limit ${size} for update
      ) returning id
    `.execute(trx);
    const last = Math.max(...rows.map(({ id }) => id));
    return { moved: rows.length, next: rows.length === size ? String(last) : null };
  },
};
