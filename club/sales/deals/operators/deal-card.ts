import type { ViewSection } from "../../../../contract/operator/views";
import { toRussianDate } from "../../../../contract/russian-date";
import { fullName } from "../../../people/accounts/person";
import { formatMoment, formatNumber, formatPoints } from "../../../platform/acts/format";
import type { Card } from "../../../platform/acts/view";
import { parseId } from "../../../platform/http/parse-id";
import type { Services } from "../../../platform/services";

/** A sale or a returned sale, with what was returned of it. */
export const dealCard: Card = {
  name: "deal",
  summary: "A deal with its report, its participants and what was returned of it.",
  roles: ["support", "finance"],
  async read(services, id) {
    const deal = await readDeal(services, parseId(id));
    if (!deal) return null;
    return {
      title: `${deal.sell_count < 0 ? "Возврат" : "Продажа"} № ${deal.id}`,
      sections: [
        {
          title: "Продажа",
          facts: [
            { label: "Дата", value: toRussianDate(deal.sell_date) },
            { label: "Артикул", value: `${deal.article_code}, ${deal.article_name}` },
            { label: "Количество", value: formatNumber(deal.sell_count) },
            ...(deal.document_number ? [{ label: "Документ", value: deal.document_number }] : []),
            { label: "Торговая точка", value: `${deal.actual_name_organization}, ИНН ${deal.inn}` },
            ...(await readSides(services, deal)),
            {
              label: "Отчёт",
              value: `№ ${deal.file_id}, строка ${deal.file_row}`,
              link: { card: "report", id: String(deal.file_id) },
            },
            ...(deal.recalled_at ? [{ label: "Отозвана", value: formatMoment(deal.recalled_at) }] : []),
          ],
        },
        await readReturns(services, deal.id),
      ],
      acts: deal.recalled_at ? [] : [{ act: "recall-deal", input: { deal: String(deal.id) } }],
    };
  },
};

type Deal = NonNullable<Awaited<ReturnType<typeof readDeal>>>;

async function readDeal({ db }: Services, id: number | null) {
  if (id === null) return undefined;
  return db
    .selectFrom("deals")
    .innerJoin("companies", "companies.id", "deals.company_id")
    .select(["deals.id", "file_id", "file_row", "sell_date", "article_code", "article_name", "sell_count"])
    .select(["manager_id", "manager_points", "member_id", "member_points", "recalled_at"])
    .select(["document_number", "inn", "actual_name_organization"])
    .where("deals.id", "=", id)
    .executeTakeFirst();
}

async function readSides({ db }: Services, deal: Deal) {
  const people = await db
    .selectFrom("users")
    .select(["id", "last_name", "first_name", "sur_name"])
    .where("id", "in", [deal.manager_id, deal.member_id])
    .execute();
  const side = (label: string, id: number, points: number) =>
    people
      .filter((person) => person.id === id)
      .map((person) => ({
        label,
        value: `${fullName(person)}, ${formatPoints(points)}`,
        link: { card: "person", id: String(id) },
      }));
  return [
    ...side("Менеджер", deal.manager_id, deal.manager_points),
    ...side("Магазин", deal.member_id, deal.member_points),
  ];
}

/** The sales that a return returns, or the returns of a sale. */
async function readReturns({ db }: Services, id: number): Promise<ViewSection> {
  const parts = await db
    .selectFrom("deal_returns")
    .select(["return_id", "deal_id", "pieces"])
    .where((part) => part.or([part("return_id", "=", id), part("deal_id", "=", id)]))
    .orderBy("return_id")
    .orderBy("deal_id")
    .limit(50)
    .execute();
  return {
    title: "Возвраты",
    table: {
      columns: [{ title: "Возврат" }, { title: "Продажа" }, { title: "Штук", isNumber: true }],
      rows: parts.map(({ return_id, deal_id, pieces }) => ({
        cells: [`№ ${return_id}`, `№ ${deal_id}`, formatNumber(pieces)],
        link: { card: "deal", id: String(return_id === id ? deal_id : return_id) },
      })),
    },
  };
}
