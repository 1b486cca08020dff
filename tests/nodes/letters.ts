import type { Topology } from "./topology";

/** The number of the newest message of the club; 0 before the first. */
export async function readLastLetter({ postgres }: Topology): Promise<number> {
  const [row] = await postgres.query<{ id: number }>("select coalesce(max(id), 0)::int as id from outbox");
  return row?.id ?? 0;
}

/** Whether a message was sent that is newer than the one of this number. */
export async function isSentAfter({ postgres }: Topology, id: number): Promise<boolean> {
  const rows = await postgres.query("select from outbox where id > $1 and sent_at is not null", [id]);
  return rows.length > 0;
}
