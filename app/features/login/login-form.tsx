import { Link } from "@remix-run/react";
import { loginByEmailRules, loginByPhoneRules } from "../../../contract/field-rules";
import { SubmitButton } from "../../ui/core/button";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { listEmptyFields, useMissingFields } from "../../ui/core/missing-fields";
import { PasswordField, PhoneField, TextField } from "../../ui/core/text-field";

export type LoginMode = "phone" | "email";

type LoginFormProps = {
  shell: FormShell;
  mode: LoginMode;
  /** The phone that was confirmed in this browser just now; empty when none was. */
  phone?: string;
};

/** Login by phone or by e-mail (§4.6). Each mode has its own address, so that switching clears the fields. */
export function LoginForm({ shell, mode, phone }: LoginFormProps) {
  const rules = mode === "phone" ? loginByPhoneRules : loginByEmailRules;
  const missing = useMissingFields(shell, listMissing);
  return (
    <FormLayout shell={shell}>
      <nav className="login-switch" aria-label="Способ входа">
        <Link to="/login" aria-current={mode === "phone" ? "true" : undefined}>
          По телефону
        </Link>{" "}
        <Link to="/login?mode=email" aria-current={mode === "email" ? "true" : undefined}>
          По e-mail
        </Link>
      </nav>
      {mode === "phone" ? (
        <PhoneField
          key="phone"
          shell={shell}
          name="login"
          label="Телефон"
          defaultValue={phone}
          {...rules.login}
          autoComplete="username"
        />
      ) : (
        <TextField
          key="email"
          shell={shell}
          name="login"
          label="E-mail"
          autoComplete="username"
          autoCapitalize="none"
          {...rules.login}
        />
      )}
      <PasswordField key={`password-${mode}`} shell={shell} name="password" label="Пароль" {...rules.password} />
      <div className="button-row">
        <SubmitButton shell={shell} busyLabel="Входим…" disabled={missing.length > 0}>
          Войти
        </SubmitButton>{" "}
        <Link to="/recovery" className="button button--quiet">
          Забыли пароль?
        </Link>
      </div>
    </FormLayout>
  );
}

/** §5.1: both fields, which are the same by phone and by e-mail. */
function listMissing(data: FormData, isAutofilled: (name: string) => boolean): string[] {
  return listEmptyFields(loginByPhoneRules, data).filter((name) => !isAutofilled(name));
}
