import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { checkAct, readCatalogue, readRequest } from "../../contract/operator/calls";
import { ask, need } from "../lib/api.server";
import { readToken } from "../lib/cookie.server";
import { ErrorSummary, Field } from "../ui/field";

/** In the address, the checked act whose values the form begins with. No field has a capital letter. */
const FROM = "fromRequest";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [{ title: `${page?.act.title} — консоль клуба` }];

export async function loader(call: LoaderFunctionArgs) {
  const act = await findAct(call);
  const { [FROM]: requestId, ...query } = Object.fromEntries(new URL(call.request.url).searchParams);
  if (!requestId) return { act, values: query };
  const { input } = await need(call, readRequest, { requestId });
  return { act, values: input };
}

export async function action(call: ActionFunctionArgs) {
  // Nobody but an operator makes the server read a large form.
  if (!readToken(call)) throw redirect("/login");
  const actName = call.params.name ?? "";
  const form = [...(await call.request.formData()).entries()];
  const values = Object.fromEntries(form.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  const files = Object.fromEntries(
    form.filter((entry): entry is [string, File] => typeof entry[1] !== "string" && entry[1].size > 0),
  );
  const { result, refusal } = await ask(call, checkAct, { ...values, actName }, { files });
  if (result) throw redirect(`/requests/${result.request_id}`, 303);
  const act = await findAct(call);
  const hasFiles = act.fields.some(({ control }) => control === "file");
  const errors = Object.fromEntries(
    Object.entries(refusal.fields).filter(([name]) => act.fields.some((field) => field.name === name)),
  );
  return data({ values, errors, message: refusal.message, hasFiles }, refusal.status);
}

async function findAct(call: LoaderFunctionArgs) {
  const { acts } = await need(call, readCatalogue, {});
  const act = acts.find(({ name }) => name === call.params.name);
  if (!act) throw new Response("Такого действия нет, или оно недоступно для вашей роли.", { status: 404 });
  return act;
}

export default function ActPage() {
  const { act, values } = useLoaderData<typeof loader>();
  const failed = useActionData<typeof action>();
  const state = { values: failed?.values ?? values, errors: failed?.errors ?? {} };
  return (
    <>
      <h1>{act.title}</h1>
      {act.explanation && <p>{act.explanation}</p>}
      <ErrorSummary
        message={failed?.message}
        errors={state.errors}
        labels={Object.fromEntries(act.fields.map(({ name, label }) => [name, label]))}
      />
      {failed?.hasFiles && <p>Файл выберите ещё раз: браузер не хранит его после отправки.</p>}
      <form className="form" method="post" encType="multipart/form-data">
        {act.fields.map((field) => (
          <Field key={field.name} field={field} {...state} />
        ))}
        <p className="button-row">
          <button className="button" type="submit">
            Проверить
          </button>
        </p>
        <p className="hint">Пока ничего не изменится: сначала вы увидите, что произойдёт.</p>
      </form>
    </>
  );
}
