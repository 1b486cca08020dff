import { toShortDate } from "../../../../contract/russian-date";
import { saleClaimStatusTitles } from "../../../../contract/values";
import { optionalChoice } from "../../../platform/acts/field";
import { formatMoment, formatNumber } from "../../../platform/acts/format";
import { defineList, LIST_ROWS, pageOf } from "../../../platform/acts/view";
import { selectClaims } from "../claims/select-claims";

const { pending, accepted, refused } = saleClaimStatusTitles;

/** Claimed sales of all distributors, the newest first. */
export const saleClaims = defineList({
  name: "sale-claims",
  group: "reports",
  title: "Заявки о продажах",
  summary: "Claims of sales that no report has, by their state, the newest first.",
  roles: ["support", "finance"],
  filters: {
    status: optionalChoice({
      label: "Состояние",
      help: "state of the answer",
      choices: { pending, accepted, refused },
    }),
  },
  columns: [
    { title: "№", isNumber: true },
    { title: "Отправлена" },
    { title: "Участник" },
    { title: "Дистрибьютор" },
    { title: "Продажа" },
    { title: "Штук", isNumber: true },
    { title: "Состояние" },
  ],
  today: [
    {
      title: "Заявки о продажах ждут ответа",
      filters: { status: "pending" },
      async count({ db }) {
        const { count } = await db
          .selectFrom("sale_claims")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where("status", "=", "pending")
          .executeTakeFirstOrThrow();
        return count;
      },
    },
  ],
  async read({ db }, { status }, after) {
    const claims = await selectClaims(db)
      .$if(status !== undefined, (query) => query.where("claim.status", "=", status ?? "pending"))
      .$if(after !== undefined, (query) => query.where("claim.id", "<", Number(after)))
      .orderBy("claim.id", "desc")
      .limit(LIST_ROWS + 1)
      .execute();
    return pageOf(claims, (claim) => ({
      cells: [
        String(claim.id),
        formatMoment(claim.created_at),
        claim.claimant,
        claim.distributor,
        `${toShortDate(claim.sell_date)}, ${claim.article_code}`,
        formatNumber(claim.sell_count),
        saleClaimStatusTitles[claim.status],
      ],
      link: { card: "sale-claim", id: String(claim.id) },
    }));
  },
});
