import { reportDetails } from "../../contract/deals";
import type { WirePage } from "../../contract/reply-fields";
import { compareReply } from "./compare-reply";
import type { Read } from "./reads";
import type { Effect, PagingCheck } from "./report";
import { type Sender, sendCall } from "./send-call";

type Page = WirePage<unknown>;
type Input = Readonly<Record<string, unknown>>;

/** Whether a page asks for the first page of its list, and may ask for more. */
export function isPaged({ descriptor, failing }: Read, input: Input): boolean {
  if (failing.kind === "part") return false;
  return descriptor === reportDetails || (input.page === 1 && Number(input.per_page) > 1 && !("file_id" in input));
}

/**
 * Finds out whether a list is paged by `page` and `per_page`, by asking for its first two rows one by one.
 * @param result what the portal reads from the first page
 */
export async function checkPaging(sender: Sender, read: Read, input: Input, result: unknown): Promise<PagingCheck[]> {
  const lists = listPages(result);
  if (read.descriptor === reportDetails) return lists.map(([list, page]) => judgeWhole(list, page));
  const isLongEnough = lists.some(([, { items }]) => items.length > 1);
  const [first, second] = isLongEnough
    ? [
        await readPages(sender, read, { ...input, page: 1, per_page: 1 }),
        await readPages(sender, read, { ...input, page: 2, per_page: 1 }),
      ]
    : [];
  return lists.map(([list, page]) => judgePaging(list, page, first?.get(list), second?.get(list)));
}

async function readPages(sender: Sender, { descriptor }: Read, input: Input): Promise<Map<string, Page>> {
  const reply = await sendCall(sender, descriptor, input);
  if (reply.kind !== "json" || descriptor.reply === "file") return new Map();
  return new Map(listPages(compareReply({ ...descriptor, reply: descriptor.reply }, reply.json).result));
}

/** The lists of a reply: the reply itself, or those within it. */
function listPages(result: unknown): [string, Page][] {
  if (isPage(result)) return [["", result]];
  if (typeof result !== "object" || result === null) return [];
  return Object.entries(result).filter((entry): entry is [string, Page] => isPage(entry[1]));
}

function isPage(value: unknown): value is Page {
  return typeof value === "object" && value !== null && "hasTotal" in value;
}

/** The report's rows are asked for all at once. */
function judgeWhole(list: string, { sent, total, hasTotal }: Page): PagingCheck {
  const isWhole = sent >= total;
  const portal = isWhole
    ? "all rows come at once, as asked"
    : "per_page isn't honoured, the rows beyond the first page are missing";
  const honours = { honoursPerPage: isWhole, honoursPage: null };
  return { list, hasTotal, ...honours, portal, effect: isWhole ? "fine" : "loses-row" };
}

function judgePaging(list: string, whole: Page, first?: Page, second?: Page): PagingCheck {
  const { items, sent, total, hasTotal } = whole;
  const judge = (honoursPerPage: boolean | null, honoursPage: boolean | null, portal: string, effect: Effect) => {
    return { list, hasTotal, honoursPerPage, honoursPage, portal, effect };
  };
  if (items.length < 2 || !first || !second) {
    return judge(null, null, "too short to tell", hasTotal ? "fine" : "tolerated");
  }
  const honoursPerPage = first.items.length === 1;
  const isSame = JSON.stringify(second.items) === JSON.stringify(first.items);
  const honoursPage = second.items.length > 0 && (!isSame || JSON.stringify(items[0]) === JSON.stringify(items[1]));
  if (honoursPage && honoursPerPage) {
    return hasTotal
      ? judge(true, true, "pages as asked", "fine")
      : judge(true, true, "no total: another page is offered after each full one", "tolerated");
  }
  if (honoursPage) return judge(false, true, "per_page is ignored: the upstream's own page size is taken", "tolerated");
  if (honoursPerPage || total > sent) {
    return judge(honoursPerPage, false, "page is ignored: rows beyond the first page are never shown", "loses-row");
  }
  return judge(false, false, "the whole list comes at once: the portal cuts its pages itself", "tolerated");
}
