import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { login, logout } from "../../contract/accounts";
import { cacheHeaders } from "../document/cache";
import { confirmPasswordSchema } from "../features/cart/confirm-password.schema.server";
import { ConfirmPasswordForm } from "../features/cart/confirm-password-form";
import { CART_PATH, PASSWORD_PATH } from "../features/cart/paths";
import { requireShopper, type Shopper } from "../features/cart/require-shopper.server";
import { logIn, tokenFaults } from "../session/log-in.server";
import { redirectWithNotice, replyError, replyInvalid, replyRefused } from "../session/reply.server";
import { usePageForm } from "../ui/core/form";
import { PageHeader } from "../ui/core/page";

export const meta: MetaFunction = () => [{ title: "Подтвердите пароль — Клуб" }];
export const headers = cacheHeaders("secret");

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireShopper(args);
  return { login: loginOf(user) };
}

/** Logs the same person in again: the new session has just been given the password. The old one ends, the cart stays. */
export async function action(args: ActionFunctionArgs) {
  const { visit, user } = await requireShopper(args);
  const submission = parseWithZod(await args.request.formData(), { schema: confirmPasswordSchema });
  if (submission.status !== "success") return replyInvalid(submission);
  const answer = await visit.call(login, { login: loginOf(user), ...submission.value });
  if (!answer.ok) return replyRefused(submission, answer.refusal, []);
  const outcome = await logIn(visit, answer.result);
  if (!outcome.cookies) {
    return replyError(submission, outcome.fault === "profile" ? NOT_CONFIRMED : tokenFaults[outcome.fault]);
  }
  await visit.callOptional(logout, {});
  const notice = { kind: "success", text: "Пароль подтверждён. Теперь закажите подарки ещё раз." } as const;
  return redirectWithNotice(CART_PATH, notice, outcome.cookies);
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function PasswordPage() {
  const { login } = useLoaderData<typeof loader>();
  const shell = usePageForm("confirm-password", useActionData<typeof action>(), PASSWORD_PATH);
  return (
    <>
      <PageHeader
        mark={<Link to={CART_PATH}>← Корзина</Link>}
        title="Подтвердите пароль"
        lead="Вы давно вошли, а сумма заказа большая. Введите пароль, чтобы баллы не потратил кто-то другой."
      />
      <div className="card card--narrow">
        <ConfirmPasswordForm shell={shell} login={login} />
      </div>
    </>
  );
}

const NOT_CONFIRMED = "Подтвердить пароль не получилось. Попробуйте ещё раз или напишите в техническую поддержку.";

function loginOf({ email, phone }: Shopper["user"]): string {
  return phone || email;
}
