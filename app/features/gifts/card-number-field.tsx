import { useMask } from "../../ui/core/mask";
import { TextField, type TextFieldProps } from "../../ui/core/text-field";

/** Of the digits that follow the sixteen none is dropped: the server refuses a number that is too long, and never reads another. */
const MASK = "0000 0000 0000 0000 0000000";

/** A bank card number in groups of four (§5.2). Without script any grouping is fine. */
export function CardNumberField(props: Omit<TextFieldProps, "inputRef" | "onFocus">) {
  const { inputRef, onTouch } = useMask(loadCardMask);
  return (
    <TextField
      autoComplete="cc-number"
      placeholder="0000 0000 0000 0000"
      {...props}
      inputRef={inputRef}
      onFocus={onTouch}
    />
  );
}

async function loadCardMask() {
  const [{ default: IMask }] = await Promise.all([import("imask/esm/imask"), import("imask/esm/masked/pattern")]);
  return (input: HTMLInputElement) => {
    if (input.isConnected) IMask(input, { mask: MASK });
  };
}
