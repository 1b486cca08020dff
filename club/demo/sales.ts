import { addDays, differenceInCalendarDays, subMonths } from "date-fns";
import type { Insertable } from "kysely";
import { listTitles, reportColumns } from "../../contract/columns";
import { toShortDate } from "../../contract/russian-date";
import type { Database } from "../platform/db/schema";
import { csvFile } from "../platform/http/csv";
import { moscowDate } from "../platform/moscow-date";
import type { Trx } from "../platform/services";
import type { Credit } from "../points/ledger";
import { listSaleCells } from "../sales/deals/report-columns";
import { createFingerprinter } from "../sales/deals/sale-fingerprint";
import { articles } from "./articles";
import { distributors } from "./companies";
import type { SeededPeople, Shop } from "./people";
import { createRandom, pickRandom } from "./random";

/** Months of history. */
const MONTHS = 12;
const MONTHLY_DEALS = 3;
/** The demo member's two companies buy more, so that the demo has more to show. */
const DEMO_MONTHLY_DEALS = 5;
const DEMO_SHOPS = 2;

type NewDeal = Insertable<Database["deals"]>;
type DealDraft = Omit<NewDeal, "file_id" | "file_row" | "fingerprint"> & { shop: Shop };

/**
 * Writes twelve months of sales, until yesterday, as monthly reports of the distributors.
 *
 * @returns the credits for them, oldest first
 */
export async function seedSales(trx: Trx, now: Date, people: SeededPeople): Promise<Credit[]> {
  const random = createRandom(2025);
  const credits: Credit[] = [];
  for (let monthsAgo = MONTHS; monthsAgo > 0; monthsAgo--) {
    const start = subMonths(now, monthsAgo);
    const end = subMonths(now, monthsAgo - 1);
    for (const [index, curatorId] of people.curatorIds.entries()) {
      const shops = people.shops.filter((shop) => shop.curatorId === curatorId);
      const drafts = shops
        .flatMap((shop) => draftDeals(shop, people.shops.indexOf(shop) < DEMO_SHOPS, start, end, random))
        .sort((a, b) => (a.sell_date < b.sell_date ? -1 : 1));
      const uploadedAt = monthsAgo === 1 ? addDays(now, -1) : addDays(end, 2);
      const name = `Отчёт ${moscowDate(end).slice(0, 7)} ${distributors[index]?.actualName ?? ""}.csv`;
      credits.push(...(await writeReport(trx, { curatorId, name, uploadedAt, drafts, people })));
    }
  }
  return credits;
}

function draftDeals(shop: Shop, isDemo: boolean, start: Date, end: Date, random: () => number): DealDraft[] {
  const days = differenceInCalendarDays(end, start);
  const count = isDemo ? DEMO_MONTHLY_DEALS : MONTHLY_DEALS - 1 + Math.floor(random() * 3);
  const drafts = Array.from({ length: count }, () => {
    const article = pickRandom(articles, random);
    const pieces = 2 + Math.floor(random() * 11);
    return {
      shop,
      curator_id: shop.curatorId,
      manager_id: shop.managerId,
      member_id: shop.memberId,
      company_id: shop.companyId,
      sell_date: moscowDate(addDays(start, Math.floor(random() * days))),
      article_code: article.code,
      article_name: article.name,
      sell_count: pieces,
      manager_points: article.managerPoints * pieces,
      member_points: article.memberPoints * pieces,
    };
  });
  // The import would take two rows with the same article and day for one sale.
  return [...new Map(drafts.map((draft) => [`${draft.sell_date} ${draft.article_code}`, draft])).values()];
}

interface Report {
  readonly curatorId: number;
  readonly name: string;
  readonly uploadedAt: Date;
  readonly drafts: readonly DealDraft[];
  readonly people: SeededPeople;
}

async function writeReport(trx: Trx, report: Report): Promise<Credit[]> {
  const { drafts, uploadedAt } = report;
  const file = formatReport(report);
  const { id } = await trx
    .insertInto("report_files")
    .values({
      curator_id: report.curatorId,
      file_name: report.name,
      content_type: file.contentType,
      content: Buffer.from(file.content),
      status: "done",
      total: drafts.length,
      processed: drafts.length,
      points: drafts.reduce((sum, draft) => sum + draft.manager_points + draft.member_points, 0),
      created_at: uploadedAt,
      finished_at: uploadedAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const fingerprintOf = createFingerprinter();
  const rows = drafts.map(({ shop, ...deal }, index) => ({
    ...deal,
    file_id: id,
    // The header is the first row.
    file_row: index + 2,
    fingerprint: fingerprintOf({
      curatorId: deal.curator_id,
      sellDate: deal.sell_date,
      managerId: deal.manager_id,
      inn: shop.inn,
      articleCode: deal.article_code,
      count: deal.sell_count,
    }),
    created_at: uploadedAt,
  }));
  const deals = await trx.insertInto("deals").values(rows).returning(["id", "file_row"]).execute();
  const ids = new Map(deals.map((deal) => [deal.file_row, deal.id]));
  return drafts.flatMap((draft, index) => {
    const what = `${toShortDate(draft.sell_date)}: ${draft.article_name}, ${draft.sell_count} шт.`;
    const credit = { reason: "deal" as const, reference: `deal:${ids.get(index + 2)}`, createdAt: uploadedAt };
    return [
      {
        ...credit,
        userId: draft.manager_id,
        amount: draft.manager_points,
        action: `Продажа ${what}, ${draft.shop.name}`,
      },
      { ...credit, userId: draft.member_id, amount: draft.member_points, action: `Покупка ${what}` },
    ];
  });
}

/** The file that the curator would have uploaded. */
function formatReport({ name, drafts, people }: Report) {
  const phones = new Map([...people.idsByPhone].map(([phone, id]) => [id, phone]));
  return csvFile(
    name,
    listTitles(reportColumns),
    drafts.map(({ shop, ...deal }) =>
      listSaleCells({ ...deal, manager: phones.get(deal.manager_id) ?? "", shop: shop.name, inn: shop.inn }),
    ),
  );
}
