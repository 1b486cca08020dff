import { defineAct } from "../../../platform/acts/act";
import { file } from "../../../platform/acts/field";
import { actorName } from "../../../platform/acts/operator";
import type { Trx } from "../../../platform/services";
import { cellText, readActTable } from "../../../platform/spreadsheets/read-act-table";
import type { TitledColumns } from "../../../platform/spreadsheets/titled-table";
import type { StatusChange } from "../../prizes/set-exchange-status";
import { changeMany, describeMany, MANY_ORDERS, type OrderResult } from "../change-many";
import { readOrderNumber } from "./find-order";

const columns: TitledColumns<"order" | "result" | "reason" | "batch"> = {
  columns: {
    order: { title: "Заказ", hint: "номер заказа из нашего файла", isRequired: true },
    result: { title: "Результат", hint: "ок или отказ", isRequired: true },
    reason: { title: "Причина", hint: "почему отказано", isRequired: false },
    batch: { title: "Файл", hint: "номер нашего файла", isRequired: false },
  },
  otherNames: {
    order: ["номерзаказа", "номер", "order", "id", "внешнийномер"],
    result: ["статус", "result", "status"],
    reason: ["причинаотказа", "комментарии", "reason", "error", "ошибка"],
    batch: ["номерфайла", "файл№", "batch"],
  },
  inFile: "В файле",
  noRowsMessage: "В файле нет ни одной строки.",
  maxRows: MANY_ORDERS,
};

const done = ["ок", "ok", "да", "выполнено", "выполнен", "исполнено", "успешно", "оплачено", "success", "done", "paid"];
const refused = ["отказ", "отказано", "нет", "ошибка", "отклонено", "отклонен", "refused", "error", "failed", "fail"];

/** A file that is read again changes nothing: its orders are completed or refused already. */
export const readAgentAnswer = defineAct({
  name: "read-agent-answer",
  group: "orders",
  title: "Загрузить ответ агента",
  explanation:
    "Выполненные заказы завершатся, по отказам баллы вернутся участникам. Повторная загрузка ничего не изменит.",
  summary:
    "Read the agent's answer to a file of top-ups or payouts: complete what was paid, refuse the rest with a refund.",
  gives: "nothing",
  roles: ["fulfilment", "finance"],
  needsCode: true,
  fields: {
    file: file({
      label: "Ответ агента",
      hint: "CSV или XLSX: «Заказ», «Результат» (ок или отказ), «Причина»",
      help: "CSV or XLSX: «Заказ», «Результат» (ok or refused), «Причина»",
    }),
  },
  async run({ trx, services, operator }, input) {
    const rows = await readActTable(input.file.content, columns);
    const ids = rows.map((row) => readOrderNumber(cellText(row.cell("order"))));
    const handedOut = await findHandedOut(
      trx,
      ids.filter((id) => id !== null),
    );
    const changes = new Map<number, StatusChange>();
    const contradicted = new Set<number>();
    const failed: OrderResult[] = [];
    for (const [index, row] of rows.entries()) {
      const id = ids[index] ?? 0;
      const fail = (text: string) =>
        failed.push({ order: cellText(row.cell("order")).slice(0, 40), kind: "failed", text });
      const result = cellText(row.cell("result")).toLowerCase().replace("ё", "е");
      const earlier = changes.get(id);
      const batch = handedOut.get(id);
      const answered = cellText(row.cell("batch"));
      if (batch === undefined) fail("Такого заказа агенту не отдавали.");
      else if (answered !== "" && answered !== String(batch))
        fail(`Это ответ на другой файл: заказ отдан агенту файлом № ${batch}.`);
      else if (!done.includes(result) && !refused.includes(result))
        fail("Непонятный результат: нужно «ок» или «отказ».");
      else if (earlier && earlier.status !== (done.includes(result) ? "completed" : "rejected")) {
        contradicted.add(id);
        fail("В файле два разных ответа по этому заказу.");
      } else if (!earlier) {
        const reason = cellText(row.cell("reason")).slice(0, 500) || "Платёжный агент отказал в переводе";
        changes.set(id, {
          exchangeId: id,
          by: actorName(operator),
          ...(done.includes(result)
            ? { status: "completed", brings: "agent's answer" }
            : { status: "rejected", reason }),
        });
      }
    }
    for (const id of contradicted) changes.delete(id);
    const results = await changeMany(trx, services, [...changes.values()]);
    const changed = results.filter(({ kind }) => kind === "changed").map(({ order }) => Number(order));
    return {
      ...describeMany([...failed, ...results]),
      subject: { kind: "orders", id: changed.length },
      after: { orders: changed },
      link: { list: "orders", filters: { status: "processing" } },
    };
  },
});

/** The files in which an agent was given these orders, by the numbers of the orders. */
async function findHandedOut(trx: Trx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const orders = await trx
    .selectFrom("exchanges")
    .select(["id", "batch_id"])
    .where("id", "in", ids)
    .where("batch_id", "is not", null)
    .$narrowType<{ batch_id: number }>()
    .execute();
  return new Map(orders.map(({ id, batch_id }) => [id, batch_id]));
}
