import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { changePassword, readOperator } from "../../contract/operator/calls";
import { ask, need } from "../lib/api.server";
import { readBrowser, readToken } from "../lib/cookie.server";
import { CodeField, ErrorSummary } from "../ui/field";
import { InputField } from "../ui/input-field";

export const meta: MetaFunction = () => [{ title: "Смена пароля — консоль клуба" }];

export async function loader(call: LoaderFunctionArgs) {
  const { step } = await need(call, readOperator, {});
  if (step !== "open") throw redirect("/login");
  return null;
}

export async function action(call: ActionFunctionArgs) {
  if (!readToken(call)) throw redirect("/login");
  const form = await call.request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const { refusal } = await ask(call, changePassword, {
    password: text("password"),
    new_password: text("new_password"),
    code: text("code"),
    browser: readBrowser(call),
  });
  const errors: Readonly<Record<string, string>> = refusal?.fields ?? {};
  return data({ isChanged: !refusal, message: refusal?.message, errors }, refusal?.status ?? 200);
}

export default function PasswordPage() {
  const answer = useActionData<typeof action>();
  if (answer?.isChanged) return <Changed />;
  const errors = answer?.errors ?? {};
  return (
    <div className="card card--narrow">
      <ErrorSummary message={answer?.message} errors={errors} />
      <h1>Смена пароля</h1>
      <form className="form" method="post">
        <InputField
          name="password"
          label="Нынешний пароль"
          type="password"
          autoComplete="current-password"
          error={errors.password}
        />
        <InputField
          name="new_password"
          label="Новый пароль, не короче 9&nbsp;символов"
          type="password"
          autoComplete="new-password"
          error={errors.new_password}
        />
        <CodeField error={errors.code} hint="Новый код из приложения или один из резервных" />
        <p className="button-row">
          <button className="button" type="submit">
            Сменить пароль
          </button>
        </p>
      </form>
      <p className="button-row">
        <a className="button button--quiet" href="/passkeys">
          Ключи доступа: вход без пароля
        </a>
      </p>
    </div>
  );
}

function Changed() {
  return (
    <div className="card card--narrow">
      <h1>Пароль изменён</h1>
      <p className="notice notice--success" role="status">
        На других устройствах вход завершён.
      </p>
      <p>
        <a className="button" href="/">
          На страницу «Сегодня»
        </a>
      </p>
    </div>
  );
}
