import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { acceptSaleClaim, readReceivedSaleClaim, refuseSaleClaim } from "../../contract/sale-claims";
import { goneMessages } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import { AcceptForm, RefuseForm } from "../features/claims/answer-forms";
import { ClaimDocument, ClaimFacts, SimilarSales } from "../features/claims/claim-card";
import { RECEIVED_CLAIMS } from "../features/claims/claim-paths";
import { requireClaims } from "../features/claims/require-claims.server";
import { viewClaimCard } from "../features/claims/view-claims.server";
import { moscowDay } from "../lib/dates.server";
import { explainMissing } from "../session/explain-missing.server";
import { redirectWithNotice, replyInvalid, replyRefused } from "../session/reply.server";
import { type RouteArgs, requireSession, type Visit } from "../session/visit.server";
import { usePageForm } from "../ui/core/form";
import { Columns, PageHeader, Section } from "../ui/core/page";
import { MissingPage } from "../ui/lazy/missing-page";

export const meta: MetaFunction = () => [{ title: "Заявка о продаже — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireCurator(args);
  const answer = await visit.call(readReceivedSaleClaim, { id: args.params.id ?? "" });
  if (!answer.ok) {
    const { missing, status } = explainMissing(answer.refusal, MISSING_CLAIM);
    return data({ missing }, { status });
  }
  return data({ missing: null, claim: viewClaimCard(answer.result), today: moscowDay(new Date()) });
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireCurator(args);
  const id = args.params.id ?? "";
  const form = await args.request.formData();
  form.set("id", id);
  return form.get("intent") === "refuse" ? refuse(visit, id, form) : accept(visit, id, form);
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function ReceivedClaimPage() {
  const view = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const acceptShell = usePageForm("accept", resultOf("accept", result), undefined, "accept");
  const refuseShell = usePageForm("refuse", resultOf("refuse", result), undefined, "refuse");
  const back = <Link to={RECEIVED_CLAIMS}>← Все заявки</Link>;
  if (view.missing) return <MissingPage back={back} missing={view.missing} />;
  const { claim, today } = view;
  const isOpen = claim.status === "pending";
  return (
    <>
      <PageHeader mark={back} title={`Заявка №\u00a0${claim.id}`} lead={claim.claimant} />
      <ClaimFacts claim={claim} />
      <ClaimDocument claim={claim} />
      <SimilarSales similar={claim.similar} />
      {isOpen && (
        <Columns>
          <Section title="Принять" card>
            <AcceptForm shell={acceptShell} claim={claim} today={today} />
          </Section>
          <Section title="Отклонить" card>
            <RefuseForm shell={refuseShell} />
          </Section>
        </Columns>
      )}
    </>
  );
}

const MISSING_CLAIM = {
  goneTitle: "Заявка не найдена",
  goneText: goneMessages.saleClaim,
  refusedTitle: "Заявка не открылась",
};

async function requireCurator(args: RouteArgs) {
  const visit = await requireSession(args, "/dashboard/report");
  requireClaims("/dashboard/report/");
  return visit;
}

async function accept(visit: Visit, id: string, form: FormData) {
  const submission = parseWithZod(form, { schema: acceptSaleClaim.input, disableAutoCoercion: true });
  if (submission.status !== "success") return replyInvalid(submission);
  const answer = await visit.call(acceptSaleClaim, submission.value);
  if (!answer.ok) return replyRefused(submission, answer.refusal, Object.keys(acceptSaleClaim.input.shape));
  return redirectWithNotice(RECEIVED_CLAIMS, {
    kind: "success",
    title: `Заявка №\u00a0${id} принята`,
    text: "Баллы начислены, участнику уйдёт письмо.",
  });
}

async function refuse(visit: Visit, id: string, form: FormData) {
  const submission = parseWithZod(form, { schema: refuseSaleClaim.input, disableAutoCoercion: true });
  if (submission.status !== "success") return replyInvalid(submission);
  const answer = await visit.call(refuseSaleClaim, submission.value);
  if (!answer.ok) return replyRefused(submission, answer.refusal, Object.keys(refuseSaleClaim.input.shape));
  return redirectWithNotice(RECEIVED_CLAIMS, {
    kind: "success",
    title: `Заявка №\u00a0${id} отклонена`,
    text: "Участник прочтёт причину в письме и на своей странице заявок.",
  });
}

/** The reply to one of the page's two forms. */
function resultOf(intent: "accept" | "refuse", result: SubmissionResult | undefined): SubmissionResult | null {
  return result?.initialValue?.intent === intent ? result : null;
}
