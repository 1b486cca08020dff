import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { acceptAgreement } from "../../contract/accounts";
import { rulesCodes } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import { agreementSchema } from "../features/agreement/agreement.schema.server";
import { AgreementForm, POINTS_AFTER_AGREEMENT } from "../features/agreement/agreement-form";
import { describeFirstPoints } from "../features/agreement/first-points.server";
import { PROFILE_PATH } from "../session/access";
import { redirectWithNotice, replyInvalid, replyRefused } from "../session/reply.server";
import { requireAnyParticipant } from "../session/visit.server";
import { usePageForm } from "../ui/core/form";
import { PageHeader, Section } from "../ui/core/page";
import { readRules, readRulesLink } from "../upstream/content.server";

export const meta: MetaFunction = () => [{ title: "Правила программы — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const { user, participant, caller, handleErrors, optional } = await requireAnyParticipant(args);
  if (user.is_agreement_accepted) throw redirect(PROFILE_PATH);
  const code = participant === "tadam" ? "" : rulesCodes[participant];
  const [documents, link] = await Promise.all([handleErrors(readRules(caller)), optional(readRulesLink(caller, code))]);
  const rules = documents.find((document) => document.code === code);
  return {
    title: rules?.title || "Правила программы",
    paragraphs: (rules?.text ?? "").split(/\n+/).filter(Boolean),
    link: link || "/",
  };
}

export async function action(args: ActionFunctionArgs) {
  const { call, participant } = await requireAnyParticipant(args);
  const submission = parseWithZod(await args.request.formData(), { schema: agreementSchema });
  if (submission.status !== "success") return replyInvalid(submission);
  const answer = await call(acceptAgreement, {});
  if (!answer.ok) return replyRefused(submission, answer.refusal, []);
  // §4.11: a member sees the system-curator dialog next.
  const notice = describeFirstPoints(answer.result, participant);
  return redirectWithNotice(participant === "member" ? "/curator" : PROFILE_PATH, notice);
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function AgreementPage() {
  const { title, paragraphs, link } = useLoaderData<typeof loader>();
  const shell = usePageForm("agreement", useActionData<typeof action>(), "/agreement");
  return (
    <>
      <PageHeader title="Примите правила программы" lead={POINTS_AFTER_AGREEMENT} />
      <Section title={title} card>
        {paragraphs.map((paragraph) =>
          HEADING.test(paragraph) ? <h3 key={paragraph}>{paragraph}</h3> : <p key={paragraph}>{paragraph}</p>,
        )}
        {link !== "/" && (
          <p>
            <a href={link} target="_blank" rel="noopener">
              Правила полностью, PDF
            </a>
          </p>
        )}
      </Section>
      <AgreementForm shell={shell} rulesLink={link} />
    </>
  );
}

/** Headings of the plain text: short numbered lines without a full stop at the end. */
const HEADING = /^\d+\. .{1,60}[^.,;:]$/;
