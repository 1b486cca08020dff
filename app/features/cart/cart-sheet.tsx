import { type ReactNode, useState } from "react";
import { formatCount, formatPieces, formatPoints } from "../../lib/points";
import { WholeCodes } from "../../ui/lazy/whole-codes";
import { WorkOrder } from "../../ui/lazy/work-order";
import { ClearCartForm, LineForms } from "./cart-forms";
import type { CartLineView, CartView } from "./optimistic-cart";

interface CartSheetProps {
  cart: CartView;
  /** Short number of the cart, for talking to support. */
  number: string;
  /** False while an order is under way. */
  editable: boolean;
  /** Script is running and sends the forms without leaving the page. */
  scripted: boolean;
  /** Shown below the total: delivery, notices, the order button. */
  children?: ReactNode;
}

/** The cart as a work order; every line has its own small forms (§4.17). A removed line stays and can be restored. */
export function CartSheet({ cart, number, editable, scripted, children }: CartSheetProps) {
  const [announcement, announce] = useState("");
  const form = { scripted, announce };
  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement && `${announcement} Итого ${formatPoints(cart.total)}.`}
      </p>
      <WorkOrder
        title="Заказ-наряд"
        number={`№\u00a0${number}`}
        mark={formatCount(cart.lineCount, "строка", "строки", "строк")}
        lines={cart.lines.map((line) => ({
          key: String(line.id),
          name: line.removed ? <del>{line.name}</del> : <WholeCodes>{line.name}</WholeCodes>,
          note: describeLine(line),
          sum: line.unavailable || line.removed ? "—" : formatPoints(line.sum),
          actions: editable && <LineForms line={line} {...form} />,
        }))}
        totalLabel="Итого"
        total={formatPoints(cart.total)}
      >
        <div className="stack">
          {children}
          {editable && <ClearCartForm lines={cart.lines} isEmpty={cart.lineCount === 0} {...form} />}
        </div>
      </WorkOrder>
    </>
  );
}

function describeLine({ note, count, price, unavailable, removed }: CartLineView): string {
  if (unavailable && !removed) return "Его больше не выдают. Уберите строку, чтобы заказать остальное.";
  const amount = count > 1 ? `${count}\u00a0×\u00a0${formatPoints(price)}` : formatPieces(1);
  return [removed && "Убрано из корзины", note, amount].filter(Boolean).join(" · ");
}
