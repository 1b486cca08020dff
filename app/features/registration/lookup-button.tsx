import type { ReactNode } from "react";
import { Button } from "../../ui/core/button";
import type { LookupIntent } from "./lookup-result";
import type { Lookup } from "./use-lookup";

type LookupButtonProps = {
  intent: LookupIntent;
  lookup: Lookup;
  /** Id of the element that the page scrolls back to without script. */
  place: string;
  action: string | undefined;
  children: ReactNode;
};

/** Looks up one field. Without script it sends the half-filled form, and the page scrolls back to the field. */
export function LookupButton({ intent, lookup, place, action = "", children }: LookupButtonProps) {
  return (
    <Button
      variant="secondary"
      small
      name="intent"
      value={intent}
      formNoValidate
      formAction={`${action}#${place}`}
      aria-disabled={lookup.busy}
      onClick={(event) => {
        event.preventDefault();
        if (!lookup.busy) lookup.run();
      }}
    >
      {lookup.busy ? "Проверяем…" : children}
    </Button>
  );
}
