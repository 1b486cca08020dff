import { type ComponentPropsWithoutRef, type Ref, useEffect, useRef, useState } from "react";
import { Button } from "./button";
import { controlId, controlProps, FieldLayout, type FieldProps, fieldValue } from "./field";
import { useMask } from "./mask";

type OwnProps = FieldProps & { inputRef?: Ref<HTMLInputElement> };
/** Props of a field, and any attribute of the native input (required, autoComplete, inputMode, pattern, onChange…). */
export type TextFieldProps = OwnProps & Omit<ComponentPropsWithoutRef<"input">, keyof OwnProps | "id">;

/** One line of text. Its initial value is the submitted one from `shell.result`, else `defaultValue`. */
export function TextField({ inputRef, ...props }: TextFieldProps) {
  const [field, input] = splitProps(props);
  const value = "value" in input ? {} : { defaultValue: fieldValue(field.shell, field.name, input.defaultValue) };
  return (
    <FieldLayout {...field} className={input.className}>
      <input type="text" {...input} {...value} {...controlProps(field)} ref={inputRef} className="input" />
    </FieldLayout>
  );
}

/** A password. The submitted value is never rendered again. With script it can be shown while it is typed. */
export function PasswordField({ inputRef, ...props }: TextFieldProps) {
  const [field, input] = splitProps(props);
  const [isShown, setShown] = useState<boolean>();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setShown(false);
    // A password that is sent as plain text may be kept among the browser's suggestions.
    const hide = () => setShown(false);
    const form = place.current?.closest("form");
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);
  return (
    <FieldLayout {...field} className={input.className}>
      <div ref={place} className="input-password">
        <input
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...controlProps(field)}
          type={isShown ? "text" : "password"}
          ref={inputRef}
          className="input"
        />
        {isShown !== undefined && (
          <Button
            type="button"
            variant="quiet"
            aria-controls={controlId(field.shell, field.name)}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? "Скрыть" : "Показать"}
            <span className="visually-hidden"> пароль</span>
          </Button>
        )}
      </div>
    </FieldLayout>
  );
}

/** A phone number in any notation (§5.7); the server reduces it to digits. With script it is grouped while it is typed (§5.1). */
export function PhoneField(props: Omit<TextFieldProps, "inputRef">) {
  const { inputRef, onTouch } = useMask(() => import("../lazy/phone-mask").then(({ maskPhone }) => maskPhone));
  return (
    <TextField
      type="tel"
      autoComplete="tel"
      placeholder="+7 (___) ___-__-__"
      {...props}
      inputRef={inputRef}
      onFocus={(event) => {
        props.onFocus?.(event);
        onTouch();
      }}
    />
  );
}

/** A search query. */
export function SearchField(props: TextFieldProps) {
  return <TextField type="search" enterKeyHint="search" autoComplete="off" {...props} />;
}

type TextAreaFieldProps = FieldProps & Omit<ComponentPropsWithoutRef<"textarea">, keyof FieldProps | "id">;

/** Several lines of text. */
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
