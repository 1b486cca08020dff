import { useMask } from "../../ui/core/mask";
import { TextField, type TextFieldProps } from "../../ui/core/text-field";

/** A bank card number in groups of four (§5.2). Without script any grouping is fine. */
export function CardNumberField(props: Omit<TextFieldProps, "inputRef" | "onFocus">) {
  const { inputRef, onTouch } = useMask(() => import("./card-mask").then(({ maskCard }) => maskCard));
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
