import { parse } from "csv-parse/sync";
import { downloadArticles } from "../../../contract/promotions";
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
 * upstream offers for download (§7.8): a header, then code and name. Null when it can't be had; the page works without.
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

/** Null for a file that isn't a table. */
function readArticles(text: string): PromotionArticle[] | null {
  try {
    const [, ...rows] = parse(text, { bom: true, delimiter: [";", ",", "\t"], relax_column_count: true }) as string[][];
    return rows.map(([code = "", name = ""]) => ({ code, name }));
  } catch {
    return null;
  }
}
