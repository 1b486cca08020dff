import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { addCompany } from "../../contract/accounts";
import { listSegments } from "../../contract/companies";
import { companyRules } from "../../contract/field-rules";
import { cacheHeaders } from "../document/cache";
import { CompanyForm } from "../features/companies/company-form";
import { explainRefusal } from "../features/registration/explain-refusal.server";
import { PROFILE_PATH } from "../session/access";
import { redirectWithNotice, replyInvalid, replyRefused } from "../session/reply.server";
import { type RouteArgs, requireSession } from "../session/visit.server";
import { usePageForm } from "../ui/core/form";
import { PageHeader } from "../ui/core/page";

export const meta: MetaFunction = () => [{ title: "Новая компания — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireMember(args);
  const segments = await visit.read(listSegments, {});
  return { segments: segments.map(({ id, display_name }) => ({ value: id, label: display_name })) };
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireMember(args);
  const submission = parseWithZod(await args.request.formData(), {
    schema: addCompany.input,
    disableAutoCoercion: true,
  });
  if (submission.status !== "success") return replyInvalid(submission);
  const answer = await visit.call(addCompany, submission.value);
  if (!answer.ok) return replyRefused(submission, explainRefusal(answer.refusal), Object.keys(companyRules));
  const { company_actual_name_organization: name, company_inn: inn } = submission.value;
  return redirectWithNotice(LIST, { kind: "success", text: `Компания ${name || `с ИНН ${inn}`} добавлена.` });
}

export default function NewCompanyPage() {
  const { segments } = useLoaderData<typeof loader>();
  const shell = usePageForm("company", useActionData<typeof action>(), "/dashboard/profile/companies/new");
  return (
    <>
      <PageHeader mark={<Link to={LIST}>← Мои компании</Link>} title="Новая компания" />
      <div className="card card--narrow">
        <CompanyForm shell={shell} segments={segments} />
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
