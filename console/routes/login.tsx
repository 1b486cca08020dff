import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import {
  confirmCode,
  enrol,
  finishPasskeyLogIn,
  logIn,
  readEnrolment,
  readLogInWays,
  readOperator,
  setPassword,
} from "../../contract/operator/calls";
import type { Refusal } from "../../contract/reply";
import { ask, need } from "../lib/api.server";
import { clearToken, readBrowser, readToken, writeBrowser, writeToken } from "../lib/cookie.server";
import { PASSKEY_SCRIPT } from "../lib/policy.server";
import { CodeField, ErrorSummary } from "../ui/field";
import { InputField } from "../ui/input-field";
import { PasskeyForm } from "../ui/passkey-form";

export const handle = { hasPasskeys: true };

export const meta: MetaFunction = () => [{ title: "Вход — консоль клуба" }];

/** The step of the log-in that comes next: log-in and password for a guest. */
export async function loader(call: LoaderFunctionArgs) {
  const step = await findStep(call);
  const none = { secret: "", picture: "", provider: null, passkeyScript: "" };
  if (step === "begin") {
    const { result } = await ask(call, readLogInWays, {}, { token: "" });
    const passkeyScript = result?.has_passkeys ? PASSKEY_SCRIPT : "";
    return { ...none, step, provider: result?.provider ?? null, passkeyScript };
  }
  if (step !== "enrolment") return { ...none, step };
  const { secret, uri } = await need(call, readEnrolment, {});
  const { default: QRCode } = await import("qrcode");
  const picture = await QRCode.toDataURL(uri, { margin: 2, width: 448, errorCorrectionLevel: "M" });
  return { ...none, step, secret: secret.match(/.{4}/g)?.join(" ") ?? secret, picture };
}

async function findStep(call: LoaderFunctionArgs) {
  if (!readToken(call)) return "begin" as const;
  try {
    return (await need(call, readOperator, {})).step;
  } catch (error) {
    if (error instanceof Response) return "begin" as const;
    throw error;
  }
}

export async function action(call: ActionFunctionArgs) {
  const form = await call.request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  switch (text("intent")) {
    case "restart":
      return redirect("/login", { status: 303, headers: { "Set-Cookie": clearToken(call) } });
    case "passkey": {
      const { result, refusal } = await ask(call, finishPasskeyLogIn, { response: text("response") }, { token: "" });
      if (refusal) return showRefusal(refusal);
      return redirect("/", {
        status: 303,
        headers: [
          ["Set-Cookie", writeToken(call, result.access_token)],
          ["Set-Cookie", writeBrowser(call, result.browser)],
        ],
      });
    }
    case "password": {
      const { refusal } = await ask(call, setPassword, { new_password: text("new_password") });
      return refusal ? showRefusal(refusal) : redirect("/login", 303);
    }
    case "enrolment": {
      const { result, refusal } = await ask(call, enrol, { code: text("code") });
      return refusal
        ? showRefusal(refusal)
        : data(
            { login: "", message: "", errors: {} as Record<string, string>, codes: result.recovery_codes },
            { headers: { "Set-Cookie": writeBrowser(call, result.browser) } },
          );
    }
    case "code": {
      const { result, refusal } = await ask(call, confirmCode, { code: text("code") });
      if (refusal) return showRefusal(refusal);
      return redirect("/", { status: 303, headers: { "Set-Cookie": writeBrowser(call, result.browser) } });
    }
    default: {
      const login = text("login");
      const { result, refusal } = await ask(
        call,
        logIn,
        { login, password: text("password"), browser: readBrowser(call) },
        { token: "" },
      );
      if (refusal) return showRefusal(refusal, login);
      const headers = { "Set-Cookie": writeToken(call, result.access_token) };
      return redirect("/login", { status: 303, headers });
    }
  }
}

function showRefusal({ message, fields, status }: Refusal, login = "") {
  return data({ login, message, errors: fields as Record<string, string>, codes: [] as string[] }, status);
}

export default function LoginPage() {
  const { step, secret, picture, provider, passkeyScript } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const errors: Record<string, string> = answer?.errors ?? {};
  if (answer && answer.codes.length > 0) return <RecoveryCodes codes={answer.codes} />;
  if (step === "open") return <LoggedIn />;
  return (
    <div className="card card--narrow">
      <ErrorSummary message={answer?.message} errors={errors} />
      {step === "begin" && (
        <Step title="Вход для операторов" intent="begin" button="Войти">
          <InputField
            name="login"
            label="Логин"
            autoComplete="username"
            value={answer?.login ?? ""}
            error={errors.login}
          />
          <InputField
            name="password"
            label="Пароль"
            type="password"
            autoComplete="current-password"
            error={errors.password}
          />
        </Step>
      )}
      {passkeyScript && <PasskeyForm begin="/login/passkey" button="Войти по ключу доступа" script={passkeyScript} />}
      {provider && (
        <p className="button-row">
          <a className="button button--quiet" href="/login/provider">
            Войти через {provider}
          </a>
        </p>
      )}
      {step === "password" && (
        <Step title="Придумайте свой пароль" intent="password" button="Сохранить пароль">
          <p>Одноразовый пароль больше не понадобится. Свой — не короче 9&nbsp;символов.</p>
          <InputField
            name="new_password"
            label="Новый пароль"
            type="password"
            autoComplete="new-password"
            error={errors.new_password}
          />
        </Step>
      )}
      {step === "enrolment" && (
        <Step title="Настройте приложение для кодов" intent="enrolment" button="Готово">
          <p>Установите на телефон любое приложение для одноразовых кодов и снимите им этот рисунок:</p>
          <img className="qr" src={picture} alt="QR-код для приложения. Ниже тот же ключ буквами." />
          <p>
            Или введите ключ вручную: <code>{secret}</code>
          </p>
          <CodeField error={errors.code} hint="6&nbsp;цифр, которые показывает приложение" />
        </Step>
      )}
      {step === "code" && (
        <Step title="Код из приложения" intent="code" button="Войти">
          <CodeField error={errors.code} hint="6&nbsp;цифр из приложения или один из резервных кодов" />
        </Step>
      )}
      {step !== "begin" && (
        <form method="post">
          <button className="button button--quiet" type="submit" name="intent" value="restart">
            Войти под другим логином
          </button>
        </form>
      )}
    </div>
  );
}

/** The codes of a finished set-up are the answer to its form, so this page can't lead on by itself. */
function LoggedIn() {
  return (
    <div className="card card--narrow">
      <h1>Вы вошли</h1>
      <p>
        <a href="/">Перейти к делам на сегодня</a>
      </p>
    </div>
  );
}

function Step({
  title,
  intent,
  button,
  children,
}: {
  title: string;
  intent: string;
  button: string;
  children: ReactNode;
}) {
  return (
    <>
      <h1>{title}</h1>
      <form className="form" method="post">
        <input type="hidden" name="intent" value={intent} />
        {children}
        <p className="button-row">
          <button className="button" type="submit">
            {button}
          </button>
        </p>
      </form>
    </>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="card card--narrow">
      <h1>Резервные коды</h1>
      <p>
        Они заменят приложение, если телефон потеряется. Каждый работает один раз. Сохраните их сейчас: больше они не
        покажутся.
      </p>
      <ol className="codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p>
        <a className="button" href="/">
          Коды сохранены, продолжить
        </a>
      </p>
    </div>
  );
}
