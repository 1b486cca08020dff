import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData } from "@remix-run/react";
import { sendRestoreLink } from "../../contract/accounts";
import { cacheHeaders } from "../document/cache";
import { recoverySchema } from "../features/recovery/recovery.schema.server";
import { RECOVERY_LEAD, RecoveryForm } from "../features/recovery/recovery-form";
import { redirectWithNotice, replyInvalid, replyRefused } from "../session/reply.server";
import { requireGuest } from "../session/visit.server";
import { usePageForm } from "../ui/core/form";
import { PageHeader } from "../ui/core/page";

export const meta: MetaFunction = () => [
  { title: "Восстановление пароля — Клуб" },
  { name: "description", content: RECOVERY_LEAD },
];
export const headers = cacheHeaders("guest");

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireGuest(args);
  const submission = parseWithZod(await args.request.formData(), { schema: recoverySchema });
  if (submission.status !== "success") return replyInvalid(submission);
  const answer = await visit.call(sendRestoreLink, submission.value);
  if (answer.ok) return redirectWithNotice("/login", LINK_SENT);
  // §8.10: every refusal is shown at the field.
  const { refusal } = answer;
  return replyRefused(submission, { ...refusal, fields: { login: refusal.message, ...refusal.fields } }, ["login"]);
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function RecoveryPage() {
  const shell = usePageForm("recovery", useActionData<typeof action>(), "/recovery");
  return (
    <>
      <PageHeader title="Забыли пароль?" lead={RECOVERY_LEAD} />
      <div className="card card--narrow">
        <RecoveryForm shell={shell} />
      </div>
      <p>
        Вспомнили? <Link to="/login">Войти</Link>
      </p>
    </>
  );
}

/** The same for participants and others, so that it doesn't reveal who is a participant. */
const LINK_SENT = {
  kind: "success",
  title: "Проверьте почту",
  text: "Если такой участник есть, письмо со ссылкой уже в пути. Откройте ссылку в течение 24\u00a0часов и задайте новый пароль. Письма нет — посмотрите в папке «Спам».",
} as const;
