import { subDays } from "date-fns";
import type { Trx } from "../platform/services";
import { seedArticles } from "./articles";
import { seedContent } from "./content";
import { type RenderedLegalDocuments, renderLegalDocuments, seedLegalDocuments } from "./legal-documents";
import { seedPictures } from "./pictures";
import { seedPrizes } from "./prizes";
import { type RenderedRules, renderRulesDocuments, seedRulesDocuments } from "./rules-documents";

/** Age of the club of a demo. */
export const CLUB_AGE_DAYS = 400;
const NEW_PRIZES_AGE_DAYS = 2;

/** The printed papers of a demo. */
export interface Papers {
  readonly rules: readonly RenderedRules[];
  readonly legal: RenderedLegalDocuments;
}

/** Prints the rules and the legal documents. It takes about a second, so call it before a transaction and not in it. */
export async function renderPapers(): Promise<Papers> {
  return { rules: await renderRulesDocuments(), legal: await renderLegalDocuments() };
}

/** Writes what a demo shows without people: contacts, questions, rules, articles and prizes, all of them invented. */
export async function seedCatalogue(trx: Trx, now: Date, papers: Papers): Promise<void> {
  await seedContent(trx, papers.legal.links);
  await seedLegalDocuments(trx, papers.legal);
  await seedArticles(trx);
  await seedPictures(trx);
  await seedRulesDocuments(trx, papers.rules);
  await seedPrizes(trx, { first: subDays(now, CLUB_AGE_DAYS), recent: subDays(now, NEW_PRIZES_AGE_DAYS) });
}
