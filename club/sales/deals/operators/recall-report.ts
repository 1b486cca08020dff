import { quote } from "../../../../contract/russian-quotes";
import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import { count } from "../../../platform/acts/field";
import { formatCount, formatPoints } from "../../../platform/acts/format";
import { RefusalError } from "../../../platform/http/refusal-error";
import { type Recalled, recallDeals } from "../recall-deals";
import { tellCurator } from "../tell-curator";
import { reason, report, unknownReport } from "./report-field";

export const recallReport = defineAct({
  name: "recall-report",
  group: "reports",
  title: "Отозвать отчёт",
  explanation:
    "Баллы за все продажи отчёта снимаются обратными записями. Чего на счёте нет, становится долгом: его погасят следующие начисления. Верные строки можно загрузить ещё раз.",
  summary: "Take back every deal of a report by reversing entries.",
  gives: "points",
  roles: ["finance"],
  needsCode: true,
  fields: { report, reason },
  async run({ services, trx }, input) {
    const found = await trx
      .updateTable("report_files")
      .set({ recalled_at: services.now() })
      .where("id", "=", input.report)
      .where("status", "in", ["done", "failed"])
      .where("recalled_at", "is", null)
      .returning(["id", "curator_id", "file_name"])
      .executeTakeFirst();
    if (!found) throw await whyNot(input.report);
    const recalled = await recallDeals(trx, services, { of: { fileId: found.id }, reason: input.reason });
    const message = `Оператор клуба отозвал отчёт: ${input.reason}`;
    await trx
      .insertInto("report_errors")
      .values({ file_id: found.id, row: 0, field: "", message })
      .onConflict((conflict) => conflict.columns(["file_id", "row", "field"]).doUpdateSet({ message }))
      .execute();
    await tellCurator(trx, services, found, { subject: "Отчёт отозван", text: message });
    return {
      lines: [
        `Отчёт ${quote(found.file_name)} отозван. Куратору уйдёт письмо с причиной.`,
        ...describeRecall(recalled),
      ],
      points: recalled.points,
      subject: { kind: "report", id: found.id },
      after: { ...recalled },
      link: { card: "report", id: String(found.id) },
    };

    async function whyNot(id: number): Promise<RefusalError> {
      const known = await trx.selectFrom("report_files").select("recalled_at").where("id", "=", id).executeTakeFirst();
      if (!known) return unknownReport(id);
      const why = known.recalled_at ? "уже отозван" : "ещё не посчитан";
      return new RefusalError(alias.collision, `Отчёт № ${id} ${why}.`, "report");
    }
  },
});

export const recallDeal = defineAct({
  name: "recall-deal",
  group: "reports",
  title: "Отозвать продажу",
  explanation:
    "Баллы менеджера и магазина снимаются обратными записями. Чего на счёте нет, становится долгом: его погасят следующие начисления.",
  summary: "Take back one deal by reversing entries.",
  gives: "points",
  roles: ["finance"],
  needsCode: true,
  fields: {
    deal: count({
      label: "Продажа",
      hint: "Номер продажи",
      help: "id of the deal",
      isPositional: true,
    }),
    reason,
  },
  async run({ services, trx }, input) {
    const found = await trx
      .selectFrom("deals")
      .innerJoin("report_files", "report_files.id", "deals.file_id")
      .select(["deals.file_row", "deals.recalled_at"])
      .select(["report_files.id", "report_files.curator_id", "report_files.file_name"])
      .where("deals.id", "=", input.deal)
      .executeTakeFirst();
    if (!found) throw new RefusalError(alias.notFound, `Продажи № ${input.deal} нет.`, "deal");
    const recalled = await recallDeals(trx, services, { of: { dealId: input.deal }, reason: input.reason });
    if (recalled.sales + recalled.returns === 0) {
      throw new RefusalError(alias.collision, `Продажа № ${input.deal} уже отозвана.`, "deal");
    }
    await tellCurator(trx, services, found, {
      subject: "Строка отчёта отозвана",
      text: `Оператор клуба отозвал строку ${found.file_row}: ${input.reason}`,
    });
    return {
      lines: [`Строка ${found.file_row} отчёта ${quote(found.file_name)} отозвана.`, ...describeRecall(recalled)],
      points: recalled.points,
      subject: { kind: "deal", id: input.deal },
      after: { ...recalled },
      link: { card: "deal", id: String(input.deal) },
    };
  },
});

function describeRecall({ sales, returns, points, owed }: Recalled): string[] {
  const what = [
    ...(sales > 0 ? [formatCount(sales, "продажа", "продажи", "продаж")] : []),
    ...(returns > 0 ? [formatCount(returns, "возврат", "возврата", "возвратов")] : []),
  ];
  return [
    `Отозвано: ${what.join(" и ") || "ничего"}, ${formatPoints(points)}.`,
    ...(owed > 0 ? [`Долг участников вырастет на ${formatPoints(owed)}.`] : []),
  ];
}
