import { useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { LINE_MAX_COUNT } from "../../lib/cart-limits";
import { Button } from "../../ui/core/button";
import { controlId, controlProps, FieldLayout, fieldValue } from "../../ui/core/field";
import type { FieldShell } from "../../ui/core/form-shell";

/** The number of pieces. With script it has buttons for one less and one more, for which the plain field keeps the room. */
export function CountField({ shell }: { shell: FieldShell }) {
  const field = { shell, name: "cartCount", label: "Количество" };
  const initial = String(fieldValue(shell, field.name, "1"));
  const input = useRef<HTMLInputElement>(null);
  const [count, setCount] = useState(Number(initial));
  const hydrated = useHydrated();
  const step = (by: "stepUp" | "stepDown") => {
    input.current?.[by]();
    // Whoever follows what is typed follows the buttons too.
    input.current?.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const button = (by: "stepUp" | "stepDown", label: string, sign: string, isLast: boolean) =>
    hydrated && (
      <Button
        type="button"
        variant="quiet"
        aria-label={label}
        aria-controls={controlId(shell, field.name)}
        aria-disabled={isLast || undefined}
        onClick={() => step(by)}
      >
        {sign}
      </Button>
    );
  return (
    <FieldLayout {...field}>
      <div className="count-field">
        {button("stepDown", "На одну меньше", "−", count <= 1)}
        <input
          {...controlProps(field)}
          ref={input}
          type="number"
          inputMode="numeric"
          min={1}
          max={LINE_MAX_COUNT}
          step={1}
          defaultValue={initial}
          required
          className="input"
          onInput={({ currentTarget }) => setCount(currentTarget.valueAsNumber)}
        />
        {button("stepUp", "На одну больше", "+", count >= LINE_MAX_COUNT)}
      </div>
    </FieldLayout>
  );
}
