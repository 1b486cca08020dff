import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData } from "@remix-run/react";
import { inviteRules } from "../../contract/field-rules";
import { createInvite } from "../../contract/invites";
import { cacheHeaders } from "../document/cache";
import { InviteForm } from "../features/invites/invite-form";
import { redirectWithNotice, replyInvalid, replyRefused } from "../session/reply.server";
import { requireSession } from "../session/visit.server";
import { usePageForm } from "../ui/core/form";
import { PageHeader } from "../ui/core/page";

export const meta: MetaFunction = () => [{ title: "Новое приглашение — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  await requireSession(args, "/dashboard/invite");
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/invite");
  const submission = parseWithZod(await args.request.formData(), { schema: createInvite.input });
  if (submission.status !== "success") return replyInvalid(submission);
  const answer = await visit.call(createInvite, submission.value);
  if (!answer.ok) return replyRefused(submission, answer.refusal, Object.keys(inviteRules));
  return redirectWithNotice("/dashboard/invite/", {
    kind: "success",
    title: "Приглашение создано",
    text: `Письмо уйдёт на ${submission.value.email} в ближайшие минуты.`,
  });
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function NewInvitePage() {
  const shell = usePageForm("invite", useActionData<typeof action>(), "/dashboard/invite/new");
  return (
    <>
      <PageHeader mark={<Link to="/dashboard/invite/">← Все приглашения</Link>} title="Пригласить по e-mail" />
      <div className="card card--narrow">
        <InviteForm shell={shell} />
      </div>
    </>
  );
}
