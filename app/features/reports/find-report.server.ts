import type { CallInput, CallReply } from "../../../contract/call";
import type { listReports, ReportTitle } from "../../../contract/deals";
import { REPORTS_PER_PAGE } from "../../../contract/values";
import { readConfiguration } from "../../lib/configuration.server";
import type { Answer } from "../../upstream/client.server";

type AskReports = (input: CallInput<typeof listReports>) => Promise<Answer<CallReply<typeof listReports>>>;

/** Pages of the list in which a report is looked for, as far as its ids don't tell earlier that it isn't there: 500 reports. */
const SEARCHED_PAGES = 50;

/** A report of the list, and how many reports were looked through in vain because there may be more. */
interface FoundReport {
  readonly title: ReportTitle | undefined;
  /** 0 where it was found, or where the whole list was read. */
  readonly searched: number;
}

/**
 * Finds a report in the list of reports. This project's club is asked for it alone; the specification's call has no such
 * parameter, so with any other upstream the pages are read until one has it, or until their ids, as far as they descend, have
 * passed the wanted one.
 * @param ask makes the call
 * @param isWanted whether to go on after the first page; asked only where it is needed
 */
export async function findReport(
  ask: AskReports,
  id: string,
  isWanted: () => Promise<boolean> = async () => true,
): Promise<Answer<FoundReport>> {
  const isSought = (one: ReportTitle) => one.id === id;
  const found = (title?: ReportTitle, searched = 0) => ({ ok: true as const, result: { title, searched } });
  if (readConfiguration().upstreamExtensions) {
    const answer = await ask({ page: 1, per_page: REPORTS_PER_PAGE, file_id: id });
    return answer.ok ? found(answer.result.items.find(isSought)) : answer;
  }
  const seen = new Set<string>();
  let sent = 0;
  for (let page = 1; page <= SEARCHED_PAGES; page++) {
    const answer = await ask({ page, per_page: REPORTS_PER_PAGE });
    if (!answer.ok) return answer;
    const { items, hasTotal, total } = answer.result;
    const title = items.find(isSought);
    if (title) return found(title);
    sent += answer.result.sent;
    // An upstream that ignores the page sends the same reports again.
    const isNew = items.some((one) => !seen.has(one.id));
    for (const one of items) seen.add(one.id);
    if (!isNew || (hasTotal && sent >= total) || havePassed([...seen], id)) return found();
    if (page === 1 && !(await isWanted())) return found();
  }
  return found(undefined, seen.size);
}

/** Whether descending ids have come to one below the wanted. Ids that aren't numbers, or don't descend, never have. */
function havePassed(ids: readonly string[], wanted: string): boolean {
  if (![...ids, wanted].every((id) => /^\d{1,30}$/.test(id))) return false;
  const numbers = ids.map(BigInt);
  return (
    numbers.every((id, index) => index === 0 || id < (numbers[index - 1] ?? 0n)) &&
    (numbers.at(-1) ?? 0n) < BigInt(wanted)
  );
}
