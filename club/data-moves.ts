import { mailboxSpellingsMove } from "./people/accounts/move-mailbox-spellings";
import { defineJob } from "./platform/jobs/define-job";
import type { DataMove } from "./platform/moves/data-move";
import { runMoves } from "./platform/moves/run-moves";
import type { Services } from "./platform/services";

/** Every move of data of this release, in the order in which they run. */
export const dataMoves: readonly DataMove[] = [mailboxSpellingsMove];

/** Goes on with the moves, beginning within five minutes of a release's first start. */
export const dataMovesJob = defineJob({
  queue: "data-moves",
  schedule: "*/5 * * * *",
  handle: (_data: object, services: Services, stopping?: AbortSignal) => runMoves(services, dataMoves, { stopping }),
});
