import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addPasskey, readOperator, readPasskeys, removePasskey } from "../../contract/operator/calls";
import { ask, need } from "../lib/api.server";
import { readToken } from "../lib/cookie.server";
import { PASSKEY_SCRIPT } from "../lib/policy.server";
import { CodeField, ErrorSummary } from "../ui/field";
import { InputField } from "../ui/input-field";
import { PasskeyForm } from "../ui/passkey-form";

/** The field of the code in the form of a new passkey; the page has another one. */
const NEW_CODE = "new-code";

export const handle = { hasPasskeys: true };

export const meta: MetaFunction = () => [{ title: "Ключи доступа — консоль клуба" }];

export async function loader(call: LoaderFunctionArgs) {
  const { step } = await need(call, readOperator, {});
  if (step !== "open") throw redirect("/login");
  return { ...(await need(call, readPasskeys, {})), script: PASSKEY_SCRIPT };
}

export async function action(call: ActionFunctionArgs) {
  if (!readToken(call)) throw redirect("/login");
  const form = await call.request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const isRemoval = text("intent") === "remove";
  const { refusal } = isRemoval
    ? await ask(call, removePasskey, { passkeyId: Number(text("passkey")), code: text("code") })
    : await ask(call, addPasskey, { name: text("name"), response: text("response"), code: text("code") });
  if (!refusal) return redirect("/passkeys", 303);
  const { code, ...others } = refusal.fields as Readonly<Record<string, string>>;
  const errors: Readonly<Record<string, string>> = {
    ...others,
    ...(code && { [isRemoval ? "code" : NEW_CODE]: code }),
  };
  return data({ name: text("name"), message: refusal.message, errors }, refusal.status);
}

export default function PasskeysPage() {
  const { is_possible, needs_code, passkeys, script } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const errors = answer?.errors ?? {};
  const codeHint = needs_code ? "6\u00a0цифр из приложения или один из резервных кодов" : "";
  return (
    <>
      <ErrorSummary message={answer?.message} errors={errors} />
      <h1>Ключи доступа</h1>
      <p>
        Ключ хранится в телефоне, компьютере или на токене и заменяет пароль с кодом при входе. Потерянный ключ удалите
        здесь: он перестанет действовать сразу.
      </p>
      {passkeys.length === 0 && <p>Ключей пока нет.</p>}
      {passkeys.length > 0 && (
        <form className="card form" method="post">
          <input type="hidden" name="intent" value="remove" />
          <fieldset className="field">
            <legend>Ваши ключи</legend>
            {passkeys.map(({ id, name, created, lastUsed, isBackedUp }) => (
              <label className="choice" key={id}>
                <input type="radio" name="passkey" value={id} required />
                <span>
                  {name}: добавлен {created}, {lastUsed ? `последний вход ${lastUsed}` : "ещё не использован"}
                  {isBackedUp && ", есть копия в облаке"}
                </span>
              </label>
            ))}
          </fieldset>
          {needs_code && <CodeField error={errors.code} hint={codeHint} />}
          <p className="button-row">
            <button className="button button--quiet" type="submit">
              Удалить выбранный
            </button>
          </p>
        </form>
      )}
      {is_possible ? (
        <PasskeyForm begin="/passkeys/begin" button="Добавить ключ" title="Новый ключ" script={script}>
          <InputField
            name="name"
            label="Название, например «Рабочий телефон»"
            autoComplete="off"
            value={answer?.name ?? ""}
            error={errors.name}
          />
          {needs_code && <CodeField id={NEW_CODE} error={errors[NEW_CODE]} hint={codeHint} />}
        </PasskeyForm>
      ) : (
        <p>Новые ключи добавить нельзя: консоль открыта не по имени сайта.</p>
      )}
    </>
  );
}
