import type { Fact, ViewTable } from "../../../../contract/operator/views";
import { toRussianDate } from "../../../../contract/russian-date";
import { ROUBLES_PER_POINT, withdrawalStatusTitles } from "../../../../contract/values";
import { fullName } from "../../../people/accounts/person";
import { formatMoment } from "../../../platform/acts/format";
import type { Card, CardContent } from "../../../platform/acts/view";
import { parseId } from "../../../platform/http/parse-id";
import type { Db } from "../../../platform/services";
import { findPrizeKind } from "../../prizes/kinds";
import { selectOrders } from "./find-order";

type Order = Awaited<ReturnType<ReturnType<typeof selectOrders>["executeTakeFirstOrThrow"]>>;

/** Everything about an order. The whole recipient and a certificate's code are acts of their own. */
export const orderCard: Card = {
  name: "order",
  summary: "Show an order: gift, participant, recipient (masked), delivery and history.",
  roles: ["support", "fulfilment", "finance"],
  async read({ db }, id) {
    const number = parseId(id);
    const order =
      number === null ? undefined : await selectOrders(db).where("exchanges.id", "=", number).executeTakeFirst();
    if (!order) return null;
    const code = await db
      .selectFrom("certificate_codes")
      .select(["issued_at", "expires_on", "first_shown_at", "last_shown_at"])
      .where("exchange_id", "=", order.id)
      .executeTakeFirst();
    return {
      title: `Заказ № ${order.id}`,
      sections: [
        { title: "Заказ", facts: listFacts(order) },
        ...(code ? [{ title: "Код сертификата", facts: listCodeFacts(code) }] : []),
        { title: "История", table: await readHistory(db, order) },
      ],
      acts: listActs(order, code !== undefined),
    };
  },
};

function listFacts(order: Order): Fact[] {
  const facts: (Fact | null)[] = [
    { label: "Статус", value: withdrawalStatusTitles[order.status] },
    fact("Причина отказа", order.reject_reason),
    { label: "Подарок", value: order.name },
    fact("Размер", order.size),
    { label: "Цена", value: `${order.price} баллов, ${order.price * ROUBLES_PER_POINT} ₽` },
    { label: "Участник", value: fullName(order), link: { card: "person", id: String(order.user_id) } },
    { label: "Телефон", value: order.phone },
    { label: "E-mail", value: order.email },
    fact("Получатель", order.recipient_masked),
    fact("Пункт выдачи", [order.pickup_point_code, order.delivery_address].filter(Boolean).join(", ")),
    fact("Номер отправления", order.tracking_number),
    order.batch_id ? { label: "Файл агенту", value: `№ ${order.batch_id}` } : null,
  ];
  return facts.filter((entry) => entry !== null);
}

function fact(label: string, value: string): Fact | null {
  return value ? { label, value } : null;
}

interface CodeTimes {
  readonly issued_at: Date | null;
  readonly expires_on: string | null;
  readonly first_shown_at: Date | null;
  readonly last_shown_at: Date | null;
}

function listCodeFacts({ issued_at, expires_on, first_shown_at, last_shown_at }: CodeTimes): Fact[] {
  return [
    { label: "Выдан", value: formatMoment(issued_at) },
    { label: "Действует до", value: expires_on ? toRussianDate(expires_on) : "бессрочно" },
    { label: "Участник смотрел впервые", value: formatMoment(first_shown_at) },
    { label: "Участник смотрел в последний раз", value: formatMoment(last_shown_at) },
  ];
}

/** The order itself, the changes of its status, and what operators have read of it. */
async function readHistory(db: Db, order: Order): Promise<ViewTable> {
  const changes = await db
    .selectFrom("exchange_changes")
    .select(["status", "reason", "changed_by", "changed_at"])
    .where("exchange_id", "=", order.id)
    .orderBy("id")
    .execute();
  const readings = await db
    .selectFrom("audit_log")
    .select(["act", "actor", "at"])
    .where("subject_kind", "=", "order")
    .where("subject_id", "=", String(order.id))
    .where("act", "in", ["show-recipient", "show-certificate-code"])
    .orderBy("id")
    .execute();
  const rows = [
    { at: order.created_at, what: "Оформлен", by: "" },
    ...changes.map(({ status, reason, changed_by, changed_at }) => ({
      at: changed_at,
      what: [withdrawalStatusTitles[status as Order["status"]] ?? status, reason].filter(Boolean).join(": "),
      by: changed_by,
    })),
    ...readings.map(({ act, actor, at }) => ({
      at,
      what: act === "show-recipient" ? "Показан получатель" : "Показан код",
      by: actor,
    })),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
  return {
    columns: [{ title: "Когда" }, { title: "Что" }, { title: "Кто" }],
    rows: rows.map(({ at, what, by }) => ({ cells: [formatMoment(at), what, by] })),
  };
}

function listActs(order: Order, hasCode: boolean): CardContent["acts"] {
  const input = { order: String(order.id) };
  const kind = findPrizeKind(order.handler_system_name);
  const isOpen = !["completed", "rejected", "cancelled"].includes(order.status);
  const isOnItsWay = order.status === "sent" || order.status === "ready_for_pickup";
  const names = [
    ...(isOpen && kind?.isCertificate ? ["issue-certificate"] : []),
    ...(order.status === "completed" ? ["reopen-order"] : []),
    ...(order.status === "new" || order.status === "need_documents" ? ["start-order"] : []),
    ...(isOpen && kind?.isDelivered && order.status !== "ready_for_pickup" ? ["set-tracking"] : []),
    ...(isOpen && kind?.isDelivered && order.status !== "ready_for_pickup" ? ["ready-for-pickup"] : []),
    ...(isOpen && order.status !== "need_documents" ? ["complete-order"] : []),
    ...(isOpen ? ["refuse-order"] : []),
    ...(isOpen && !isOnItsWay ? ["set-withdrawal-status"] : []),
    ...(order.recipient_sealed ? ["show-recipient"] : []),
    ...(hasCode ? ["show-certificate-code"] : []),
  ];
  return names.map((act) => ({ act, input }));
}
