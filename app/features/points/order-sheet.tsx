import { Form } from "@remix-run/react";
import { formatPoints } from "../../lib/points";
import { Button } from "../../ui/core/button";
import { DefinitionList } from "../../ui/lazy/definition-list";
import { WholeCodes } from "../../ui/lazy/whole-codes";
import { WorkOrder } from "../../ui/lazy/work-order";
import { orderPath } from "./order-path";
import { WithdrawalBadge } from "./withdrawal-status";

export interface OrderView {
  number: string;
  date: string;
  name: string;
  size: string;
  price: number;
  /** As the upstream sent it; it may be unknown. */
  status: string;
  recipient: string;
  pickupPoint: string;
  tracking: string;
  reason: string;
  hasCode: boolean;
  codeEnds: string;
  changes: { at: string; status: string }[];
}

/** A certificate's code, which only the reply to a press has. */
export interface CodeView {
  code: string;
  pin: string;
}

/** The receipt of an order: gift, price, where it goes, and what has become of it. */
export function OrderSheet({ order, code }: { order: OrderView; code: CodeView | null }) {
  const details = [
    { term: "Получатель", value: order.recipient },
    { term: "Пункт выдачи", value: order.pickupPoint },
    { term: "Номер отправления", value: order.tracking },
    { term: "Причина отказа", value: order.reason },
    { term: "Код действует до", value: order.codeEnds },
  ].filter(({ value }) => value !== "");
  return (
    <WorkOrder
      title={`Заказ № ${order.number}`}
      level={1}
      number={order.date}
      mark={<WithdrawalBadge status={order.status} />}
      lines={[
        {
          key: "gift",
          name: <WholeCodes>{order.name}</WholeCodes>,
          note: order.size && `Размер ${order.size}`,
          sum: formatPoints(order.price),
        },
      ]}
      totalLabel={order.reason ? "Баллы вернулись на счёт" : "Списано"}
      total={formatPoints(order.price)}
    >
      <div className="stack">
        {details.length > 0 && <DefinitionList items={details} />}
        {order.hasCode && <Code number={order.number} code={code} />}
        {order.changes.length > 0 && (
          <DefinitionList
            items={order.changes.map(({ at, status }) => ({ term: at, value: <WithdrawalBadge status={status} /> }))}
          />
        )}
      </div>
    </WorkOrder>
  );
}

function Code({ number, code }: { number: string; code: CodeView | null }) {
  if (code) {
    const items = [
      { term: "Код", value: code.code },
      { term: "PIN", value: code.pin },
    ];
    return <DefinitionList items={items.filter(({ value }) => value !== "")} />;
  }
  return (
    <Form method="post" action={orderPath(number)} preventScrollReset>
      <Button>Показать код</Button>
    </Form>
  );
}
