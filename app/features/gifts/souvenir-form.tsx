import type { SubmissionResult } from "@conform-to/react";
import { useFetcher, useSubmit } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "../../ui/core/button";
import { SelectField } from "../../ui/core/choice-field";
import { ErrorSummary } from "../../ui/core/error-summary";
import { BACKGROUND_FETCHER_PREFIX } from "../../ui/core/polling";
import { type GiftTagView, listSizes } from "./gift-view";

const MARKED_MS = 2000;

/**
 * A souvenir goes into the cart from its tag; the size is all that it asks for. With script the page stays and the button
 * says what happens. Every press is a request of its own: none waits for another, and none is lost.
 */
export function SouvenirForm({ gift: { id, name, sizes }, query }: { gift: GiftTagView; query: string }) {
  const action = `/dashboard/gifts/${id}${query}`;
  const [presses, setPresses] = useState(0);
  const [past, setPast] = useState<unknown>();
  const submit = useSubmit();
  const key = `${BACKGROUND_FETCHER_PREFIX}${id}-`;
  const { data, state } = useFetcher<SubmissionResult | { done: true; message?: string }>({ key: key + presses });
  useEffect(() => {
    const timer = setTimeout(setPast, MARKED_MS, data);
    return () => clearTimeout(timer);
  }, [data]);

  if (sizes.length > 0 && sizes.every(({ inStock }) => !inStock)) return <p>Сейчас нет в наличии.</p>;

  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    form.set("adds", `${id}|${form.get("size") ?? ""}`);
    form.set("stay", "1");
    submit(form, {
      method: "post",
      action,
      navigate: false,
      fetcherKey: key + (presses + 1),
      preventScrollReset: true,
    });
    setPresses(presses + 1);
  };
  const added = data && "done" in data ? data : null;
  const shell = { id: `gift-${id}`, result: added ? null : (data as SubmissionResult | undefined) };
  const isAdded = added && added !== past;
  return (
    <form method="post" action={action} onSubmit={add}>
      <ErrorSummary shell={shell} />
      <input type="hidden" name="prize_id" value={id} />
      <input type="hidden" name="cartCount" value="1" />
      {sizes.length > 0 && (
        <SelectField
          shell={shell}
          name="size"
          label="Размер"
          required
          placeholder="Выберите"
          choices={listSizes(sizes)}
        />
      )}
      <Button variant="secondary" wide aria-busy={state !== "idle" || undefined}>
        {state !== "idle" ? "Добавляем…" : isAdded ? "✓ В корзине" : "В корзину"}
        <span className="visually-hidden"> {name}</span>
      </Button>
      <span className="visually-hidden" role="status">
        {added?.message}
      </span>
    </form>
  );
}
