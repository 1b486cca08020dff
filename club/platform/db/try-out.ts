import type { Db, Trx } from "../services";

/** Ends a transaction of which nothing is to stay. */
class RolledBack<Result> extends Error {
  constructor(readonly result: Result) {
    super("What was only tried out is rolled back");
  }
}

/** Does something in a transaction and rolls it back. @returns what it has come to */
export async function tryOut<Result>(db: Db, run: (trx: Trx) => Promise<Result>): Promise<Result> {
  try {
    return await db.transaction().execute(async (trx) => {
      throw new RolledBack(await run(trx));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result;
    throw error;
  }
}
