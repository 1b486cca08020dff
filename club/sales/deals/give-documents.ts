import { sql } from "kysely";
import type { Trx } from "../../platform/services";
import type { SaleRow } from "./parse-report";
import type { SortedRows } from "./sort-rows";

/**
 * Gives deals without a document that of the row which repeats them, with its fingerprint. From then on they are this document's,
 * and the row of another one is another sale; compared again, they are the same rows' as before. It comes before balances are
 * locked, as marking deals does in a recall.
 */
export async function giveDocuments(
  trx: Trx,
  rows: readonly SaleRow[],
  repeated: SortedRows["repeated"],
): Promise<void> {
  const byNumber = new Map(rows.map(({ number, deal }) => [number, deal]));
  const pairs = repeated.flatMap(({ number, fingerprint }) => {
    const deal = byNumber.get(number);
    return deal && deal.documentNumber !== "" && !deal.fingerprint.equals(fingerprint) ? [{ deal, fingerprint }] : [];
  });
  if (pairs.length === 0) return;
  await sql`
    update deals set document_number = given.document_number, fingerprint = given.fingerprint
    from unnest(
      ${pairs.map(({ fingerprint }) => fingerprint)}::bytea[], ${pairs.map(({ deal }) => deal.documentNumber)}::text[],
      ${pairs.map(({ deal }) => deal.fingerprint)}::bytea[]
    ) as given (repeated, document_number, fingerprint)
    where deals.fingerprint = given.repeated and deals.document_number = ''
      and not exists (select from deals taken where taken.fingerprint = given.fingerprint)
  `.execute(trx);
}
