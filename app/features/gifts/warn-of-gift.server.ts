import { listCharacteristics, listPrizes } from "../../../contract/prizes";
import { log } from "../../lib/log.server";

/** What has been told. The shop is opened all day, and says the same each time. */
const told = new Set<string>();
const MOST_WARNINGS = 100;
/** Characters of a word of the upstream's that the log takes. */
const LONGEST_WORD = 60;

/** Tells the log once in a process of a `handler_system_name` whose gifts can't be ordered. */
export function warnOfUnknownKind(handler: string): void {
  warnOnce({ call: listPrizes.path, field: "handler_system_name", word: handler.slice(0, LONGEST_WORD) });
}

/** Tells the log once in a process of a gift whose sizes or other choices can't be understood. */
export function warnOfUnclearSizes(id: string): void {
  warnOnce({ call: listCharacteristics.path, prize: id.slice(0, LONGEST_WORD) });
}

/** Tells the log once in a process of a gift whose id is too long for a cart. */
export function warnOfLongId(id: string): void {
  warnOnce({ call: listPrizes.path, field: "id", prize: id.slice(0, LONGEST_WORD), length: String(id.length) });
}

/** Tells the log once in a process of an id that different gifts have. */
export function warnOfEqualIds(id: string): void {
  warnOnce({ call: listPrizes.path, field: "id", prize: id.slice(0, LONGEST_WORD), gifts: "several" });
}

/** Tells the log once in a process that sizes don't say whose they are. */
export function warnOfSizesWithoutOwner(): void {
  warnOnce({ call: listCharacteristics.path, field: "prize_id" }, "a size can't be chosen in the list of gifts");
}

function warnOnce(details: Readonly<Record<string, string>>, message = "a gift can't be ordered in the portal"): void {
  const key = JSON.stringify(details);
  if (told.has(key) || told.size >= MOST_WARNINGS) return;
  told.add(key);
  log().warn(details, message);
}
