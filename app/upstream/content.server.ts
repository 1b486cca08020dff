import { LRUCache } from "lru-cache";
import type { CallDescriptor, CallReply } from "../../contract/call";
import {
  faq,
  fileLinksByRole,
  type Links,
  menu,
  type Question,
  type RulesDocument,
  rules,
} from "../../contract/content";
import { keepUnits } from "../lib/keep-units";
import type { UpstreamCaller } from "./caller.server";
import { call } from "./client.server";
import { findFileAddress } from "./file-address.server";
import { reportOutage } from "./outage.server";

type FileLinks = CallReply<typeof fileLinksByRole>;

const FRESH_MS = 60_000;

interface KeptContent<Reply> {
  readonly reply: Reply;
  /** The version of the contents that was current when it was asked for. */
  readonly version: string | undefined;
}

/**
 * Caches content that is the same for everybody for a minute. Older content is served while it is renewed, and through an
 * outage (§4.3); only the very first reader waits, and whoever comes first after the club has changed its contents.
 */
function cacheContent<D extends CallDescriptor>(descriptor: D): (caller: UpstreamCaller) => Promise<CallReply<D>> {
  const cache = new LRUCache<string, KeptContent<CallReply<D>>, UpstreamCaller>({
    max: 1,
    ttl: FRESH_MS,
    allowStale: true,
    async fetchMethod(_key, stale, { context: { requestId, recordCall, fetchUpstream, answerRead, contentVersion } }) {
      try {
        const answer = await call(descriptor, {} as never, { requestId, recordCall, fetchUpstream, answerRead });
        if (answer.ok) return { reply: answer.result, version: contentVersion };
        throw reportOutage(descriptor.path, "status", { requestId }, { status: answer.refusal.status });
      } catch (error) {
        // Stored as if it were new: the upstream is asked again after another minute. The client has logged why.
        if (stale !== undefined) return { ...stale, version: contentVersion };
        throw error;
      }
    },
  });
  return async (caller) => {
    const kept = cache.peek(descriptor.path, { allowStale: true });
    const hasChanged = kept !== undefined && kept.version !== caller.contentVersion;
    const { reply } = await cache.forceFetch(descriptor.path, {
      context: caller,
      forceRefresh: hasChanged,
      allowStale: !hasChanged,
    });
    return reply;
  };
}

const cachedMenu = cacheContent(menu);
const cachedRules = cacheContent(rules);
const cachedQuestions = cacheContent(faq);
const cachedFileLinks = cacheContent(fileLinksByRole);

/** What header and footer show of the links when they can't be read: nothing. */
export const NO_LINKS: Links = menu.reply.parse({}).data;

/** Links of header and footer. */
export async function readLinks(caller: UpstreamCaller): Promise<Links> {
  const { data } = await cachedMenu(caller);
  return {
    ...data,
    where_to_buy: keepLink(data.where_to_buy),
    authenticity_bot: keepLink(data.authenticity_bot),
    socials: data.socials.map(({ name, url }) => ({ name, url: keepLink(url) })),
    privacy_policy: findFileAddress(data.privacy_policy),
    personal_data_consent: findFileAddress(data.personal_data_consent),
  };
}

/** Programs that a link may open. A script isn't one. */
const LINK_PROTOCOLS = ["https:", "http:", "mailto:", "tel:", "tg:"];

/** A link of the upstream as it is; empty when following it would run something in the page. */
function keepLink(link: string): string {
  const base = "https://club.invalid";
  return URL.canParse(link, base) && LINK_PROTOCOLS.includes(new URL(link, base).protocol) ? link : "";
}

/** Rules documents by code. */
export async function readRules(caller: UpstreamCaller): Promise<RulesDocument[]> {
  return (await cachedRules(caller)).items.map((document) => ({
    ...findLinkedFile(document),
    text: keepUnits(document.text),
  }));
}

/** Rules and file links by group. */
export async function readFileLinks(caller: UpstreamCaller): Promise<FileLinks> {
  const { curator, sales, retail } = await cachedFileLinks(caller);
  return {
    curator: curator.map(findLinkedFile),
    sales: sales.map(findLinkedFile),
    retail: retail.map(findLinkedFile),
  };
}

function findLinkedFile<Entry extends { link: string }>(entry: Entry): Entry {
  return { ...entry, link: findFileAddress(entry.link) };
}

/**
 * The address of the file of a rules document (§2.1.7). Either of two calls may carry it; the second is made only when the
 * first doesn't. An empty text when neither does.
 */
export async function readRulesLink(caller: UpstreamCaller, code: string): Promise<string> {
  const isWanted = (one: { code: string; link: string }) => one.code === code && one.link !== "";
  const document = (await readRules(caller)).find(isWanted);
  if (document) return document.link;
  const groups = Object.values(await readFileLinks(caller));
  return groups.flat().find(isWanted)?.link ?? "";
}

/** Questions and answers. */
export async function readQuestions(caller: UpstreamCaller): Promise<Question[]> {
  const { items } = await cachedQuestions(caller);
  return items.map(({ id, question, answer }, index) => ({
    id: id || String(index + 1),
    question: keepUnits(question),
    answer: keepUnits(answer),
  }));
}
