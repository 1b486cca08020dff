import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { sendRestoreLink } from "../../contract/accounts";
import { changePassword, endAllSessions, endSession, listSessions } from "../../contract/extensions";
import type { Refusal } from "../../contract/reply";
import { cacheHeaders } from "../document/cache";
import { clearCart } from "../features/cart/cart-cookie.server";
import { ChangePasswordForm } from "../features/security/change-password-form";
import { RestoreLinkForm } from "../features/security/restore-link-form";
import { changePasswordSchema } from "../features/security/security.schema.server";
import { SECURITY_PATH } from "../features/security/security-path";
import { SessionsTable } from "../features/security/sessions-table";
import { viewTemporaryPassword } from "../features/security/temporary-password.server";
import { TemporaryPasswordNotice } from "../features/security/temporary-password-notice";
import { viewSessions } from "../features/security/view-sessions.server";
import { readConfiguration } from "../lib/configuration.server";
import { PROFILE_PATH } from "../session/access";
import { redirectWithNotice, replyInvalid, replyRefused } from "../session/reply.server";
import { endSession as clearSession, forgetSessionEnd } from "../session/session.server";
import { type ParticipantVisit, requireParticipant } from "../session/visit.server";
import { Button } from "../ui/core/button";
import { usePageForm } from "../ui/core/form";
import { PageHeader, Section } from "../ui/core/page";

export const meta: MetaFunction = () => [{ title: "Пароль и входы — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireParticipant(args, "/dashboard/profile");
  // Another upstream changes passwords by mailed links only.
  const sessions = readConfiguration().upstreamExtensions ? await visit.callOptional(listSessions, {}) : null;
  return {
    login: visit.user.email || visit.user.phone,
    email: visit.user.email,
    temporaryPassword: viewTemporaryPassword(visit.user),
    sessions: sessions && viewSessions(sessions),
  };
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireParticipant(args, "/dashboard/profile");
  const formData = await args.request.formData();
  const intent = formData.get("intent");
  if (intent === "link") return mailLink(visit);
  // A page that was opened before the setting was turned off.
  if (!readConfiguration().upstreamExtensions) return redirect(SECURITY_PATH, 303);
  switch (intent) {
    case "end":
      return endOne(visit, String(formData.get("session_id") || "0"));
    case "end-all":
      return endAll(visit);
    default:
      return savePassword(visit, formData);
  }
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function SecurityPage() {
  const { login, email, temporaryPassword, sessions } = useLoaderData<typeof loader>();
  const shell = usePageForm("password", useActionData<typeof action>(), SECURITY_PATH, "password");
  return (
    <>
      <PageHeader mark={<Link to={PROFILE_PATH}>← Профиль</Link>} title="Пароль и входы" />
      {temporaryPassword && <TemporaryPasswordNotice {...temporaryPassword} />}
      {sessions ? (
        <>
          <Section title="Смена пароля">
            <div className="card card--narrow">
              <ChangePasswordForm shell={shell} login={login} />
            </div>
            <p>Не помните нынешний? Пришлём на {email || "e-mail"} ссылку, по которой можно задать новый.</p>
            <RestoreLinkForm variant="quiet" />
          </Section>
          <Section title="Где вы вошли">
            <SessionsTable sessions={sessions} />
            <p>Увидели чужое устройство — выйдите на нём и смените пароль.</p>
            <Form method="post" action={SECURITY_PATH}>
              <Button variant="secondary" name="intent" value="end-all">
                Выйти на всех устройствах
              </Button>
            </Form>
          </Section>
        </>
      ) : (
        <Section title="Смена пароля">
          <p>Пришлём на {email || "e-mail"} ссылку, по которой можно задать новый пароль.</p>
          <RestoreLinkForm variant="primary" />
        </Section>
      )}
    </>
  );
}

async function savePassword(visit: ParticipantVisit, formData: FormData) {
  const submission = parseWithZod(formData, { schema: changePasswordSchema });
  if (submission.status !== "success") return replyInvalid(submission);
  const answer = await visit.call(changePassword, submission.value);
  if (!answer.ok) return replyRefused(submission, answer.refusal, ["current_password", "new_password"]);
  return redirectWithNotice(SECURITY_PATH, PASSWORD_CHANGED);
}

async function endOne(visit: ParticipantVisit, session_id: string) {
  const answer = await visit.call(endSession, { session_id });
  if (!answer.ok) return redirectWithRefusal(answer.refusal);
  return redirectWithNotice(SECURITY_PATH, { kind: "success", text: "На том устройстве вход завершён." });
}

async function endAll(visit: ParticipantVisit) {
  const answer = await visit.call(endAllSessions, {});
  if (!answer.ok) return redirectWithRefusal(answer.refusal);
  const notice = { kind: "success", text: "Вы вышли на всех устройствах." } as const;
  return redirectWithNotice("/", notice, [...clearSession(), forgetSessionEnd(), clearCart()]);
}

async function mailLink(visit: ParticipantVisit) {
  const answer = await visit.call(sendRestoreLink, { login: visit.user.email || visit.user.phone });
  return answer.ok ? redirectWithNotice(SECURITY_PATH, LINK_SENT) : redirectWithRefusal(answer.refusal);
}

function redirectWithRefusal({ message: text }: Refusal) {
  return redirectWithNotice(SECURITY_PATH, { kind: "error", text });
}

const PASSWORD_CHANGED = {
  kind: "success",
  title: "Пароль изменён",
  text: "На других устройствах вход завершён.",
} as const;

const LINK_SENT = {
  kind: "success",
  title: "Проверьте почту",
  text: "Письмо со ссылкой уже в пути. Письма нет — посмотрите в папке «Спам».",
} as const;
