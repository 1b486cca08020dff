import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { restorePassword } from "../../contract/accounts";
import { goneMessages } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import { PasswordForm } from "../features/recovery/password-form";
import { passwordSchema } from "../features/recovery/recovery.schema.server";
import { answerOnce } from "../session/answer-once.server";
import { clearFlowState, readFlowState } from "../session/flow-state.server";
import { redirectWithNotice, replyError, replyInvalid, replyRefused } from "../session/reply.server";
import { endSession } from "../session/session.server";
import { openVisit } from "../session/visit.server";
import { ButtonLink } from "../ui/core/button";
import { usePageForm } from "../ui/core/form";
import { PageHeader } from "../ui/core/page";

export const meta: MetaFunction = () => [{ title: "Новый пароль — Клуб" }];
export const headers = cacheHeaders("session");

/** Open to everyone: the link may be opened in a browser where somebody is logged in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const link = await readFlowState(request, "recovery");
  return link && { email: link.email };
}

export async function action(args: ActionFunctionArgs) {
  const [visit, link, formData] = await Promise.all([
    openVisit(args),
    readFlowState(args.request, "recovery"),
    args.request.formData(),
  ]);
  const submission = parseWithZod(formData, { schema: passwordSchema });
  if (submission.status !== "success") return replyInvalid(submission);
  if (!link) return replyError(submission, goneMessages.recoveryLink);
  const { new_password } = submission.value;
  const answer = await answerOnce(args.request, visit, "recovery", restorePassword, { ...link, new_password });
  if (!answer.ok) return replyRefused(submission, answer.refusal, ["new_password"]);
  return redirectWithNotice("/login?mode=email", PASSWORD_CHANGED, [clearFlowState("recovery"), ...endSession()]);
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function PasswordPage() {
  const link = useLoaderData<typeof loader>();
  const shell = usePageForm("password", useActionData<typeof action>());
  if (!link) {
    return (
      <PageHeader
        title="Ссылка больше не действует"
        lead="Откройте ссылку из письма ещё раз или запросите новую."
        actions={<ButtonLink to="/recovery">Запросить новую ссылку</ButtonLink>}
      />
    );
  }
  return (
    <>
      <PageHeader title="Новый пароль" lead={`Для участника с e-mail ${link.email}.`} />
      <div className="card card--narrow">
        <PasswordForm shell={shell} email={link.email} />
      </div>
      <p>
        <Link to="/recovery">Запросить новую ссылку</Link>
      </p>
    </>
  );
}

const PASSWORD_CHANGED = {
  kind: "success",
  title: "Пароль изменён",
  text: "Войдите с новым паролем. На других устройствах вход завершён.",
} as const;
