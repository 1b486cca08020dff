import { useRef } from "react";
import { TextField, type TextFieldProps } from "../../ui/core/text-field";

const MASK = "0000 0000 0000 0000";

/** A bank card number in four groups of four (§5.2). Without script it is typed as one likes; the mask comes with the focus. */
export function CardField(props: TextFieldProps) {
  const masked = useRef(false);
  return (
    <TextField
      inputMode="numeric"
      autoComplete="cc-number"
      placeholder="0000 0000 0000 0000"
      pattern="(\d[\s\-]*){16}"
      title="16 цифр с лицевой стороны карты"
      maxLength={23}
      required
      {...props}
      onFocus={({ currentTarget }) => {
        if (masked.current) return;
        masked.current = true;
        // A mask that can't be fetched is no loss: the server reads any grouping.
        maskCard(currentTarget).catch(() => undefined);
      }}
    />
  );
}

async function maskCard(input: HTMLInputElement): Promise<void> {
  const [{ default: IMask }] = await Promise.all([import("imask/esm/imask"), import("imask/esm/masked/pattern")]);
  if (input.isConnected) IMask(input, { mask: MASK });
}
