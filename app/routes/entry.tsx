import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loginByRedirect } from "../../contract/accounts";
import { cacheHeaders } from "../document/cache";
import { clearCart } from "../features/cart/cart-cookie.server";
import { PROFILE_PATH } from "../session/access";
import { answerOnce } from "../session/answer-once.server";
import { clearFlowState, readFlowState } from "../session/flow-state.server";
import { logIn, tokenFaults } from "../session/log-in.server";
import { redirectWithNotice } from "../session/reply.server";
import { openVisit } from "../session/visit.server";
import { ButtonLink } from "../ui/core/button";
import { usePageForm } from "../ui/core/form";
import { PageHeader } from "../ui/core/page";
import { OneButtonForm } from "../ui/lazy/one-button-form";

export const meta: MetaFunction = () => [{ title: "Вход по ссылке — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const { session } = await openVisit(args);
  return { hasToken: (await readFlowState(args.request, "entry")) !== null, isLoggedIn: session !== null };
}

/** §2.4.5. It is a POST so that link previews don't use up the token and nobody is logged in unintentionally. */
export async function action(args: ActionFunctionArgs) {
  const visit = await openVisit(args);
  const link = await readFlowState(args.request, "entry");
  if (!link) return data({ error: { "": [TOKEN_GONE] } }, { status: 422 });
  const answer = await answerOnce(args.request, visit, "entry", loginByRedirect, link);
  if (!answer.ok) return data({ error: { "": [answer.refusal.message] } }, { status: 422 });
  const outcome = await logIn(visit, answer.result);
  if (!outcome.cookies) {
    const message = outcome.fault === "profile" ? TOKEN_GONE : tokenFaults[outcome.fault];
    return data({ error: { "": [message] } }, { status: 403 });
  }
  // The cart may belong to the participant who was logged in before.
  const cartCookies = visit.session ? [clearCart()] : [];
  return redirectWithNotice(PROFILE_PATH, undefined, [...outcome.cookies, clearFlowState("entry"), ...cartCookies]);
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function EntryPage() {
  const { hasToken, isLoggedIn } = useLoaderData<typeof loader>();
  const shell = usePageForm("entry", useActionData<typeof action>(), "/entry");
  if (!hasToken) {
    const actions = <ButtonLink to="/login">Войти по паролю</ButtonLink>;
    return <PageHeader title="Ссылка больше не действует" lead={TOKEN_GONE} actions={actions} />;
  }
  const lead = isLoggedIn
    ? "Вы уже в клубе. Если продолжить, вы войдёте как участник, для которого сделана ссылка."
    : "Осталось нажать кнопку.";
  return (
    <>
      <PageHeader title="Вход в клуб по ссылке" lead={lead} />
      <OneButtonForm shell={shell} autoSubmit={!isLoggedIn}>
        Войти в клуб
      </OneButtonForm>
    </>
  );
}

const TOKEN_GONE = "Ссылка для входа действует несколько минут и только один раз. Войдите по паролю.";
