import type { Services } from "../services";
import type { Act, ActOutcome } from "./act";
import { askSecondOperator, NeedsSecondOperator, needsSecondOperator } from "./act-requests";
import { carryOut, type RawInput, withoutSecrets } from "./carry-out";
import type { Operator } from "./operator";

export type DirectRun =
  | { readonly state: "done"; readonly outcome: ActOutcome }
  | { readonly state: "waiting"; readonly outcome: ActOutcome; readonly requestId: string };

/**
 * Does an act at once, without a check before: the command line's way. An act for which one operator isn't enough becomes
 * a request that waits for a second one.
 * @throws ZodError, RefusalError
 */
export async function runAct(services: Services, operator: Operator, act: Act, raw: RawInput): Promise<DirectRun> {
  try {
    const outcome = await services.db.transaction().execute(async (trx) => {
      const done = await carryOut(trx, services, operator, act, raw);
      if (needsSecondOperator(done)) throw new NeedsSecondOperator(done);
      return done;
    });
    return { state: "done", outcome };
  } catch (error) {
    if (!(error instanceof NeedsSecondOperator)) throw error;
    const { id } = await askSecondOperator(services, operator, act, raw, error.outcome);
    return { state: "waiting", outcome: withoutSecrets(error.outcome), requestId: id };
  }
}
