import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { managerRegistrationRules } from "../../contract/field-rules";
import { IS_ALLOW_EMAIL_NOTIFY } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import { redirectInDialog } from "../features/dialogs/redirect-in-dialog";
import { searchDistributors } from "../features/registration/distributors.server";
import { explainRefusal } from "../features/registration/explain-refusal.server";
import { isLookup } from "../features/registration/is-lookup.server";
import { ManagerForm } from "../features/registration/manager-form";
import { managerSchema } from "../features/registration/registration.schema.server";
import {
  listShownFields,
  loadOrigin,
  loadRegistrationView,
  registerPerson,
  relateTo,
  replyLinkGone,
  sendRegistrationView,
  withLookupResult,
} from "../features/registration/registration.server";
import { RegistrationPage } from "../features/registration/registration-page";
import { redirectWithNotice, replyInvalid, replyRefused } from "../session/reply.server";
import { requireGuest } from "../session/visit.server";
import { usePageForm } from "../ui/core/form";

export const meta: MetaFunction = () => [
  { title: "Регистрация менеджера — Клуб" },
  { name: "description", content: "Анкета менеджера по продажам дистрибьютора: займёт около минуты." },
];
export const headers = cacheHeaders("guest");

export { shouldRevalidate } from "../features/registration/should-revalidate";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireGuest(args);
  return sendRegistrationView(await loadRegistrationView(visit, args.request, "manager"));
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireGuest(args);
  const formData = await args.request.formData();
  const lookup = await searchDistributors(visit, String(formData.get("distributor_search") ?? "").trim());
  if (isLookup(formData)) {
    return data({ ...parseWithZod(formData, { schema: z.object({}) }).reply(), lookup });
  }
  const { origin, linkError } = await loadOrigin(visit, args.request, "manager");
  const submission = parseWithZod(formData, { schema: managerSchema(origin !== null), disableAutoCoercion: true });
  if (linkError) return withLookupResult(replyLinkGone(submission, linkError), lookup);
  if (submission.status !== "success") return withLookupResult(replyInvalid(submission), lookup);

  const { curator, policy: _, dataAgreement: __, ...values } = submission.value;
  const registered = await registerPerson(visit, {
    ...values,
    ...origin?.payload,
    user_role: "manager",
    related_to_user_id: relateTo(curator, origin),
    is_allow_email_notify: IS_ALLOW_EMAIL_NOTIFY,
  });
  if (registered.ok) return redirectWithNotice("/activation", registered.notice, registered.cookies);
  const refusal = explainRefusal(registered.refusal);
  return withLookupResult(
    replyRefused(submission, refusal, listShownFields(managerRegistrationRules, origin), {
      related_to_user_id: "curator",
    }),
    lookup,
  );
}

export const clientAction = redirectInDialog;

export default function ManagerRegistrationPage() {
  const view = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const shell = usePageForm("sales", reply, "/register/manager", "register");
  return (
    <RegistrationPage
      title="Регистрация менеджера"
      lead="Для менеджеров по продажам дистрибьютора. Займёт около минуты."
    >
      <ManagerForm shell={shell} reply={reply} {...view} />
    </RegistrationPage>
  );
}
