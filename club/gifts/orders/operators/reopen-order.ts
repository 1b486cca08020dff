import { quote } from "../../../../contract/russian-quotes";
import { alias, type WithdrawalStatus, withdrawalStatusTitles } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import { text } from "../../../platform/acts/field";
import { actorName } from "../../../platform/acts/operator";
import { RefusalError } from "../../../platform/http/refusal-error";
import { moscowDate } from "../../../platform/moscow-date";
import { sendMessage } from "../../../platform/outbox/send-message";
import { LETTER_GOES_OUT } from "../../../platform/outbox/tell-person";
import type { Trx } from "../../../platform/services";
import { withdrawCode } from "../certificate-codes";
import { orderNumber, requireOrder } from "./find-order";

/**
 * Takes a completion back. No points move: the order is open again, and whether its points return is decided when it is refused.
 * It leaves its agent's file, so that the answer to it can't complete the order once more.
 */
export const reopenOrder = defineAct({
  name: "reopen-order",
  group: "orders",
  title: "Отменить выполнение",
  explanation:
    "Заказ снова станет открытым, баллы за него останутся списанными. Участник получит письмо с причиной. Нужно " +
    "согласие второго оператора.",
  summary: "Take back that an order was handed out, and tell the participant why. A second operator has to agree.",
  gives: "nothing",
  roles: ["fulfilment"],
  needsCode: true,
  fields: {
    order: orderNumber(),
    reason: text({
      label: "Причина",
      hint: "Её увидит участник",
      help: "shown to the participant",
      isPrivate: true,
    }),
  },
  async run({ trx, services, operator }, { order: id, reason }) {
    const order = await requireOrder(trx, id);
    if (order.status !== "completed") {
      const name = quote(withdrawalStatusTitles[order.status]);
      throw new RefusalError(alias.validation, `Заказ № ${id} не выполнен: сейчас он ${name}.`, "order");
    }
    const status = await findStatusBefore(trx, id);
    const hadCode = await withdrawCode(trx, services, id);
    await trx
      .updateTable("exchanges")
      .set({ status, batch_id: null, updated_at: services.now() })
      .where("id", "=", id)
      .execute();
    await trx
      .insertInto("exchange_changes")
      .values({ exchange_id: id, status, reason, changed_by: actorName(operator), changed_at: services.now() })
      .execute();
    await sendMessage(trx, services, {
      channel: "email",
      to: order.email,
      subject: `Заказ № ${id}: ${order.name}`,
      text: [
        `Подарок: ${order.name}.`,
        "Мы отметили заказ выполненным по ошибке. Теперь он снова в работе.",
        `Причина: ${reason}`,
        ...(hadCode ? ["Код из прошлого письма мы заменим новым."] : []),
        "Делать ничего не нужно: мы напишем, когда статус изменится.",
        `История баллов: ${services.settings.publicOrigin}/dashboard/points`,
      ].join("\n"),
    });
    return {
      lines: [
        `Заказ № ${id}, ${quote(order.name)}: ${quote(withdrawalStatusTitles.completed)} → ${quote(withdrawalStatusTitles[status])}.`,
        "Баллы не возвращаются: для этого заказ потом отклоняют.",
        ...(hadCode ? ["Код, который получил участник, больше не показывается и никому не выдаётся."] : []),
        ...(order.batch_id
          ? [`Заказ был в файле агенту № ${order.batch_id}. Если деньги уже ушли, не отдавайте его агенту ещё раз.`]
          : []),
        `Заказ выйдет из реестра подарков за ${moscowDate(order.updated_at).slice(0, 4)} год.`,
        LETTER_GOES_OUT,
      ],
      whySecondOperator: ["Выполненный заказ снова открывают."],
      subject: { kind: "order", id },
      before: { status: order.status, batch: order.batch_id },
      after: { status },
      link: { card: "order", id: String(id) },
    };
  },
});

/** Where the order goes back: onto its way, if it was there before it was completed, otherwise into work. */
async function findStatusBefore(trx: Trx, exchangeId: number): Promise<WithdrawalStatus> {
  const changes = await trx
    .selectFrom("exchange_changes")
    .select("status")
    .where("exchange_id", "=", exchangeId)
    .orderBy("id", "desc")
    .limit(2)
    .execute();
  const before = changes[1]?.status;
  return before === "sent" || before === "ready_for_pickup" ? before : "processing";
}
