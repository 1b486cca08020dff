import { sql } from "kysely";
import type { Db } from "../services";

/** How far a move is. */
export interface MoveState {
  readonly name: string;
  readonly moved: number;
  readonly started_at: Date;
  /** Null while it goes on. */
  readonly ended_at: Date | null;
}

/** The moves that a job has begun, by their names. */
export async function readMoves(db: Db): Promise<MoveState[]> {
  const { rows } = await sql<MoveState>`
    select name, moved::float as moved, started_at, ended_at from data_moves order by name
  `.execute(db);
  return rows;
}
