import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sendPhoneCode } from "../../contract/accounts";
import { cacheHeaders } from "../document/cache";
import { redirectInDialog } from "../features/dialogs/redirect-in-dialog";
import { activationSchema } from "../features/registration/activation.schema.server";
import {
  endActivation,
  readActivation,
  secondsToWait,
  startActivation,
} from "../features/registration/activation.server";
import {
  CodeForm,
  NotRegistered,
  PhoneForm,
  ResendForm,
  SentTo,
  WrongNumber,
} from "../features/registration/activation-form";
import { formatWait } from "../features/registration/countdown";
import { RegistrationSteps } from "../features/registration/registration-steps";
import { formatPhone } from "../lib/phone";
import { setFlowState } from "../session/flow-state.server";
import { redirectWithNotice, replyError, replyInvalid, replyRefused } from "../session/reply.server";
import { requireGuest } from "../session/visit.server";
import { usePageForm } from "../ui/core/form";
import { PageHeader } from "../ui/core/page";

export const meta: MetaFunction = () => [
  { title: "Подтверждение телефона — Клуб" },
  { name: "description", content: "Код из СМС подтверждает телефон и завершает вступление в клуб." },
];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args);
  const activation = await readActivation(args.request);
  if (!activation) return null;
  return { phone: formatPhone(activation.phone), wait: secondsToWait(activation), resendAt: activation.resendAt };
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireGuest(args);
  const [formData, activation] = await Promise.all([args.request.formData(), readActivation(args.request)]);
  const submission = parseWithZod(formData, { schema: activationSchema });
  if (submission.status !== "success") return replyInvalid(submission);
  const { value } = submission;
  if (value.intent !== "start" && !activation) return replyError(submission, PHONE_UNKNOWN);

  if (value.intent === "confirm" && activation) {
    const answer = await visit.call(sendPhoneCode, { phone: activation.phone, code: value.code });
    if (!answer.ok) return replyRefused(submission, answer.refusal, ["code"]);
    // The login form has the phone already; an address would be kept by history and logs.
    const confirmed = await setFlowState("confirmed", { phone: activation.phone });
    return redirectWithNotice("/login", describeActivated(activation.mailbox), [endActivation(), confirmed]);
  }
  if (value.intent !== "start" && activation && secondsToWait(activation) > 0) {
    const wait = formatWait(secondsToWait(activation));
    return replyError(submission, `Отправить код ещё раз можно через ${wait}.`);
  }
  const phone = value.intent === "start" ? value.phone : (activation?.phone ?? "");
  const { cookie, refusal } = await startActivation(visit, phone, value.intent === "start" ? "" : activation?.mailbox);
  if (refusal) return replyRefused(submission, refusal, ["phone"]);
  return redirectWithNotice("/activation", { kind: "info", text: "Отправили код. Он придёт в течение минуты." }, [
    cookie,
  ]);
}

export const clientAction = redirectInDialog;

export { shouldRevalidate } from "../lib/lost-reply";

export default function ActivationPage() {
  const view = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const sent = result?.initialValue?.intent;
  const code = usePageForm("activation", sent === "confirm" ? result : undefined, undefined, "confirm");
  const resend = usePageForm("resend", sent === "resend" ? result : undefined, undefined, "resend");
  const start = usePageForm("activation-phone", sent === "start" ? result : undefined, undefined, "start");
  if (!view) {
    return (
      <>
        <PageHeader
          title="Подтвердите телефон"
          lead="Отправим СМС с кодом на телефон, с которым вы зарегистрировались. Затем пришлём логин и пароль на e-mail."
        />
        <div className="card card--narrow">
          <PhoneForm shell={start} />
        </div>
        <NotRegistered />
      </>
    );
  }
  return (
    <>
      <PageHeader title="Подтвердите телефон" lead={<SentTo phone={view.phone} />} />
      <RegistrationSteps current={2} />
      <div className="card card--narrow">
        <CodeForm shell={code} />
        <ResendForm shell={resend} wait={view.wait} resendAt={view.resendAt} />
      </div>
      <WrongNumber />
    </>
  );
}

/** §4.9 */
function describeActivated(mailbox: string) {
  return {
    kind: "success",
    title: "Телефон подтверждён",
    text: `Войдите с логином и паролем, которые мы отправили на ${mailbox || "ваш e-mail"}, и примите правила программы. Баллы начисляются только после этого.`,
  } as const;
}

const PHONE_UNKNOWN = "Прошло много времени, и мы забыли номер. Укажите телефон ещё раз.";
