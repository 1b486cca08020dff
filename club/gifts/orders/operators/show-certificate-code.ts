import { quote } from "../../../../contract/russian-quotes";
import { defineAct } from "../../../platform/acts/act";
import { openCode, orderWithoutCode } from "../certificate-codes";
import { orderNumber, requireOrder } from "./find-order";

export const showCertificateCode = defineAct({
  name: "show-certificate-code",
  group: "orders",
  title: "Показать код сертификата",
  explanation: "Просмотр попадёт в журнал.",
  summary: "Show the certificate code of an order. That it was read is written into the audit log.",
  gives: "nothing",
  roles: ["fulfilment"],
  needsCode: true,
  fields: { order: orderNumber() },
  async run({ trx, services }, { order: id }) {
    const order = await requireOrder(trx, id);
    const issued = await trx
      .selectFrom("certificate_codes")
      .select("code_sealed")
      .where("exchange_id", "=", id)
      .where("code_sealed", "!=", Buffer.alloc(0))
      .executeTakeFirst();
    if (!issued) throw orderWithoutCode("order");
    const { code, pin } = openCode(services.seal, issued.code_sealed);
    return {
      lines: [`Код сертификата ${quote(order.name)}, заказ № ${id}.`],
      secrets: [{ label: "Код", value: code }, ...(pin ? [{ label: "PIN", value: pin }] : [])],
      subject: { kind: "order", id },
      link: { card: "order", id: String(id) },
    };
  },
});
