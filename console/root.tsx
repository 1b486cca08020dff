import type { LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, Meta, Outlet, useRouteError, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { readOperator } from "../contract/operator/calls";
import { operatorRoleNames } from "../contract/operator/roles";
import { ask } from "./lib/api.server";
import { readToken } from "./lib/cookie.server";
import { STYLE } from "./lib/policy.server";

/** The style sheet, and who is logged in: null for a guest and for a log-in that isn't complete. */
export async function loader(call: LoaderFunctionArgs) {
  return { style: STYLE, operator: await findOperator(call) };
}

async function findOperator(call: LoaderFunctionArgs) {
  if (!readToken(call)) return null;
  try {
    const { result } = await ask(call, readOperator, {});
    return result?.step === "open" ? result : null;
  } catch (error) {
    // The page's own loader leads to the log-in.
    if (error instanceof Response) return null;
    throw error;
  }
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  return (
    <html lang="ru">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <Meta />
        <style dangerouslySetInnerHTML={{ __html: data?.style ?? "" }} />
      </head>
      <body>
        <header className="bar">
          <div className="page">
            {data?.operator ? <a href="/">Консоль клуба</a> : <b>Консоль клуба</b>}
            {data?.operator && (
              <>
                <p>
                  {data.operator.full_name}, {data.operator.roles.map((role) => operatorRoleNames[role]).join(", ")}
                </p>
                <a href="/password">Сменить пароль</a>
                <form method="post" action="/logout">
                  <button className="button button--quiet" type="submit">
                    Выйти
                  </button>
                </form>
              </>
            )}
          </div>
        </header>
        <main className="page page-body page-main">{children}</main>
      </body>
    </html>
  );
}

export default function Console() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const isKnown = isRouteErrorResponse(error);
  const text = isKnown && typeof error.data === "string" && error.data;
  return (
    <>
      <title>Ошибка — консоль клуба</title>
      <h1>{isKnown && error.status === 404 ? "Здесь ничего нет" : "Не получилось"}</h1>
      <p>{text || (isKnown && error.status === 404 ? "Такой страницы нет." : "Повторите через минуту.")}</p>
      <p>
        <a className="button" href="/">
          На страницу «Сегодня»
        </a>
      </p>
    </>
  );
}
