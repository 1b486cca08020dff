import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { addCompany } from "../../contract/accounts";
import { companyRules } from "../../contract/field-rules";
import { cacheHeaders } from "../document/cache";
import { CompanyForm } from "../features/registration/company-form";
import { explainRefusal } from "../features/registration/explain-refusal.server";
import { applyLegalAddress, readLookupResult, replyLookup } from "../features/registration/form-lookups.server";
import { isLookup } from "../features/registration/is-lookup.server";
import { companySchema } from "../features/registration/registration.schema.server";
import { withLookupResult } from "../features/registration/registration.server";
import { findOrAddSegment, listSegmentChoices } from "../features/registration/segment.server";
import { PROFILE_PATH } from "../session/access";
import { redirectWithNotice, replyInvalid, replyRefused } from "../session/reply.server";
import { type RouteArgs, requireSession } from "../session/visit.server";
import { usePageForm } from "../ui/core/form";
import { PageHeader } from "../ui/core/page";

export const meta: MetaFunction = () => [{ title: "Новая компания — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireMember(args);
  return { segments: await listSegmentChoices(visit) };
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireMember(args);
  const formData = await args.request.formData();
  await applyLegalAddress(visit, formData);
  if (isLookup(formData)) return replyLookup(visit, formData);
  const submission = parseWithZod(formData, { schema: companySchema(formData), disableAutoCoercion: true });
  const lookup = await readLookupResult(visit, formData);
  if (submission.status !== "success") return withLookupResult(replyInvalid(submission), lookup);
  const { company_segment_other, ...values } = submission.value;
  const segment = await findOrAddSegment(visit, values.company_segment_id, company_segment_other);
  if (!segment.ok) return withLookupResult(replyRefused(submission, segment.refusal, []), lookup);
  const answer = await visit.call(addCompany, { ...values, company_segment_id: segment.id });
  if (!answer.ok) {
    const refused = replyRefused(submission, explainRefusal(answer.refusal), Object.keys(companyRules));
    return withLookupResult(refused, lookup);
  }
  const { company_actual_name_organization: name, company_inn: inn } = values;
  return redirectWithNotice(LIST, { kind: "success", text: `Компания ${name || `с ИНН ${inn}`} добавлена.` });
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function NewCompanyPage() {
  const { segments } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const shell = usePageForm("company", reply, "/dashboard/profile/companies/new", "register");
  return (
    <>
      <PageHeader mark={<Link to={LIST}>← Мои компании</Link>} title="Новая компания" />
      <div className="card card--narrow">
        <CompanyForm shell={shell} reply={reply} segments={segments} />
      </div>
    </>
  );
}

const LIST = "/dashboard/profile/companies";

async function requireMember(args: RouteArgs) {
  const visit = await requireSession(args, "/dashboard/profile");
  if (visit.session.role !== "member") throw redirect(PROFILE_PATH);
  return visit;
}
