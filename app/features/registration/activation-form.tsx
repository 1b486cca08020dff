import { Link } from "@remix-run/react";
import { activationRules } from "../../../contract/field-rules";
import { ACTIVATION_CODE_LENGTH } from "../../../contract/values";
import { SubmitButton } from "../../ui/core/button";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { PhoneField, TextField } from "../../ui/core/text-field";
import { formatWait, useCountdown } from "./countdown";

const LONGEST_PASTE = 200;

/** The four-digit code of the SMS (§5.12). Digits are taken from whatever is pasted. */
export function CodeForm({ shell }: { shell: FormShell }) {
  return (
    <FormLayout shell={shell}>
      <input type="hidden" name="intent" value="confirm" />
      <TextField
        shell={shell}
        name="code"
        label="Код из СМС"
        hint="4&nbsp;цифры. Код приходит в течение минуты."
        className="code-field"
        autoComplete="one-time-code"
        defaultValue=""
        {...activationRules.code}
        // What is pasted may be the whole SMS, or the code with spaces; the server takes the digits too.
        maxLength={LONGEST_PASTE}
        pattern={`\\D*(\\d\\D*){${ACTIVATION_CODE_LENGTH}}`}
        onInput={({ currentTarget }) => {
          const digits = currentTarget.value.replace(/\D/g, "").slice(0, ACTIVATION_CODE_LENGTH);
          if (digits !== currentTarget.value) currentTarget.value = digits;
        }}
      />
      <div className="button-row">
        <SubmitButton shell={shell} busyLabel="Проверяем…">
          Подтвердить телефон
        </SubmitButton>
      </div>
    </FormLayout>
  );
}

type ResendFormProps = {
  shell: FormShell;
  /** Seconds until another code may be sent, counted from when the page was rendered. */
  wait: number;
  /** Changes with every code that is sent, which restarts the countdown. */
  resendAt: number;
};

/** Sends another code, after a wait that the server enforces (§4.10). */
export function ResendForm({ shell, wait, resendAt }: ResendFormProps) {
  const { left, counting } = useCountdown(wait, resendAt);
  return (
    <FormLayout shell={shell} className="activation-resend">
      <input type="hidden" name="intent" value="resend" />
      <div className="button-row">
        <SubmitButton shell={shell} variant="secondary" busyLabel="Отправляем…" disabled={counting && left > 0}>
          Отправить код ещё раз
        </SubmitButton>{" "}
        {left > 0 && (
          <span>
            через{" "}
            <span role="timer" aria-live="off">
              {formatWait(left)}
            </span>
          </span>
        )}
      </div>
    </FormLayout>
  );
}

/** Asks for the phone when it isn't known, because the registration was interrupted before the code was entered. */
export function PhoneForm({ shell }: { shell: FormShell }) {
  return (
    <FormLayout shell={shell}>
      <input type="hidden" name="intent" value="start" />
      <PhoneField
        shell={shell}
        name="phone"
        label="Телефон, который вы указали при регистрации"
        {...activationRules.phone}
      />
      <div className="button-row">
        <SubmitButton shell={shell} busyLabel="Отправляем…">
          Получить код
        </SubmitButton>
      </div>
    </FormLayout>
  );
}

/** Which phone the code was sent to. */
export function SentTo({ phone }: { phone: string }) {
  return (
    <>
      Введите код из СМС, отправленного на <span className="no-break">{phone}</span>.
    </>
  );
}

/** The way on for somebody who hasn't registered. */
export function NotRegistered() {
  return (
    <p>
      Ещё не зарегистрированы? <Link to="/register">Вступить в клуб</Link>
    </p>
  );
}

/** The way back to the registration, for a mistyped phone. */
export function WrongNumber() {
  return (
    <p>
      Ошиблись в номере? <Link to="/register">Заполните анкету ещё раз</Link> с тем же e-mail.
    </p>
  );
}
