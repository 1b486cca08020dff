import { sql } from "kysely";
import { moscowDate } from "../../platform/moscow-date";
import type { Services } from "../../platform/services";

/**
 * Roubles of gifts in a calendar year that need no documents (§8.5) and no tax: the limit that an operator has set since the
 * latest day up to now, or else CLUB_DOCUMENTS_LIMIT. As a part of a statement.
 */
export function yearLimit({ now, settings }: Pick<Services, "now" | "settings">, at: Date = now()) {
  return sql<number>`coalesce(
    (select roubles from tax_limits where since <= ${moscowDate(at)}::date order by since desc limit 1),
    ${settings.documentsLimit}::integer
  )`;
}
