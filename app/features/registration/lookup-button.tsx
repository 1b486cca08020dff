import type { ReactNode } from "react";
import { Button } from "../../ui/core/button";
import type { LookupIntent } from "./lookup-result";
import type { Lookup } from "./use-lookups";

type LookupButtonProps = {
  intent: LookupIntent;
  query: Lookup;
  /** Id of the place that the page comes back to. */
  place: string;
  action: string | undefined;
  children: ReactNode;
};

/** Asks the server about one field. Without script it sends the half-filled form, and the page comes back to its place. */
export function LookupButton({ intent, query, place, action = "", children }: LookupButtonProps) {
  return (
    <Button
      variant="secondary"
      small
      name="intent"
      value={intent}
      formNoValidate
      formAction={`${action}#${place}`}
      aria-disabled={query.busy}
      onClick={(event) => {
        event.preventDefault();
        if (!query.busy) query.ask();
      }}
    >
      {query.busy ? "Проверяем…" : children}
    </Button>
  );
}
