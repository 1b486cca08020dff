import type { ReactNode } from "react";
import { Button } from "../../ui/core/button";
import type { LookUpIntent } from "./lookup-result";
import type { LookUp } from "./use-lookups";

type LookUpButtonProps = {
  intent: LookUpIntent;
  lookUp: LookUp;
  /** Id of the place that the page comes back to. */
  place: string;
  action: string | undefined;
  children: ReactNode;
};

/** Asks the server about one field. Without script it sends the half-filled form, and the page comes back to its place. */
export function LookUpButton({ intent, lookUp, place, action = "", children }: LookUpButtonProps) {
  return (
    <Button
      variant="secondary"
      small
      name="intent"
      value={intent}
      formNoValidate
      formAction={`${action}#${place}`}
      aria-disabled={lookUp.busy}
      onClick={(event) => {
        event.preventDefault();
        if (!lookUp.busy) lookUp.ask();
      }}
    >
      {lookUp.busy ? "Проверяем…" : children}
    </Button>
  );
}
