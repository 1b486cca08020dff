import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import { LRUCache } from "lru-cache";
import { downloadArticles } from "../../../contract/promotions";
import { keepUnits } from "../../lib/keep-units";
import type { Visit } from "../../session/visit.server";
import { download } from "../../upstream/download.server";

export interface PromotionArticle {
  code: string;
  name: string;
}

/** Articles on one page. The whole list is in the file. */
const SHOWN = 50;

/**
 * The articles of a promotion in which every word of the search occurs, in code or name. They are read from the file that the
 * upstream offers for download: a header, then code and name. Null when it can't be had; the page works without.
 */
export async function loadArticles(
  visit: Visit,
  id: string,
  search: string,
): Promise<{ articles: PromotionArticle[]; total: number } | null> {
  const answer = await visit.optional(download(downloadArticles, { id }, visit.caller));
  if (!answer?.ok) return null;
  const articles = readArticles(await answer.result.text());
  if (!articles) return null;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = articles.filter(({ code, name }) => {
    const text = `${code} ${name}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return { articles: found.slice(0, SHOWN), total: found.length };
}

/** Characters of a file above which only the file itself is offered. */
const LONGEST_FILE = 5_000_000;
/** Characters of all files whose articles are kept. */
const KEPT_TEXT = 20_000_000;

const kept = new LRUCache<string, { articles: PromotionArticle[] | null }>({ maxSize: KEPT_TEXT });

/**
 * The articles of a file; null if it isn't a table, or too long for a page. The same file, which most views of a promotion
 * bring, is parsed once: every other request waits while it is.
 */
export function readArticles(text: string): PromotionArticle[] | null {
  if (text.length > LONGEST_FILE) return null;
  const digest = createHash("sha256").update(text).digest("base64");
  const known = kept.get(digest);
  if (known) return known.articles;
  const articles = parseArticles(text);
  kept.set(digest, { articles }, { size: text.length + 1 });
  return articles;
}

function parseArticles(text: string): PromotionArticle[] | null {
  try {
    const [, ...rows] = parse(text, { bom: true, delimiter: [";", ",", "\t"], relax_column_count: true }) as string[][];
    return rows.map(([code = "", name = ""]) => ({ code, name: keepUnits(name) }));
  } catch {
    return null;
  }
}
