import { sql } from "kysely";
import { quote } from "../../../../contract/russian-quotes";
import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import { date } from "../../../platform/acts/field";
import { formatCount, formatPoints } from "../../../platform/acts/format";
import { ADVISORY_LOCKS, lockUntilTransactionEnds } from "../../../platform/db/advisory-locks";
import { RefusalError } from "../../../platform/http/refusal-error";
import { holdCredits } from "../../../points/held-points";
import { creditPoints } from "../../../points/ledger";
import { grantBonuses, hasBonus } from "../bonuses";
import { replayPromotion, selectDueBonuses } from "../replay-promotion";
import { lockPromotion, requireOrder } from "./find-promotion";
import { promotionField } from "./promotion-fields";

export const creditPromotion = defineAct({
  name: "credit-promotion",
  group: "catalogue",
  title: "Начислить за прошлые продажи",
  explanation:
    "Дополнительные баллы за продажи, которые клуб посчитал раньше, чем были заданы условия. Правила те же: дни акции, день вступления, бюджет. За каждую продажу акция начисляет один раз.",
  summary: "Credit what a promotion adds to deals that were counted before its terms were set, each once.",
  gives: "points",
  roles: ["finance"],
  needsCode: true,
  fields: {
    promotion: promotionField,
    from: date({ label: "Продажи с", help: "first day of sale" }),
    until: date({ label: "Продажи по", help: "last day of sale" }),
  },
  async run({ trx, services, authority }, { promotion: id, from, until }) {
    requireOrder(from, until, "until");
    await sql`set local statement_timeout = 0`.execute(trx);
    // Keeps recalls and returned sales away: they take back what a deal has when they begin.
    await lockUntilTransactionEnds(trx, ADVISORY_LOCKS.returnedSales);
    const promotion = await lockPromotion(trx, id);
    if (!hasBonus(promotion)) {
      throw new RefusalError(alias.validation, "У акции нет дополнительных баллов: сначала задайте их.", "promotion");
    }
    const period = { from, until };
    const { due } = await replayPromotion(trx, id, period, promotion);
    const credits = await grantBonuses(trx, selectDueBonuses(id, period), services.now());
    await creditPoints(trx, authority, holdCredits(services, credits), { areNew: true });
    const points = credits.reduce((sum, { amount }) => sum + amount, 0);
    const people = new Set(credits.map(({ userId }) => userId)).size;
    const deals = new Set(credits.map(({ reference }) => reference)).size;
    return {
      lines: [
        `Акция ${quote(promotion.name)}: ${formatPoints(points)} за ${formatCount(deals, "продажу", "продажи", "продаж")}, их получит ${formatCount(people, "участник", "участника", "участников")}.`,
        ...(points < due.points ? [`Бюджета не хватит ещё на ${formatPoints(due.points - points)}.`] : []),
      ],
      points,
      subject: { kind: "promotion", id },
      after: { from, until, deals, people, points },
      link: { card: "promotion", id: String(id) },
    };
  },
});
