import type { SubmissionResult } from "@conform-to/react";
import { useFetcher, useSubmit } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import type { LostReply } from "../../lib/lost-reply";
import { Button } from "../../ui/core/button";
import { SelectField } from "../../ui/core/choice-field";
import { ErrorSummary } from "../../ui/core/error-summary";
import type { NoticeView } from "../../ui/core/notice";
import { BACKGROUND_FETCHER_PREFIX } from "../../ui/core/polling";
import { outcome } from "../../ui/core/shell/outcome";
import { type GiftTagView, listSizes } from "./gift-view";

/** How long the button says that the gift is in the cart. */
const ADDED_LABEL_MS = 2000;

/**
 * Adds a gift that has its own tag, and asks only for its size. With script the page stays and the button shows the progress.
 * Every press has a fetcher of its own, because a new submission on the same fetcher would abort the one before.
 */
export function SouvenirForm({ gift: { id, name, sizes }, query }: { gift: GiftTagView; query: string }) {
  const action = `/dashboard/gifts/${encodeURIComponent(id)}${query}`;
  const [presses, setPresses] = useState(0);
  const [acknowledged, setAcknowledged] = useState<unknown>();
  const submit = useSubmit();
  const key = `${BACKGROUND_FETCHER_PREFIX}${id}-`;
  const { data, state } = useFetcher<SubmissionResult | LostReply | { done: true; notice?: NoticeView }>({
    key: key + presses,
  });
  useEffect(() => {
    if (data && "done" in data) outcome.show(data.notice ?? null);
    if (data && "lost" in data) outcome.show(outcome.next);
    const timer = setTimeout(setAcknowledged, ADDED_LABEL_MS, data);
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
  const isJustAdded = added && added !== acknowledged;
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
        {state !== "idle" ? "Добавляем…" : isJustAdded ? "✓ В корзине" : "В корзину"}
        <span className="visually-hidden"> {name}</span>
      </Button>
    </form>
  );
}
