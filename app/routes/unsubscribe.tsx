import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { unsubscribe } from "../../contract/accounts";
import { UNSUBSCRIBED_MESSAGE } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import { PROFILE_PATH } from "../session/access";
import { answerOnce } from "../session/answer-once.server";
import { clearFlowState, readFlowState } from "../session/flow-state.server";
import { redirectWithNotice } from "../session/reply.server";
import { openVisit } from "../session/visit.server";
import { ButtonLink } from "../ui/core/button";
import { usePageForm } from "../ui/core/form";
import { PageHeader } from "../ui/core/page";
import { OneButtonForm } from "../ui/lazy/one-button-form";

export const meta: MetaFunction = () => [{ title: "Отписка от рассылки — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader({ request }: LoaderFunctionArgs) {
  return { hasLink: (await readFlowState(request, "unsubscribe")) !== null };
}

/** §2.4.4. It is a POST so that mail scanners that follow links unsubscribe nobody. */
export async function action(args: ActionFunctionArgs) {
  const visit = await openVisit(args);
  const link = await readFlowState(args.request, "unsubscribe");
  if (!link) return data({ error: { "": [LINK_GONE] } }, { status: 422 });
  const answer = await answerOnce(args.request, visit, "unsubscribe", unsubscribe, link);
  if (!answer.ok) return data({ error: { "": [answer.refusal.message] } }, { status: 422 });
  const notice = { kind: "success", text: UNSUBSCRIBED_MESSAGE } as const;
  return redirectWithNotice(visit.session ? PROFILE_PATH : "/", notice, [clearFlowState("unsubscribe")]);
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function UnsubscribePage() {
  const { hasLink } = useLoaderData<typeof loader>();
  const shell = usePageForm("unsubscribe", useActionData<typeof action>(), "/unsubscribe");
  if (!hasLink) {
    return (
      <PageHeader title="Ссылка не найдена" lead={LINK_GONE} actions={<ButtonLink to="/">На главную</ButtonLink>} />
    );
  }
  return (
    <>
      <PageHeader title="Отписаться от рассылки?" lead="Письма о паролях и заказах будут приходить по-прежнему." />
      <OneButtonForm shell={shell} autoSubmit>
        Отписаться
      </OneButtonForm>
    </>
  );
}

const LINK_GONE = "Откройте ссылку для отписки из письма ещё раз.";
