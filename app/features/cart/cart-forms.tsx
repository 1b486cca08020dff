import { useFetcher } from "@remix-run/react";
import { LINE_MAX_COUNT } from "../../lib/cart-limits";
import { formatPieces } from "../../lib/points";
import { Button, ToggleButton } from "../../ui/core/button";
import type { NoticeView } from "../../ui/core/notice";
import { BACKGROUND_FETCHER_PREFIX } from "../../ui/core/polling";
import type { CartLineView } from "./optimistic-cart";

interface CartFormProps {
  /** Script is running and sends the form without leaving the page. */
  scripted: boolean;
  /** Announces the effect of a press to screen readers. */
  announce(message: string): void;
}

/** A form of its own fetcher, so that a form never cancels another one that is pending; and what it shows when it fails. */
function useCartForm(name: string, scripted: boolean) {
  const { Form, data, state } = useFetcher<{ lost?: true; notice?: NoticeView }>({
    key: `${BACKGROUND_FETCHER_PREFIX}cart-${name}`,
  });
  const error = data?.lost ? "Связь прервалась, здесь ничего не изменилось. Попробуйте ещё раз." : data?.notice?.text;
  return {
    Form,
    stay: scripted && <input type="hidden" name="stay" value="1" />,
    error: error && state === "idle" && (
      <p className="field-error" role="alert">
        {error}
      </p>
    ),
  };
}

/** The forms of a line. Removing and restoring are one button, so that it keeps its place and the focus. */
export function LineForms({ line, scripted, announce }: CartFormProps & { line: CartLineView }) {
  const { id, name, key, count, unavailable, removed } = line;
  const countForm = useCartForm(`count-${id}`, scripted);
  const removeForm = useCartForm(`line-${id}`, scripted);
  return (
    <>
      {!unavailable && !removed && (
        <countForm.Form
          method="post"
          className="button-row"
          preventScrollReset
          aria-label={`Количество: ${name}`}
          onSubmit={({ currentTarget }) =>
            announce(`${name}: ${formatPieces(Number(new FormData(currentTarget).get("cartCount")))}.`)
          }
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
          {countForm.stay}
          <Button variant="secondary" small name="intent" value="count">
            Изменить
          </Button>
        </countForm.Form>
      )}
      <removeForm.Form
        method="post"
        id={`line-${id}`}
        preventScrollReset
        onSubmit={() => announce(removed ? `${name}: снова в корзине.` : `${name}: убрано, можно вернуть.`)}
      >
        <input type="hidden" name="line" value={id} />
        <input type="hidden" name={removed ? "adds" : "removes"} value={key} />
        {removeForm.stay}
        <ToggleButton
          variant={removed ? "secondary" : "quiet"}
          small
          name="intent"
          value={removed ? "return" : "delete"}
        >
          {removed ? "Вернуть" : "Убрать"}
          <span className="visually-hidden"> {name}</span>
        </ToggleButton>
      </removeForm.Form>
      {countForm.error || removeForm.error}
    </>
  );
}

/** Removes all lines, or restores them: one button, so that it keeps its place and the focus. */
export function ClearCartForm({
  lines,
  isEmpty,
  scripted,
  announce,
}: CartFormProps & { lines: readonly CartLineView[]; isEmpty: boolean }) {
  const { Form, stay, error } = useCartForm("all", scripted);
  return (
    <Form
      method="post"
      preventScrollReset
      onSubmit={() => announce(isEmpty ? "Всё снова в корзине." : "Корзина пуста, всё можно вернуть.")}
    >
      {lines.map(({ id, key }) => (
        <input key={id} type="hidden" name={isEmpty ? "adds" : "removes"} value={key} />
      ))}
      {stay}
      <ToggleButton variant="quiet" small name="intent" value={isEmpty ? "return" : "clear"}>
        {isEmpty ? "Вернуть всё" : "Очистить корзину"}
      </ToggleButton>
      {error}
    </Form>
  );
}
