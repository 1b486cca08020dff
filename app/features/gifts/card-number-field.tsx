import { useRef } from "react";
import { TextField, type TextFieldProps } from "../../ui/core/text-field";

const MASK = "0000 0000 0000 0000";

/** A bank card number in four groups of four (§5.2). The mask is loaded on the first focus; without script any grouping is fine. */
export function CardNumberField(props: TextFieldProps) {
  const masked = useRef(false);
  return (
    <TextField
      autoComplete="cc-number"
      placeholder={MASK}
      {...props}
      onFocus={({ currentTarget }) => {
        if (masked.current) return;
        masked.current = true;
        // The mask is a convenience: the server reads any grouping.
        maskCardNumber(currentTarget).catch(() => undefined);
      }}
    />
  );
}

async function maskCardNumber(input: HTMLInputElement): Promise<void> {
  const [{ default: IMask }] = await Promise.all([import("imask/esm/imask"), import("imask/esm/masked/pattern")]);
  if (input.isConnected) IMask(input, { mask: MASK });
}
