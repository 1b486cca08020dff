import type { ViewSection } from "../../../../contract/operator/views";
import { toRussianDate } from "../../../../contract/russian-date";
import { saleClaimStatusTitles } from "../../../../contract/values";
import { formatMoment, formatNumber, formatPoints } from "../../../platform/acts/format";
import type { Card } from "../../../platform/acts/view";
import { parseId } from "../../../platform/http/parse-id";
import type { Db } from "../../../platform/services";
import { selectSimilarSales } from "../claims/read-claim";
import { selectClaims } from "../claims/select-claims";

/** A claimed sale, with the counted ones that look like it. */
export const claimCard: Card = {
  name: "sale-claim",
  summary: "A claimed sale with its state, and counted sales that look like it.",
  roles: ["support", "finance"],
  async read({ db }, id) {
    const claim = await selectClaims(db)
      .select(["claim.user_id", "claim.manager_id", "claim.comment", "claim.decided_by", "claim.decided_at"])
      .select(["claim.deal_id"])
      .where("claim.id", "=", parseId(id) ?? 0)
      .executeTakeFirst();
    if (!claim) return null;
    const input = { claim: String(claim.id) };
    const who = claim.decided_by === "curator" ? "куратор" : "оператор";
    return {
      title: `Заявка о продаже № ${claim.id}`,
      sections: [
        {
          title: "Заявлено",
          facts: [
            { label: "Состояние", value: saleClaimStatusTitles[claim.status] },
            ...(claim.reason ? [{ label: "Причина", value: claim.reason }] : []),
            ...(claim.decided_at ? [{ label: "Решение", value: `${formatMoment(claim.decided_at)}, ${who}` }] : []),
            { label: "Отправлена", value: formatMoment(claim.created_at) },
            { label: "Участник", value: claim.claimant, link: { card: "person", id: String(claim.user_id) } },
            { label: "Дистрибьютор", value: claim.distributor },
            claim.manager_id === null
              ? { label: "Менеджер", value: "не назван" }
              : {
                  label: "Менеджер",
                  value: `№ ${claim.manager_id}`,
                  link: { card: "person", id: String(claim.manager_id) },
                },
            { label: "Торговая точка", value: `${claim.shop}, ИНН ${claim.inn}` },
            { label: "Дата продажи", value: toRussianDate(claim.sell_date) },
            { label: "Артикул", value: `${claim.article_code}, ${claim.article_name}` },
            { label: "Количество", value: formatNumber(claim.sell_count) },
            { label: "Номер документа", value: claim.document_number },
            ...(claim.comment ? [{ label: "Комментарий", value: claim.comment }] : []),
            ...(claim.deal_id === null
              ? []
              : [
                  {
                    label: "Посчитана",
                    value: `Продажа № ${claim.deal_id}${claim.points === null ? "" : `, участнику ${formatPoints(claim.points)}`}`,
                    link: { card: "deal", id: String(claim.deal_id) },
                  },
                ]),
          ],
        },
        await readSimilarSales(db, claim.id),
      ],
      acts: [
        { act: "look-at-claim", input },
        ...(claim.status === "pending"
          ? [
              { act: "accept-claim", input },
              { act: "refuse-claim", input },
            ]
          : []),
      ],
    };
  },
};

async function readSimilarSales(db: Db, claimId: number): Promise<ViewSection> {
  const sales = await selectSimilarSales(db, claimId).execute();
  return {
    title: "Похожие учтённые продажи",
    table: {
      columns: [{ title: "Дата" }, { title: "Штук", isNumber: true }, { title: "Менеджер" }, { title: "Отчёт" }],
      rows: sales.map((sale) => ({
        cells: [toRussianDate(sale.sell_date), formatNumber(sale.sell_count), sale.manager, sale.file_name],
        link: { card: "deal", id: String(sale.id) },
      })),
    },
  };
}
