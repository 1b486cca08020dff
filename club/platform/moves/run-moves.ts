import { setTimeout as delay } from "node:timers/promises";
import type { Services } from "../services";
import type { DataMove } from "./data-move";

/** Locks of a batch are held for a moment only. */
const BATCH_ROWS = 500;
/** Between two batches the database belongs to the others. */
const PAUSE_MS = 100;
/** A run ends in time; the next one goes on. */
const RUN_MS = 10 * 60 * 1000;
/** A move that has ended looks once a day whether a node of an earlier release has written since. */
const LOOK_AGAIN_MS = 24 * 60 * 60 * 1000;

export interface RunOptions {
  readonly stopping?: AbortSignal | undefined;
  readonly batchRows?: number;
  readonly pauseMs?: number;
}

/**
 * Goes on with moves from where they stand. Each batch and the place where it ended are one transaction, so that a process that
 * is killed loses nothing and does nothing twice.
 */
export async function runMoves(
  services: Pick<Services, "db" | "log" | "now">,
  moves: readonly DataMove[],
  { stopping, batchRows = BATCH_ROWS, pauseMs = PAUSE_MS }: RunOptions = {},
): Promise<void> {
  const until = performance.now() + RUN_MS;
  for (const move of moves) {
    await services.db
      .insertInto("data_moves")
      .values({ name: move.name, started_at: services.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (;;) {
      stopping?.throwIfAborted();
      if (performance.now() > until) return;
      if ((await moveOneBatch(services, move, batchRows)) === "nothing to do") break;
      await delay(pauseMs, undefined, { signal: stopping });
    }
  }
}

async function moveOneBatch(
  { db, log, now }: Pick<Services, "db" | "log" | "now">,
  move: DataMove,
  size: number,
): Promise<"goes on" | "nothing to do"> {
  return db.transaction().execute(async (trx) => {
    const state = await trx
      .selectFrom("data_moves")
      .selectAll()
      .where("name", "=", move.name)
      .forUpdate()
      // Another process is at it.
      .skipLocked()
      .executeTakeFirst();
    if (!state) return "nothing to do";
    const { ended_at: endedAt, looked_at: lookedAt, position } = state;
    if (endedAt && lookedAt && position === null && now().getTime() - lookedAt.getTime() < LOOK_AGAIN_MS) {
      return "nothing to do";
    }
    const { moved, next } = await move.moveBatch(trx, size, position);
    const inPass = Number(state.moved_in_pass) + moved;
    const total = Number(state.moved) + moved;
    const isClean = next === null && inPass === 0;
    await trx
      .updateTable("data_moves")
      .set({
        position: next,
        moved: total,
        moved_in_pass: next === null ? 0 : inPass,
        ...(next === null && { looked_at: now() }),
        // What is found behind an ended move means that it hasn't ended.
        ended_at: isClean ? (endedAt ?? now()) : inPass > 0 ? null : endedAt,
      })
      .where("name", "=", move.name)
      .execute();
    if (isClean && !endedAt) log.info({ move: move.name, moved: total }, "a data move has ended");
    return isClean ? "nothing to do" : "goes on";
  });
}
