import type { CallInput, CallReply } from "../../../contract/call";
import type { listReports, ReportTitle } from "../../../contract/deals";
import { REPORTS_PER_PAGE } from "../../../contract/values";
import { readConfiguration } from "../../lib/configuration.server";
import type { Answer } from "../../upstream/client.server";

type AskReports = (input: CallInput<typeof listReports>) => Promise<Answer<CallReply<typeof listReports>>>;

/** Pages of the list in which a report is looked for: 2 000 reports, years of a distributor's. */
const SEARCHED_PAGES = 200;

/**
 * Finds a report in the list of reports. This project's club is asked for it alone; the specification's call has no such
 * parameter, so with any other upstream the pages are read until one has it. Undefined when none has.
 * @param ask makes the call
 */
export async function findReport(ask: AskReports, id: string): Promise<Answer<ReportTitle | undefined>> {
  const isWanted = (one: ReportTitle) => one.id === id;
  if (readConfiguration().upstreamExtensions) {
    const answer = await ask({ page: 1, per_page: REPORTS_PER_PAGE, file_id: id });
    return answer.ok ? { ok: true, result: answer.result.items.find(isWanted) } : answer;
  }
  const seen = new Set<string>();
  let sent = 0;
  for (let page = 1; page <= SEARCHED_PAGES; page++) {
    const answer = await ask({ page, per_page: REPORTS_PER_PAGE });
    if (!answer.ok) return answer;
    const { items, hasTotal, total } = answer.result;
    const found = items.find(isWanted);
    if (found) return { ok: true, result: found };
    sent += answer.result.sent;
    // An upstream that ignores the page sends the same reports again.
    const isNew = items.some((one) => !seen.has(one.id));
    if (!isNew || (hasTotal && sent >= total)) break;
    for (const one of items) seen.add(one.id);
  }
  return { ok: true, result: undefined };
}
