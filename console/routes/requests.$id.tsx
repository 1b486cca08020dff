import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmAct, decideAct, readRequest } from "../../contract/operator/calls";
import { ask, need } from "../lib/api.server";
import { readToken } from "../lib/cookie.server";
import { addressOf } from "../lib/links";
import { CodeField, ErrorSummary } from "../ui/field";
import { Outcome } from "../ui/outcome";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [{ title: `${page?.act.title} — консоль клуба` }];

export function loader(call: LoaderFunctionArgs) {
  return need(call, readRequest, { requestId: call.params.id ?? "" });
}

export async function action(call: ActionFunctionArgs) {
  if (!readToken(call)) throw redirect("/login");
  const requestId = call.params.id ?? "";
  const form = await call.request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const intent = text("intent");
  const code = text("code");
  const reason = text("reason");
  const seen = text("seen");
  const { result, refusal } =
    intent === "confirm"
      ? await ask(call, confirmAct, { requestId, seen, code })
      : await ask(call, decideAct, { requestId, seen, decision: intent === "yes" ? "yes" : "no", reason, code });
  if (refusal) {
    const { message, fields, status } = refusal;
    return data({ view: null, message: fields.code ? undefined : message, codeError: fields.code, reason }, status);
  }
  return data({ view: result, message: undefined, codeError: undefined, reason });
}

type View = ReturnType<typeof useLoaderData<typeof loader>>;

export default function RequestPage() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const view = answer?.view ?? loaded;
  return (
    <>
      <h1>{view.act.title}</h1>
      <ErrorSummary message={answer?.message} errors={answer?.codeError ? { code: answer.codeError } : {}} />
      {view.state === "done" || view.state === "refused" ? (
        <Done view={view} isOwnAnswer={answer?.view != null} />
      ) : (
        <Open view={view} codeError={answer?.codeError} reason={answer?.reason ?? ""} />
      )}
    </>
  );
}

function Open({ view, codeError, reason }: { view: View; codeError: string | undefined; reason: string }) {
  const isWaiting = view.state === "waiting" || view.may_decide;
  return (
    <>
      {view.state === "changed" && (
        <p className="notice notice--warning" role="alert">
          С тех пор как вы это читали, кое-что изменилось. Ничего не сделано. Прочитайте ещё раз, что произойдёт теперь.
        </p>
      )}
      {isWaiting && (
        <p className="notice">
          {view.may_decide
            ? `Просит ${view.asked_by}. Решаете вы.`
            : `Ждёт второго оператора. Ничего ещё не сделано. ${view.objection}`}
        </p>
      )}
      <section className="card">
        <h2 className="title">Что произойдёт</h2>
        <Outcome outcome={view.outcome} />
        {view.needs_second_operator && <p>Нужно согласие второго оператора. {view.why_second_operator.join(" ")}</p>}
      </section>
      <Typed view={view} />
      {!isWaiting && (
        <form className="form" method="post">
          <input type="hidden" name="seen" value={view.seen} />
          {view.needs_code && <CodeField error={codeError} hint="Из приложения или резервный: действие важное" />}
          <p className="button-row">
            <button className="button" type="submit" name="intent" value="confirm">
              {view.needs_second_operator ? "Попросить второго оператора" : view.act.title}
            </button>
            <a href={`/acts/${view.act.name}?fromRequest=${view.request_id}`}>Изменить</a>
          </p>
        </form>
      )}
      {isWaiting && view.may_decide && (
        <form className="form" method="post">
          <input type="hidden" name="seen" value={view.seen} />
          <div className="field">
            <label htmlFor="reason">
              Причина <span className="field-optional">необязательно</span>
            </label>
            <textarea className="input" id="reason" name="reason" defaultValue={reason} maxLength={500} />
          </div>
          {view.needs_code && <CodeField error={codeError} hint="Для согласия: из приложения или резервный" />}
          <p className="button-row">
            <button className="button" type="submit" name="intent" value="yes">
              Согласиться
            </button>
            <button className="button button--danger" type="submit" name="intent" value="no">
              Отказать
            </button>
          </p>
        </form>
      )}
    </>
  );
}

/** What was typed, under the fields' labels. */
function Typed({ view }: { view: View }) {
  const typed = view.act.fields.flatMap((field) => {
    const value = view.input[field.name];
    if (value === undefined || value === "") return [];
    const choice = field.choices.find((one) => one.value === value)?.label;
    return [{ label: field.label, value: field.control === "flag" ? "да" : (choice ?? value) }];
  });
  if (typed.length === 0) return null;
  return (
    <section className="card">
      <h2 className="title">Что указано</h2>
      <dl className="definition-list">
        {typed.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Done({ view, isOwnAnswer }: { view: View; isOwnAnswer: boolean }) {
  const { outcome, secrets } = view;
  return (
    <>
      <p className="notice notice--success" role="status">
        {view.state === "done" ? "Сделано." : "Действие отклонено, ничего не изменилось."}
      </p>
      {isOwnAnswer && view.state === "done" && (
        <section className="card">
          <Outcome outcome={outcome} />
        </section>
      )}
      {secrets.length > 0 && (
        <section className="card">
          <h2 className="title">Показывается один раз</h2>
          <dl className="definition-list">
            {secrets.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="secret">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <p className="button-row">
        {view.has_file && (
          <a className="button" href={`/files/${view.request_id}`}>
            Скачать файл
          </a>
        )}
        {outcome.link && (
          <a className="button button--secondary" href={addressOf(outcome.link)}>
            Открыть карточку
          </a>
        )}
        <a href="/">На страницу «Сегодня»</a>
      </p>
    </>
  );
}
