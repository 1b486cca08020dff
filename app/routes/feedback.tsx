import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { sendFeedback } from "../../contract/content";
import { cacheHeaders } from "../document/cache";
import { feedbackSchema } from "../features/feedback/feedback.schema.server";
import { FeedbackForm } from "../features/feedback/feedback-form";
import { PROFILE_PATH } from "../session/access";
import { redirectWithNotice, replyInvalid, replyRefused } from "../session/reply.server";
import { readReferrer, readReturnPath } from "../session/return-path.server";
import { loadUser, openVisit } from "../session/visit.server";
import { usePageForm } from "../ui/core/form";
import { PageHeader } from "../ui/core/page";
import { readLinks } from "../upstream/content.server";

export const meta: MetaFunction = () => [
  { title: "Обратная связь — Клуб" },
  { name: "description", content: "Вопрос или предложение клубу через форму обратной связи." },
];
// The page remembers where it was opened, so it isn't the same for all guests.
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await openVisit(args);
  const [user, links] = await Promise.all([loadUser(args, visit), visit.optional(readLinks(visit.caller))]);
  return {
    name: user ? `${user.first_name} ${user.last_name}`.trim() : undefined,
    email: user?.email,
    policyLink: links?.privacy_policy ?? "",
    openedOn: readReferrer(args.request),
  };
}

export async function action(args: ActionFunctionArgs) {
  const visit = await openVisit(args);
  const form = await args.request.formData();
  const submission = parseWithZod(form, { schema: feedbackSchema });
  if (submission.status !== "success") return replyInvalid(submission);
  const { name, email, message } = submission.value;
  const answer = await visit.call(sendFeedback, { name, email, message });
  if (!answer.ok) return replyRefused(submission, answer.refusal, ["name", "email", "message"]);
  return redirectWithNotice(readReturnPath(form.get("to"), visit.session ? PROFILE_PATH : "/"), {
    kind: "success",
    title: "Сообщение отправлено",
    text: `Менеджеры ответят в течение 3\u00a0рабочих дней на ${email}.`,
  });
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function FeedbackPage() {
  const { name, email, policyLink, openedOn } = useLoaderData<typeof loader>();
  const shell = usePageForm("feedback", useActionData<typeof action>(), "/feedback");
  return (
    <>
      <PageHeader
        title="Обратная связь"
        lead={
          <>
            Ответ на частый вопрос, возможно, уже есть на странице{" "}
            <Link to="/q&a/" className="no-break">
              «Вопрос-ответ»
            </Link>
            .
          </>
        }
      />
      <div className="card card--narrow">
        <FeedbackForm shell={shell} name={name} email={email} policyLink={policyLink} openedOn={openedOn} />
      </div>
    </>
  );
}
