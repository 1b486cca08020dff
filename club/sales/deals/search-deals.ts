import { type RawBuilder, sql } from "kysely";
import { containsPattern } from "../../platform/db/contains-pattern";

/** Whose deals they are: a manager's sales or a member's purchases. */
export type Side = "manager" | "member";

/** Words of a search beyond these are ignored. */
const MOST_WORDS = 8;

/** The patterns of a search's words; none for an empty search. Every one has to be found. */
export function searchPatterns(search: string): readonly string[] {
  const words = search.trim().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  return words.map((word) => containsPattern(word.replaceAll("ё", "е").replaceAll("Ё", "Е")));
}

/**
 * The SQL condition that what a list shows of a deal has each of the words: the article, with its code without dashes too, and
 * the other side of the deal with its INN. `ё` is `е`.
 */
export function matchesSearch(side: Side, patterns: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(
    select translate(
      concat_ws(' ', deals.article_code, regexp_replace(deals.article_code, '[^[:alnum:]]', '', 'g'), deals.article_name,
        companies.inn, ${shownOf[side]}),
      'ёЁ', 'еЕ')
    from companies, users as member
    where companies.id = deals.company_id and member.id = deals.member_id
  ) ilike all (${patterns}::text[])`;
}

const shownOf: Readonly<Record<Side, RawBuilder<string>>> = {
  manager: sql`companies.actual_name_organization, member.last_name, member.first_name, member.sur_name`,
  member: sql`companies.legal_name_organization, (
    select string_agg(distributor.actual_name_organization, ' ') from companies as distributor
    where distributor.owner_id = deals.curator_id and distributor.kind = 'distributor'
  )`,
};
