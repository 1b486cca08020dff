import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { finishProviderLogIn } from "../../contract/operator/calls";
import { ask } from "../lib/api.server";
import { clearFlow, readFlow, writeToken } from "../lib/cookie.server";
import { LogInFailed } from "../ui/log-in-failed";

/**
 * The session's cookie doesn't come with a request that another site has caused, not even after a redirect: the page itself
 * leads on.
 */
export const meta: MetaFunction<typeof loader> = ({ data: answer }) =>
  answer?.message
    ? [{ title: "Вход не удался — консоль клуба" }]
    : [{ title: "Вход — консоль клуба" }, { httpEquiv: "refresh", content: "0;url=/login" }];

/** Where the provider sends the browser back. */
export async function loader(call: LoaderFunctionArgs) {
  const flow = readFlow(call);
  const { search } = new URL(call.request.url);
  const headers = new Headers({ "Set-Cookie": clearFlow(call) });
  if (!flow) {
    const message = "Вход занял больше десяти минут или начат в другом браузере. Начните ещё раз.";
    return data({ message }, { status: 422, headers });
  }
  const { result, refusal } = await ask(call, finishProviderLogIn, { flow, query: search }, { token: "" });
  if (refusal) return data({ message: refusal.message }, { status: refusal.status, headers });
  headers.append("Set-Cookie", writeToken(call, result.access_token));
  return data({ message: "" }, { headers });
}

export default function CallbackPage() {
  const { message } = useLoaderData<typeof loader>();
  if (message) return <LogInFailed message={message} />;
  return (
    <div className="card card--narrow">
      <h1>Вход подтверждён</h1>
      <p>
        <a className="button" href="/login">
          Продолжить
        </a>
      </p>
    </div>
  );
}
