import { type ComponentPropsWithoutRef, type Ref, useRef } from "react";
import { controlProps, FieldLayout, type FieldProps, fieldValue } from "./field";

type Own = FieldProps & { inputRef?: Ref<HTMLInputElement> };
/** A field's own props, then any attribute of the native input (required, autoComplete, inputMode, pattern, onChange…). */
export type TextFieldProps = Own & Omit<ComponentPropsWithoutRef<"input">, keyof Own | "id">;

/** One line of text. What was typed comes back from `shell.result`, else `defaultValue` stands in it. */
export function TextField({ inputRef, ...props }: TextFieldProps) {
  const [field, input] = splitProps(props);
  const value = "value" in input ? {} : { defaultValue: fieldValue(field.shell, field.name, input.defaultValue) };
  return (
    <FieldLayout {...field} className={input.className}>
      <input type="text" {...input} {...value} {...controlProps(field)} ref={inputRef} className="input" />
    </FieldLayout>
  );
}

/** A password: never filled in again from what was sent. */
export function PasswordField({ inputRef, ...props }: TextFieldProps) {
  const [field, input] = splitProps(props);
  return (
    <FieldLayout {...field} className={input.className}>
      <input
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        {...input}
        {...controlProps(field)}
        type="password"
        ref={inputRef}
        className="input"
      />
    </FieldLayout>
  );
}

/**
 * A phone number, typed as people write it (§5.7); the server reduces it to digits. With script the mask of §5.1 comes with
 * the focus; one that can't be fetched is no loss.
 */
export function PhoneField(props: TextFieldProps) {
  const masked = useRef(false);
  return (
    <TextField
      type="tel"
      autoComplete="tel"
      placeholder="+7 (___) ___-__-__"
      {...props}
      onFocus={(event) => {
        props.onFocus?.(event);
        if (masked.current) return;
        masked.current = true;
        const { currentTarget } = event;
        import("../lazy/phone-mask").then(({ maskPhone }) => maskPhone(currentTarget)).catch(() => undefined);
      }}
    />
  );
}

/** Words to search for. */
export function SearchField(props: TextFieldProps) {
  return <TextField type="search" enterKeyHint="search" autoComplete="off" {...props} />;
}

type TextAreaFieldProps = FieldProps & Omit<ComponentPropsWithoutRef<"textarea">, keyof FieldProps | "id">;

/** Several lines of text; grows with what is typed where the browser can do it. */
export function TextAreaField(props: TextAreaFieldProps) {
  const [field, input] = splitProps(props);
  const value = "value" in input ? {} : { defaultValue: fieldValue(field.shell, field.name, input.defaultValue) };
  return (
    <FieldLayout {...field} className={input.className}>
      <textarea rows={5} {...input} {...value} {...controlProps(field)} className="input" />
    </FieldLayout>
  );
}

function splitProps<Props extends FieldProps>(props: Props) {
  const { shell, name, label, hint, optional, error, status, labelHidden, ...rest } = props;
  return [{ shell, name, label, hint, optional, error, status, labelHidden }, rest] as const;
}
