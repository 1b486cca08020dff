import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { login } from "../../contract/accounts";
import { cacheHeaders } from "../document/cache";
import { loginSchema } from "../features/login/login.schema.server";
import { LoginForm, type LoginMode } from "../features/login/login-form";
import { LoginHelp } from "../features/login/login-help";
import { typedPhone } from "../lib/phone";
import { PROFILE_PATH } from "../session/access";
import { clearFlowState, readFlowState } from "../session/flow-state.server";
import { logIn, tokenFaults } from "../session/log-in.server";
import { redirectWithNotice, replyInvalid, replyRefused } from "../session/reply.server";
import { requireGuest } from "../session/visit.server";
import { usePageForm } from "../ui/core/form";
import { PageHeader } from "../ui/core/page";

export const meta: MetaFunction = () => [
  { title: "Вход — Клуб" },
  { name: "description", content: "Вход в клуб по телефону или e-mail: баланс баллов, подарки, акции и заказы." },
];
export const headers = cacheHeaders("guest");

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args);
  const mode = readMode(args.request);
  const confirmed = mode === "phone" ? await readFlowState(args.request, "confirmed") : null;
  return { mode, phone: confirmed ? typedPhone(confirmed.phone) : "" };
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireGuest(args);
  const submission = parseWithZod(await args.request.formData(), { schema: loginSchema(readMode(args.request)) });
  if (submission.status !== "success") return replyInvalid(submission);
  const answer = await visit.call(login, submission.value);
  // §8.10: every refusal of a login is shown above the form.
  if (!answer.ok) return replyRefused(submission, answer.refusal, []);
  const outcome = await logIn(visit, answer.result);
  if (outcome.cookies) {
    return redirectWithNotice(PROFILE_PATH, undefined, [...outcome.cookies, clearFlowState("confirmed")]);
  }
  const { fault } = outcome;
  return replyRefused(
    submission,
    fault === "profile" ? PROFILE_REFUSED : { ...PROFILE_REFUSED, message: tokenFaults[fault] },
    [],
  );
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function LoginPage() {
  const { mode, phone } = useLoaderData<typeof loader>();
  const shell = usePageForm("login", useActionData<typeof action>(), mode === "email" ? "/login?mode=email" : "/login");
  return (
    <>
      <PageHeader title="Вход в клуб" />
      <div className="card card--narrow">
        <LoginForm shell={shell} mode={mode} phone={phone} />
      </div>
      <LoginHelp />
    </>
  );
}

const PROFILE_REFUSED = {
  status: 403,
  aliases: [],
  message: "Войти не получилось: профиль недоступен. Попробуйте ещё раз или напишите в техническую поддержку.",
  fields: {},
};

function readMode(request: Request): LoginMode {
  return new URL(request.url).searchParams.get("mode") === "email" ? "email" : "phone";
}
