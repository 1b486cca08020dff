import type { Db, Trx } from "../services";

/** Thrown at the end of the transaction, so that it is rolled back. */
class RolledBack<Result> extends Error {
  constructor(readonly result: Result) {
    super("The transaction is rolled back on purpose");
  }
}

/** Runs something in a transaction and rolls it back. @returns the result of `run` */
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
