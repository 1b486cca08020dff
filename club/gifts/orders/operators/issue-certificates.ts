import { quote } from "../../../../contract/russian-quotes";
import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import { optionalCount, optionalDate, optionalText } from "../../../platform/acts/field";
import { actorName } from "../../../platform/acts/operator";
import { RefusalError } from "../../../platform/http/refusal-error";
import { addCodes, CERTIFICATE, codeMessages, issueCode, selectStock } from "../certificate-codes";
import { MANY_ORDERS } from "../change-many";
import { orderNumber, requireOrder } from "./find-order";

export const issueCertificates = defineAct({
  name: "issue-certificates",
  group: "orders",
  title: "Выдать сертификаты",
  explanation: "Заказы по очереди получат коды из запаса. Участник получит письмо с кодом, в кабинете код тоже будет.",
  summary: "Give codes in stock to the orders of certificates that wait, oldest first. Each code goes by mail.",
  gives: "nothing",
  roles: ["fulfilment"],
  needsCode: true,
  fields: {
    prize: optionalCount({ label: "Номер подарка", hint: "Без него — все сертификаты", help: "id of one gift only" }),
  },
  async run({ trx, services, operator }, { prize }) {
    const found = await trx
      .selectFrom("exchanges")
      .innerJoin("prizes", "prizes.id", "exchanges.prize_id")
      .select(["exchanges.id", "exchanges.prize_id", "prizes.name"])
      .where("prizes.handler_system_name", "=", CERTIFICATE)
      .where("exchanges.status", "in", ["new", "processing"])
      .$if(prize !== undefined, (orders) => orders.where("exchanges.prize_id", "=", prize ?? 0))
      .orderBy("exchanges.id")
      .limit(MANY_ORDERS + 1)
      .forUpdate("exchanges")
      .execute();
    const waiting = found.slice(0, MANY_ORDERS);
    const issued: number[] = [];
    const rows: { name: string; issued: number; without: number }[] = [];
    for (const prizeId of new Set(waiting.map(({ prize_id }) => prize_id))) {
      const orders = waiting.filter(({ prize_id }) => prize_id === prizeId);
      const stock = await selectStock(trx, services, prizeId).limit(orders.length).forUpdate().execute();
      for (const [index, code] of stock.entries()) {
        const order = orders[index];
        if (!order) break;
        await issueCode(trx, services, { orderId: order.id, by: actorName(operator), stock: code });
        issued.push(order.id);
      }
      rows.push({ name: orders[0]?.name ?? "", issued: stock.length, without: orders.length - stock.length });
    }
    return {
      lines: [
        `Выдано сертификатов: ${issued.length}.`,
        ...(waiting.length > issued.length ? [`Без кода осталось заказов: ${waiting.length - issued.length}.`] : []),
        ...(found.length > waiting.length ? ["Заказов ещё больше: повторите действие."] : []),
      ],
      table: {
        columns: [{ title: "Подарок" }, { title: "Выдано", isNumber: true }, { title: "Без кода", isNumber: true }],
        rows: rows.map(({ name, issued: count, without }) => ({ cells: [name, String(count), String(without)] })),
      },
      subject: { kind: "orders", id: issued.length },
      after: { orders: issued },
      link: { list: "certificate-stock" },
    };
  },
});

export const issueCertificate = defineAct({
  name: "issue-certificate",
  group: "orders",
  title: "Выдать сертификат",
  explanation: "Без кода — первый из запаса. Участник получит письмо с кодом.",
  summary: "Complete an order of a certificate with a code, or with the first one in stock. The code goes by mail.",
  gives: "nothing",
  roles: ["fulfilment"],
  needsCode: true,
  fields: {
    order: orderNumber(),
    code: optionalText({
      label: "Код",
      hint: "Пусто — из запаса",
      help: "the code; by default from the stock",
      isPrivate: true,
    }),
    pin: optionalText({ label: "PIN", help: "if the retailer asks for one", isPrivate: true }),
    expires: optionalDate({ label: "Действует до", help: "the last day on which the code is taken" }),
  },
  async run({ trx, services, operator }, { order: id, code, pin = "", expires }) {
    const order = await requireOrder(trx, id);
    if (order.handler_system_name !== CERTIFICATE) {
      throw new RefusalError(alias.validation, "Этот подарок — не сертификат.", "order");
    }
    let stock = selectStock(trx, services, order.prize_id);
    if (code) {
      const [added] = await addCodes(trx, services, [
        { prizeId: order.prize_id, code, pin, expiresOn: expires ?? null },
      ]);
      if (!added) throw new RefusalError(alias.collision, codeMessages.exists, "code");
      stock = stock.where("id", "=", added);
    }
    const found = await stock.limit(1).forUpdate().executeTakeFirst();
    if (!found) {
      const message = code ? codeMessages.expired : "В запасе нет кодов этого сертификата.";
      throw new RefusalError(alias.outOfStock, message, code ? "expires" : "order");
    }
    const changed = await issueCode(trx, services, { orderId: id, by: actorName(operator), stock: found });
    return {
      lines: [`Заказ № ${id}, ${quote(changed.name)}: код выдан. Участнику уйдёт письмо с кодом.`],
      subject: { kind: "order", id },
      before: { status: changed.status },
      after: { status: "completed" },
      link: { card: "order", id: String(id) },
    };
  },
});
