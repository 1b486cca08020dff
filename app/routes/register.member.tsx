import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { memberRegistrationRules } from "../../contract/field-rules";
import { IS_ALLOW_EMAIL_NOTIFY } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import { redirectInDialog } from "../features/dialogs/redirect-in-dialog";
import { describeConflict, TOLD_CONFLICT } from "../features/registration/distributor-conflict";
import { listDistributorChoices } from "../features/registration/distributors.server";
import { explainRefusal } from "../features/registration/explain-refusal.server";
import {
  applyLegalAddress,
  findChosenManager,
  readLookupResult,
  replyLookup,
} from "../features/registration/form-lookups.server";
import { isLookup } from "../features/registration/is-lookup.server";
import { MemberForm } from "../features/registration/member-form";
import { memberSchema } from "../features/registration/registration.schema.server";
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
import { findOrAddSegment, listSegmentChoices } from "../features/registration/segment.server";
import { listHiddenFields, redirectWithNotice, replyError, replyInvalid, replyRefused } from "../session/reply.server";
import { requireGuest, type Visit } from "../session/visit.server";
import type { Choice } from "../ui/core/choice-field";
import { usePageForm } from "../ui/core/form";

export const meta: MetaFunction = () => [
  { title: "Регистрация магазина или сервиса — Клуб" },
  { name: "description", content: "Анкета магазина запчастей или автосервиса: займёт около трёх минут." },
];
export const headers = cacheHeaders("guest");

export { shouldRevalidate } from "../features/registration/should-revalidate";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireGuest(args);
  const [segments, view] = await Promise.all([
    listSegmentChoices(visit),
    loadRegistrationView(visit, args.request, "member"),
  ]);
  return sendRegistrationView({ ...view, segments });
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireGuest(args);
  const formData = await args.request.formData();
  await applyLegalAddress(visit, formData);
  if (isLookup(formData)) {
    return replyLookup(visit, formData);
  }
  const { origin, linkError } = await loadOrigin(visit, args.request, "member");
  const submission = parseWithZod(formData, {
    schema: memberSchema(origin?.link ?? null, formData),
    disableAutoCoercion: true,
  });
  const earlier = await readLookupResult(visit, formData);
  if (linkError) return withLookupResult(replyLinkGone(submission, linkError), earlier);
  if (submission.status !== "success") return withLookupResult(replyInvalid(submission), earlier);

  const { manager_contact, curator, company_segment_other, policy: _, dataAgreement: __, ...values } = submission.value;
  const chosen = manager_contact ? await findChosenManager(visit, manager_contact) : null;
  const lookup = { ...earlier, manager: chosen?.manager ?? "", managerCompany: chosen?.company ?? "" };
  if (chosen && chosen.id === null) {
    const fieldErrors = { manager_contact: [chosen.managerError] };
    return data(
      { ...submission.reply({ fieldErrors, hideFields: listHiddenFields(submission) }), lookup },
      { status: 422 },
    );
  }
  const conflict = chosen ? await findConflict(visit, curator, chosen.company, earlier.distributors) : "";
  if (conflict && formData.get(TOLD_CONFLICT) !== conflict) {
    const told = `${conflict} Или отправьте анкету ещё раз.`;
    return withLookupResult(replyError(submission, told), lookup);
  }
  const segment = await findOrAddSegment(visit, values.company_segment_id, company_segment_other);
  if (!segment.ok) return withLookupResult(replyRefused(submission, segment.refusal, []), lookup);
  const registered = await registerPerson(visit, {
    ...values,
    ...origin?.payload,
    user_role: "member",
    company_segment_id: segment.id,
    related_to_user_id: relateTo(chosen?.id || curator, origin),
    is_allow_email_notify: IS_ALLOW_EMAIL_NOTIFY,
  });
  if (!registered.ok) {
    return withLookupResult(
      replyRefused(
        submission,
        explainRefusal(registered.refusal),
        listShownFields(memberRegistrationRules, origin),
        RENAMED,
      ),
      lookup,
    );
  }
  return redirectWithNotice("/activation", registered.notice, registered.cookies);
}

export const clientAction = redirectInDialog;

export default function MemberRegistrationPage() {
  const view = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const shell = usePageForm("retail", reply, "/register/member", "register");
  return (
    <RegistrationPage
      title="Регистрация магазина или сервиса"
      lead="Для магазинов и автосервисов. Займёт около трёх минут."
    >
      <MemberForm shell={shell} reply={reply} {...view} />
    </RegistrationPage>
  );
}

const RENAMED = { related_to_user_id: "curator" };

/** What has to be told before a chosen distributor gives way to the manager's. */
async function findConflict(visit: Visit, curator: string, company: string, found: readonly Choice[] | null) {
  const listed = curator && company ? await listDistributorChoices(visit) : null;
  return describeConflict(listed ?? found ?? [], curator, company);
}
