import { CORRECTIONS_SHOWN } from "../../../contract/report-previews";
import { toShortDate } from "../../../contract/russian-date";
import type { Trx } from "../../platform/services";
import { answerFor, type CorrectionAnswers } from "./corrections";
import { nameReport } from "./describe-repeats";
import type { Matches } from "./match-counted";
import type { SaleRow } from "./parse-report";

/** The first rows that correct a counted sale, in the order of the file, with that sale and what becomes of it. */
export async function tellCorrections(
  trx: Trx,
  rows: readonly SaleRow[],
  { corrections }: Matches,
  answers: CorrectionAnswers,
) {
  const shown = rows
    .flatMap(({ number, deal }) => {
      const counted = corrections.get(number);
      return counted ? [{ number, deal, counted }] : [];
    })
    .sort((one, other) => one.number - other.number)
    .slice(0, CORRECTIONS_SHOWN);
  if (shown.length === 0) return [];
  const deals = await trx
    .selectFrom("deals")
    .innerJoin("report_files", "report_files.id", "deals.file_id")
    .innerJoin("companies", "companies.id", "deals.company_id")
    .select(["deals.id", "deals.article_code", "deals.sell_date", "actual_name_organization"])
    .select(["report_files.file_name", "report_files.created_at"])
    .where(
      "deals.id",
      "in",
      shown.map(({ counted }) => counted.id),
    )
    .execute();
  const texts = new Map(
    deals.map((deal) => [
      deal.id,
      `${toShortDate(deal.sell_date)}, ${deal.article_code}, ${deal.actual_name_organization}. Учтено в отчёте ${nameReport(deal)}.`,
    ]),
  );
  return shown.map(({ number, deal, counted }) => ({
    row: number,
    text: texts.get(counted.id) ?? "",
    was: counted.count,
    became: deal.count,
    answer: answerFor(answers, number, counted) ?? "",
  }));
}
