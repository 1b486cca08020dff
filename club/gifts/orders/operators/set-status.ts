import { quote } from "../../../../contract/russian-quotes";
import { alias, type WithdrawalStatus, withdrawalStatuses, withdrawalStatusTitles } from "../../../../contract/values";
import { type ActContext, type ActOutcome, defineAct } from "../../../platform/acts/act";
import { choice, optionalText, text } from "../../../platform/acts/field";
import { actorName } from "../../../platform/acts/operator";
import { RefusalError } from "../../../platform/http/refusal-error";
import { sendMessage } from "../../../platform/outbox/send-message";
import { LETTER_GOES_OUT } from "../../../platform/outbox/tell-person";
import { type StatusChange, setExchangeStatus } from "../../prizes/set-exchange-status";
import { orderNumber, requireOrder } from "./find-order";
import { WITHOUT_EVIDENCE, withoutEvidence } from "./without-evidence";

const settable = withdrawalStatuses.filter((status) => status !== "new");
const reason = {
  label: "Причина",
  hint: "Её увидит участник",
  help: "shown to the participant; needed when the order is rejected",
  // It may name somebody, and the audit log keeps what it has.
  isPrivate: true,
};

export const setWithdrawalStatus = defineAct({
  name: "set-withdrawal-status",
  group: "orders",
  title: "Изменить статус заказа",
  explanation: "Участнику уйдёт письмо. Отклонённый и отменённый заказ возвращает баллы.",
  summary: "Set the status of an order and tell the participant. Rejected and cancelled orders return the points.",
  gives: "nothing",
  roles: ["fulfilment"],
  fields: {
    order: orderNumber(),
    status: choice({
      label: "Статус",
      help: "the new status",
      isPositional: true,
      choices: Object.fromEntries(settable.map((status) => [status, withdrawalStatusTitles[status]])) as Record<
        WithdrawalStatus,
        string
      >,
    }),
    reason: optionalText(reason),
  },
  run: (context, input) => changeStatus(context, input.order, { status: input.status, ...withReason(input.reason) }),
});

export const startOrder = defineAct({
  name: "start-order",
  group: "orders",
  title: "Взять заказ в работу",
  summary: "Say that an order is in work, and tell the participant.",
  gives: "nothing",
  roles: ["fulfilment"],
  fields: { order: orderNumber() },
  run: (context, input) => changeStatus(context, input.order, { status: "processing" }),
});

export const completeOrder = defineAct({
  name: "complete-order",
  group: "orders",
  title: "Выполнить заказ",
  explanation:
    "Нужно подтверждение: код сертификата, ответ агента, номер отправления или пункт выдачи. Без него — причина и " +
    "согласие второго оператора.",
  summary:
    "Say that an order was handed out, and tell the participant. Without evidence a second operator has to agree.",
  gives: "nothing",
  roles: ["fulfilment"],
  fields: { order: orderNumber(), reason: withoutEvidence },
  run: (context, { order, reason }) =>
    changeStatus(context, order, { status: "completed", ...(reason && { withoutEvidence: reason }) }),
});

export const refuseOrder = defineAct({
  name: "refuse-order",
  group: "orders",
  title: "Отклонить заказ",
  explanation: "Баллы вернутся участнику, он получит письмо с причиной.",
  summary: "Refuse an order with a reason that the participant reads. The points go back.",
  gives: "nothing",
  roles: ["fulfilment"],
  fields: { order: orderNumber(), reason: text(reason) },
  run: (context, input) => changeStatus(context, input.order, { status: "rejected", reason: input.reason }),
});

export const setTracking = defineAct({
  name: "set-tracking",
  group: "orders",
  title: "Указать номер отправления",
  explanation: "Заказ станет отправленным, участник увидит номер и получит письмо.",
  summary: "Store the number by which a delivery is tracked, mark the order as sent, and tell the participant.",
  gives: "nothing",
  roles: ["fulfilment"],
  fields: {
    order: orderNumber(),
    number: text({ label: "Номер отправления", help: "the carrier's tracking number", isPositional: true }),
  },
  async run(context, { order: id, number }) {
    const { trx, services } = context;
    const order = await requireOrder(trx, id);
    requireDelivery(order);
    const note = `Номер отправления: ${number}`;
    await trx.updateTable("exchanges").set({ tracking_number: number }).where("id", "=", id).execute();
    const before = { status: order.status, tracking: order.tracking_number };
    if (order.status !== "sent") {
      return { ...(await changeStatus(context, id, { status: "sent", note })), before };
    }
    // A mistyped number is corrected on the way.
    await sendMessage(trx, services, {
      channel: "email",
      to: order.email,
      subject: `Заказ № ${id}: ${order.name}`,
      text: `Подарок: ${order.name}.\n${note}\nИстория баллов: ${services.settings.publicOrigin}/dashboard/points`,
    });
    return {
      lines: [`Заказ № ${id}, ${quote(order.name)}: новый номер отправления. Участнику уйдёт письмо.`],
      subject: { kind: "order", id },
      before,
      after: { status: order.status, tracking: number },
      link: { card: "order", id: String(id) },
    };
  },
});

export const readyForPickup = defineAct({
  name: "ready-for-pickup",
  group: "orders",
  title: "Заказ ждёт в пункте выдачи",
  explanation: "Участнику уйдёт письмо с адресом пункта.",
  summary: "Say that an order waits at its pickup point, and tell the participant the address.",
  gives: "nothing",
  roles: ["fulfilment"],
  fields: { order: orderNumber() },
  async run(context, { order: id }) {
    const order = await requireOrder(context.trx, id);
    requireDelivery(order);
    return changeStatus(context, id, { status: "ready_for_pickup" });
  },
});

/** Changes one order. @throws RefusalError also when it has the status already */
async function changeStatus(
  { trx, services, operator }: ActContext,
  exchangeId: number,
  change: Omit<StatusChange, "exchangeId" | "by">,
): Promise<ActOutcome> {
  const changed = await setExchangeStatus(trx, services, { ...change, exchangeId, by: actorName(operator) });
  const name = withdrawalStatusTitles[change.status];
  if (!changed) throw new RefusalError(alias.collision, `Заказ № ${exchangeId} уже ${quote(name)}.`, "order");
  return {
    lines: [
      `Заказ № ${exchangeId}, ${quote(changed.name)}: ${quote(withdrawalStatusTitles[changed.status])} → ${quote(name)}.`,
      ...(changed.refunded > 0 ? [`Баллов вернулось участнику: ${changed.refunded}.`] : []),
      ...(changed.missingEvidence === undefined
        ? []
        : [`Без подтверждения: ${change.withoutEvidence}.`, changed.missingEvidence]),
      LETTER_GOES_OUT,
    ],
    ...(changed.missingEvidence !== undefined && { whySecondOperator: [WITHOUT_EVIDENCE] }),
    points: changed.refunded,
    subject: { kind: "order", id: exchangeId },
    before: { status: changed.status },
    after: { status: change.status },
    link: { card: "order", id: String(exchangeId) },
  };
}

function withReason(value: string | undefined) {
  return value ? { reason: value } : {};
}

/** @throws RefusalError if the gift isn't brought to a pickup point */
function requireDelivery({ delivery_address }: { readonly delivery_address: string }): void {
  if (delivery_address === "") {
    throw new RefusalError(alias.validation, "Этот подарок не доставляют в пункт выдачи.", "order");
  }
}
