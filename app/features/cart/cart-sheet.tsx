import { useFetcher } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { LINE_MAX_COUNT } from "../../lib/cart-limits";
import { formatCount, formatPoints } from "../../lib/points";
import { Button, ToggleButton } from "../../ui/core/button";
import { BACKGROUND_FETCHER_PREFIX } from "../../ui/core/polling";
import { WorkOrder } from "../../ui/lazy/work-order";
import type { CartLineView, CartView } from "./optimistic-cart";

interface CartSheetProps {
  cart: CartView;
  /** A short number of the basket, to speak of it. */
  number: string;
  /** False while an order is under way: nothing may be edited then. */
  editable: boolean;
  /** True where script sends the forms behind the page. */
  scripted: boolean;
  /** Below the total: delivery, what is missing, the order button. */
  children?: ReactNode;
}

/** The cart as a work order: every line with its own small forms (§4.17). What was taken out can be put back from its place. */
export function CartSheet({ cart, number, editable, scripted, children }: CartSheetProps) {
  const [said, say] = useState("");
  const edit = { scripted, say };
  return (
    <>
      <p className="visually-hidden" role="status">
        {said && `${said} Итого ${formatPoints(cart.total)}.`}
      </p>
      <WorkOrder
        title="Заказ-наряд"
        number={`№ ${number}`}
        mark={formatCount(cart.held, "строка", "строки", "строк")}
        lines={cart.lines.map((line) => ({
          key: String(line.id),
          name: line.removed ? <del>{line.name}</del> : line.name,
          note: describeLine(line),
          sum: line.gone || line.removed ? "—" : formatPoints(line.sum),
          actions: editable && <LineActions line={line} {...edit} />,
        }))}
        totalLabel="Итого"
        total={formatPoints(cart.total)}
      >
        <div className="stack">
          {children}
          {editable && <ClearCartForm lines={cart.lines} isEmpty={cart.held === 0} {...edit} />}
        </div>
      </WorkOrder>
    </>
  );
}

function describeLine({ note, count, price, gone, removed }: CartLineView): string {
  if (gone && !removed) return "Его больше не выдают. Уберите строку, чтобы заказать остальное.";
  const amount = count > 1 ? `${count} × ${formatPoints(price)}` : "1 штука";
  return [removed && "Убрано из корзины", note, amount].filter(Boolean).join(" · ");
}

interface EditProps {
  scripted: boolean;
  /** Tells a screen reader what a press has done. */
  say(words: string): void;
}

/** Fields of a form that script sends behind the page, one after the other and each to its end. */
function useEdit(name: string, scripted: boolean) {
  const { Form, data, state } = useFetcher<{ lost?: true; message?: string }>({
    key: `${BACKGROUND_FETCHER_PREFIX}cart-${name}`,
  });
  const trouble = data?.lost ? "Связь прервалась, здесь ничего не изменилось. Попробуйте ещё раз." : data?.message;
  return {
    Form,
    stay: scripted && <input type="hidden" name="stay" value="1" />,
    trouble: trouble && state === "idle" && (
      <p className="field-error" role="alert">
        {trouble}
      </p>
    ),
  };
}

/** One button takes the line out and puts it back: pressed, it stays under the finger and keeps the focus. */
function LineActions({ line, scripted, say }: EditProps & { line: CartLineView }) {
  const { id, name, mark, count, gone, removed } = line;
  const counting = useEdit(`count-${id}`, scripted);
  const taking = useEdit(`line-${id}`, scripted);
  return (
    <>
      {!gone && !removed && (
        <counting.Form
          method="post"
          className="button-row"
          preventScrollReset
          aria-label={`Количество: ${name}`}
          onSubmit={({ currentTarget }) => say(`${name}: ${new FormData(currentTarget).get("cartCount")} шт.`)}
        >
          <input type="hidden" name="line" value={id} />
          <input
            key={count}
            className="input cart-quantity"
            type="number"
            name="cartCount"
            aria-label={`Количество: ${name}`}
            inputMode="numeric"
            min={1}
            max={LINE_MAX_COUNT}
            step={1}
            defaultValue={count}
            required
          />
          {counting.stay}
          <Button variant="secondary" small name="intent" value="count">
            Изменить
          </Button>
        </counting.Form>
      )}
      <taking.Form
        method="post"
        id={`line-${id}`}
        preventScrollReset
        onSubmit={() => say(removed ? `${name}: снова в корзине.` : `${name}: убрано, можно вернуть.`)}
      >
        <input type="hidden" name="line" value={id} />
        <input type="hidden" name={removed ? "adds" : "drops"} value={mark} />
        {taking.stay}
        <ToggleButton
          variant={removed ? "secondary" : "quiet"}
          small
          name="intent"
          value={removed ? "return" : "delete"}
        >
          {removed ? "Вернуть" : "Убрать"}
          <span className="visually-hidden"> {name}</span>
        </ToggleButton>
      </taking.Form>
      {counting.trouble || taking.trouble}
    </>
  );
}

/** Empties the cart, and fills it again by the same button. */
function ClearCartForm({
  lines,
  isEmpty,
  scripted,
  say,
}: EditProps & { lines: readonly CartLineView[]; isEmpty: boolean }) {
  const { Form, stay, trouble } = useEdit("all", scripted);
  return (
    <Form
      method="post"
      preventScrollReset
      onSubmit={() => say(isEmpty ? "Всё снова в корзине." : "Корзина пуста, всё можно вернуть.")}
    >
      {lines.map(({ id, mark }) => (
        <input key={id} type="hidden" name={isEmpty ? "adds" : "drops"} value={mark} />
      ))}
      {stay}
      <ToggleButton variant="quiet" small name="intent" value={isEmpty ? "return" : "clear"}>
        {isEmpty ? "Вернуть всё" : "Очистить корзину"}
      </ToggleButton>
      {trouble}
    </Form>
  );
}
