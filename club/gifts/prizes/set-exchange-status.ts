import { sql } from "kysely";
import { quote } from "../../../contract/russian-quotes";
import { alias, type WithdrawalStatus, withdrawalStatusTitles } from "../../../contract/values";
import { RefusalError } from "../../platform/http/refusal-error";
import { sendMessage } from "../../platform/outbox/send-message";
import type { Services, Trx } from "../../platform/services";
import { refundPoints } from "../../points/ledger";
import { findPrizeKind } from "./kinds";

/**
 * The statuses to which each status may change; rejected and cancelled are final, and a completed order is opened again only by
 * `reopen-order`.
 */
const transitions: Record<WithdrawalStatus, readonly WithdrawalStatus[]> = {
  new: ["processing", "need_documents", "sent", "ready_for_pickup", "completed", "rejected", "cancelled"],
  processing: ["need_documents", "sent", "ready_for_pickup", "completed", "rejected", "cancelled"],
  need_documents: ["processing", "rejected", "cancelled"],
  sent: ["ready_for_pickup", "completed", "rejected"],
  ready_for_pickup: ["completed", "rejected"],
  completed: [],
  rejected: [],
  cancelled: [],
};

const messages: Record<Exclude<WithdrawalStatus, "new">, string> = {
  processing: "Заказ взят в обработку.",
  need_documents: "Чтобы выдать подарок, нам нужны ваши документы. Передайте их в профиле на сайте клуба.",
  sent: "Подарок отправлен.",
  ready_for_pickup: "Подарок ждёт вас в пункте выдачи.",
  completed: "Заказ выполнен.",
  rejected: "Заказ отклонён, баллы вернулись на ваш счёт.",
  cancelled: "Заказ отменён, баллы вернулись на ваш счёт.",
};

export interface StatusChange {
  readonly exchangeId: number;
  readonly status: WithdrawalStatus;
  /** Who changes it, as the audit log names the actor. */
  readonly by: string;
  readonly reason?: string;
  /** One more line of the participant's mail: a tracking number, a code. */
  readonly note?: string;
  /** Whether the note is a code: the mail's text is then deleted after its delivery. */
  readonly isSecret?: boolean;
  /** What the change itself brings: the code that is issued, or the agent's answer that the order is paid. */
  readonly brings?: "code" | "agent's answer";
  /** Why an order is completed without its kind's evidence; operators read it. A second one has to agree. */
  readonly withoutEvidence?: string;
}

/** A withdrawal as it was before the change. */
export interface ChangedExchange {
  readonly name: string;
  readonly price: number;
  readonly status: WithdrawalStatus;
  /** The points that went back to the participant. */
  readonly refunded: number;
  /** What shows that the order was handed out, and is missing, in Russian; the change's `withoutEvidence` stands in for it. */
  readonly missingEvidence?: string;
}

/**
 * Changes the status of a withdrawal, writes it into the history and to the participant. A rejection or cancellation returns
 * the points and the unit to stock.
 * @returns null when the withdrawal has the status already: nothing happens then
 * @throws RefusalError, before anything is written: notFound on `order`; validation on `status` for a change that isn't
 *   allowed, on `reason` for a rejection without one and for a completion without evidence or `withoutEvidence`
 */
export async function setExchangeStatus(
  trx: Trx,
  services: Services,
  change: StatusChange,
): Promise<ChangedExchange | null> {
  const { status } = change;
  const reason = change.reason?.trim() ?? "";
  const exchange = await trx
    .selectFrom("exchanges")
    .innerJoin("prizes", "prizes.id", "exchanges.prize_id")
    .innerJoin("users", "users.id", "exchanges.user_id")
    .select([
      "exchanges.user_id",
      "exchanges.prize_id",
      "exchanges.price",
      "exchanges.status",
      "exchanges.size",
      "exchanges.delivery_address",
      "exchanges.tracking_number",
      "exchanges.batch_id",
      "prizes.name",
      "prizes.handler_system_name",
      "users.email",
    ])
    .where("exchanges.id", "=", change.exchangeId)
    .forUpdate("exchanges")
    .executeTakeFirst();
  if (!exchange) throw new RefusalError(alias.notFound, `Заказа № ${change.exchangeId} нет.`, "order");
  if (exchange.status === status) return null;
  if (status === "new" || !transitions[exchange.status].includes(status)) {
    throw new RefusalError(
      alias.validation,
      `Заказ № ${change.exchangeId}: ${quote(withdrawalStatusTitles[exchange.status])} не может стать ${quote(withdrawalStatusTitles[status])}.`,
      "status",
    );
  }
  if (status === "rejected" && reason === "")
    throw new RefusalError(alias.validation, "Назовите причину отказа.", "reason");
  const missingEvidence = status === "completed" ? findMissingEvidence(change, exchange) : undefined;
  const withoutEvidence = missingEvidence === undefined ? "" : (change.withoutEvidence?.trim() ?? "");
  if (missingEvidence !== undefined && withoutEvidence === "") {
    throw new RefusalError(alias.validation, `Заказ № ${change.exchangeId}. ${missingEvidence}`, "reason");
  }
  await trx
    .updateTable("exchanges")
    .set({ status, reject_reason: status === "rejected" ? reason : "", updated_at: services.now() })
    .where("id", "=", change.exchangeId)
    .execute();
  await trx
    .insertInto("exchange_changes")
    .values({
      exchange_id: change.exchangeId,
      status,
      reason: withoutEvidence,
      changed_by: change.by,
      changed_at: services.now(),
    })
    .execute();
  const isReturned = status === "rejected" || status === "cancelled";
  if (isReturned) {
    await refundPoints(trx, {
      userId: exchange.user_id,
      amount: exchange.price,
      reference: `exchange:${change.exchangeId}`,
      action: `Возврат за подарок ${quote(exchange.name)}${reason ? `: ${reason}` : ""}`,
      createdAt: services.now(),
    });
    await trx
      .updateTable("prize_sizes")
      .set({ stock: sql`stock + 1` })
      .where("prize_id", "=", exchange.prize_id)
      .where("value", "=", exchange.size)
      .execute();
    if (exchange.size === "") {
      await trx
        .updateTable("prizes")
        .set({ stock: sql`stock + 1` })
        .where("id", "=", exchange.prize_id)
        .where("stock", "is not", null)
        .execute();
    }
  }
  const details = [
    `Подарок: ${exchange.name}.`,
    messages[status],
    status === "ready_for_pickup" && exchange.delivery_address ? `Адрес: ${exchange.delivery_address}.` : "",
    reason ? `Причина: ${reason}` : "",
    change.note ?? "",
    `История баллов: ${services.settings.publicOrigin}/dashboard/points`,
  ];
  await sendMessage(trx, services, {
    channel: "email",
    to: exchange.email,
    subject: `Заказ № ${change.exchangeId}: ${exchange.name}`,
    text: details.filter((line) => line !== "").join("\n"),
    secret: change.isSecret ?? false,
  });
  return {
    name: exchange.name,
    price: exchange.price,
    status: exchange.status,
    refunded: isReturned ? exchange.price : 0,
    ...(missingEvidence !== undefined && { missingEvidence }),
  };
}

interface Exchange {
  readonly handler_system_name: string;
  readonly status: WithdrawalStatus;
  readonly tracking_number: string;
  readonly batch_id: number | null;
}

/** What is missing of the evidence of the order's kind, in Russian; undefined when nothing is. */
function findMissingEvidence({ brings }: StatusChange, exchange: Exchange): string | undefined {
  const kind = findPrizeKind(exchange.handler_system_name);
  if (!kind) return "Эта версия клуба не знает вида подарка.";
  const isThere = kind.evidence.isThere({
    hasCode: brings === "code",
    isPaidByAgent: brings === "agent's answer" && exchange.batch_id !== null,
    trackingNumber: exchange.tracking_number,
    isAtPickupPoint: exchange.status === "ready_for_pickup",
  });
  return isThere ? undefined : kind.evidence.missing;
}
