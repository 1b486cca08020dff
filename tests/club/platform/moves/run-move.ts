import { openDatabase } from "../../../../club/platform/db/open";
import { runMoves } from "../../../../club/platform/moves/run-moves";
import { lettersMove } from "./letters";

// Moves letters in the database of its argument, and says after each batch how many it has moved.
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const { db } = await openDatabase({ databaseUrl: process.argv[2], dataDir: "", log: quiet });
const move: typeof lettersMove = {
  ...lettersMove,
  async moveBatch(...given) {
    const batch = await lettersMove.moveBatch(...given);
    console.log("in a batch");
    return batch;
  },
};
await runMoves({ db, log: quiet, now: () => new Date() }, [move], { batchRows: 10, pauseMs: 1 });
console.log("ended");
