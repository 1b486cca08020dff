import type { CorrectionAnswer } from "../../../contract/columns";
import type { CountedDeal } from "./match-counted";

/** What a curator has said of the rows of a report that correct counted sales. */
export interface CorrectionAnswers {
  /** Of all rows that have no answer of their own. */
  readonly all?: CorrectionAnswer | undefined;
  /** By the number of the row in the file. */
  readonly rows?: Readonly<Record<string, CorrectionAnswer>>;
  /**
   * The fingerprints, in hex, of the deals that were shown, by the rows that correct them: an answer is about nothing else. Without
   * them the answer is for whatever is found.
   */
  readonly seen?: Readonly<Record<string, string>>;
}

/** What becomes of a row; undefined when its curator hasn't said, or has seen another sale in its place. */
export function answerFor(answers: CorrectionAnswers, row: number, deal: CountedDeal): CorrectionAnswer | undefined {
  if (answers.seen && answers.seen[row] !== deal.fingerprint.toString("hex")) return undefined;
  return answers.rows?.[row] ?? answers.all;
}

/** Whether sales may be replaced, so that the transaction has to lock what a recall locks. */
export function mayReplace({ all, rows = {} }: CorrectionAnswers): boolean {
  return all === "replace" || Object.values(rows).includes("replace");
}
