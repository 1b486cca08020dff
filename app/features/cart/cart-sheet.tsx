import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { LINE_MAX_COUNT } from "../../lib/cart-limits";
import { formatCount, formatPoints } from "../../lib/points";
import { Button } from "../../ui/button";
import { WorkOrder } from "../../ui/work-order";
import type { CartLineView, CartView } from "./cart-view.server";

interface CartSheetProps {
  cart: CartView;
  /** A short number of the basket, to speak of it. */
  number: string;
  /** False while an order is under way: nothing may be edited then. */
  editable: boolean;
  /** Below the total: delivery, what is missing, the order button. */
  children?: ReactNode;
}

/** The cart as a work order: every line with its own small forms (§4.17). */
export function CartSheet({ cart, number, editable, children }: CartSheetProps) {
  return (
    <WorkOrder
      title="Заказ-наряд"
      number={`№ ${number}`}
      mark={formatCount(cart.lines.length, "строка", "строки", "строк")}
      lines={cart.lines.map((line) => ({
        key: String(line.id),
        name: line.name,
        note: line.gone ? "Его больше не выдают. Уберите строку, чтобы заказать остальное." : describeLine(line),
        sum: line.gone ? "—" : formatPoints(line.sum),
        actions: editable && <LineActions line={line} />,
      }))}
      totalLabel="Итого"
      total={formatPoints(cart.total)}
    >
      <div className="stack">{children}</div>
    </WorkOrder>
  );
}

function describeLine({ note, count, price }: CartLineView): string {
  const amount = count > 1 ? `${count} × ${formatPoints(price)}` : "1 штука";
  return note ? `${note} · ${amount}` : amount;
}

function LineActions({ line }: { line: CartLineView }) {
  return (
    <>
      {!line.gone && (
        <Form method="post" className="brow" preventScrollReset aria-label={`Количество: ${line.name}`}>
          <input type="hidden" name="line" value={line.id} />
          <input
            key={line.count}
            className="in pieces"
            type="number"
            name="cartCount"
            aria-label={`Количество: ${line.name}`}
            inputMode="numeric"
            min={1}
            max={LINE_MAX_COUNT}
            step={1}
            defaultValue={line.count}
            required
          />
          <Button variant="secondary" small name="intent" value="count">
            Изменить
          </Button>
        </Form>
      )}
      <Form method="post" preventScrollReset>
        <input type="hidden" name="line" value={line.id} />
        <Button variant="quiet" small name="intent" value="delete">
          Убрать<span className="vh"> {line.name}</span>
        </Button>
      </Form>
    </>
  );
}

/** Empties the cart. */
export function ClearCartForm() {
  return (
    <Form method="post" preventScrollReset>
      <Button variant="quiet" small name="intent" value="clear">
        Очистить корзину
      </Button>
    </Form>
  );
}
