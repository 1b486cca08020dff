import { Form } from "@remix-run/react";
import { formatPieces, formatPoints } from "../../lib/points";
import { Button } from "../../ui/core/button";
import { Disclosure } from "../../ui/core/disclosure";
import { DefinitionList } from "../../ui/lazy/definition-list";
import { WholeCodes } from "../../ui/lazy/whole-codes";
import { WorkOrder } from "../../ui/lazy/work-order";
import { orderPath } from "./order-path";
import { WithdrawalBadge } from "./withdrawal-status";

export interface OrderView {
  /** That of its first unit. */
  number: string;
  date: string;
  /** That of the unit for which most is still to be done; it may be unknown. */
  status: string;
  /** Points that were spent and not given back; of an order that was refused as a whole, those that came back. */
  total: number;
  isRefused: boolean;
  units: OrderUnitView[];
}

export interface OrderUnitView {
  number: string;
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
  /** The day by which it usually arrives, in words. */
  expected: string;
  changes: { at: string; status: string }[];
}

/** A certificate's code, which only the reply to a press has. */
export interface CodeView {
  /** The unit whose code it is. */
  number: string;
  code: string;
  pin: string;
}

/** The receipt of an order: its gifts and prices, where they go, and what has become of each. */
export function OrderSheet({ order, code }: { order: OrderView; code: CodeView | null }) {
  const { units } = order;
  return (
    <WorkOrder
      title={`Заказ №\u00a0${order.number}`}
      level={1}
      number={order.date}
      mark={
        <>
          {units.length > 1 && `${formatPieces(units.length)} `}
          <WithdrawalBadge status={order.status} />
        </>
      }
      lines={units.map((unit) => ({
        key: unit.number,
        name: <WholeCodes>{unit.name}</WholeCodes>,
        note: (
          <Unit
            unit={unit}
            isAlone={units.length === 1}
            code={code?.number === unit.number || units.length === 1 ? code : null}
          />
        ),
        sum: formatPoints(unit.price),
      }))}
      totalLabel={order.isRefused ? "Баллы вернулись на счёт" : "Списано"}
      total={formatPoints(order.total)}
    />
  );
}

interface UnitProps {
  unit: OrderUnitView;
  /** The order has no other unit: its number and status stand above. */
  isAlone: boolean;
  code: CodeView | null;
}

function Unit({ unit, isAlone, code }: UnitProps) {
  const { number, status, changes } = unit;
  const details = [
    { term: "Размер", value: unit.size },
    { term: "Получатель", value: unit.recipient },
    { term: "Пункт выдачи", value: unit.pickupPoint },
    { term: "Номер отправления", value: unit.tracking },
    { term: "Когда ждать", value: unit.expected },
    { term: "Причина отказа", value: unit.reason },
    { term: "Код действует до", value: unit.codeEnds },
  ].filter(({ value }) => value !== "");
  return (
    <div className="stack">
      {!isAlone && (
        <p>
          №&nbsp;{number} <WithdrawalBadge status={status} />
        </p>
      )}
      {details.length > 0 && <DefinitionList items={details} />}
      {unit.hasCode && <Code number={number} code={code} />}
      {changes.length > 0 && (
        <Disclosure summary="Что уже сделано" open={isAlone}>
          <DefinitionList
            items={changes.map(({ at, status: next }) => ({ term: at, value: <WithdrawalBadge status={next} /> }))}
          />
        </Disclosure>
      )}
    </div>
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
