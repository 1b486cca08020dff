import type { Trx } from "../services";

/** What a batch has done. */
export interface MovedBatch {
  /** How many rows were changed. */
  readonly moved: number;
  /** Where the next batch begins; null when this one was the last of a pass over the rows. */
  readonly next: string | null;
}

/**
 * Rows that are brought from the form of one release into that of the next while everybody works. Nodes of the release before
 * may go on writing the old form behind the move: it passes over the rows until it finds none.
 */
export interface DataMove {
  readonly name: string;
  /** The migration that made room for what is moved; what takes the former place away comes later. */
  readonly since: string;
  /**
   * Changes at most `size` rows after a position, which is null at the beginning. It waits for rows that are locked: what it
   * leaves out must be what it will never change.
   */
  moveBatch(trx: Trx, size: number, position: string | null): Promise<MovedBatch>;
}
