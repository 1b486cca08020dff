import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { reportColumns, tableAnswers } from "../../contract/columns";
import {
  countReportPreview,
  discardReportPreview,
  nameReportColumns,
  readReportPreview,
} from "../../contract/report-previews";
import { goneMessages } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import { answerCorrections } from "../features/reports/answer-corrections.server";
import { answerPeriod } from "../features/reports/answer-period.server";
import { ColumnsForm, describeColumns } from "../features/reports/columns-form";
import { CorrectionsForm } from "../features/reports/corrections-form";
import { PeriodForm, PeriodSums } from "../features/reports/period-form";
import type { PreviewNotice, ReportPreviewView } from "../features/reports/report-view";
import { viewPreview } from "../features/reports/view-preview.server";
import { readConfiguration } from "../lib/configuration.server";
import { readPageNumber } from "../lib/page-number";
import { formatNumber } from "../lib/points";
import { explainMissing } from "../session/explain-missing.server";
import { redirectWithNotice, replyInvalid, replyRefused } from "../session/reply.server";
import { requireSession, type Visit } from "../session/visit.server";
import { Button, ButtonLink, SubmitButton } from "../ui/core/button";
import { Disclosure } from "../ui/core/disclosure";
import { FormLayout, usePageForm } from "../ui/core/form";
import { Notice } from "../ui/core/notice";
import { PageHeader, Section } from "../ui/core/page";
import { DefinitionList } from "../ui/lazy/definition-list";
import { MissingPage } from "../ui/lazy/missing-page";
import { Pagination } from "../ui/lazy/pagination";
import { RepeatedRows } from "../ui/lazy/repeated-rows";
import { RowErrors } from "../ui/lazy/row-errors";

export const meta: MetaFunction = () => [{ title: "Проверка отчёта — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/report");
  // Another upstream has no previews.
  if (!readConfiguration().upstreamExtensions) throw redirect("/dashboard/report/");
  const id = args.params.id ?? "";
  const answer = await visit.call(readReportPreview, { id });
  if (!answer.ok) {
    const { missing, status } = explainMissing(answer.refusal, MISSING_PREVIEW);
    return data({ missing }, { status });
  }
  const errorsPage = readPageNumber(new URL(args.request.url).searchParams, "errors");
  return data({ missing: null, id, preview: viewPreview(answer.result, errorsPage) });
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/report");
  if (!readConfiguration().upstreamExtensions) throw redirect("/dashboard/report/", 303);
  const id = args.params.id ?? "";
  const formData = await args.request.formData();
  if (formData.get("intent") === "discard") {
    const answer = await visit.call(discardReportPreview, { id });
    // A preview that has ended needn't be discarded.
    if (!answer.ok && answer.refusal.status !== 404) return refuse(id, answer.refusal.message);
    return redirectWithNotice("/dashboard/report/", {
      kind: "info",
      title: "Отчёт не засчитан",
      text: "Файл удалён, баллов никто не получил.",
    });
  }
  if (formData.get("intent") === "columns") return nameColumns(visit, id, formData);
  if (formData.get("intent") === "corrections") {
    const refused = await answerCorrections(visit, id, formData);
    if (!refused) return redirect(previewPath(id), 303);
    return data({ ...refused.data, of: "corrections" as const }, refused.init ?? undefined);
  }
  if (formData.get("intent") === "period") {
    const refused = await answerPeriod(visit, id, formData);
    if (!refused) return redirect(previewPath(id), 303);
    return data({ ...refused.data, of: "period" as const }, refused.init ?? undefined);
  }
  const checked = formData.get("checked");
  const answer = await visit.call(countReportPreview, { id, ...(checked && { checked: String(checked) }) });
  if (!answer.ok) return refuse(id, answer.refusal.message);
  return redirectWithNotice(`/dashboard/report/${encodeURIComponent(answer.result.id)}`);
}

/** A refusal shows the form again with what was chosen. */
async function nameColumns(visit: Pick<Visit, "call">, id: string, formData: FormData) {
  const submission = parseWithZod(formData, { schema: nameReportColumns.input.omit({ id: true }) });
  if (submission.status !== "success") return replyInvalid(submission);
  const answer = await visit.call(nameReportColumns, { id, ...submission.value });
  const fields = [...Object.keys(reportColumns), ...Object.keys(tableAnswers)];
  if (!answer.ok) return replyRefused(submission, answer.refusal, fields);
  return redirect(previewPath(id), 303);
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function ReportPreviewPage() {
  const view = useLoaderData<typeof loader>();
  const back = <Link to="/dashboard/report/">← Все отчёты</Link>;
  if (view.missing) {
    return (
      <MissingPage
        back={back}
        missing={view.missing}
        action={
          <ButtonLink to="/dashboard/report/" variant="secondary">
            К загрузке отчёта
          </ButtonLink>
        }
      />
    );
  }
  const { id, preview } = view;
  return (
    <>
      <PageHeader
        mark={back}
        title={preview.fileName}
        lead={preview.reportId ? undefined : "Проверка отчёта: пока ничего не засчитано."}
      />
      {preview.reportId ? <CountedAlready id={preview.reportId} /> : <Preview id={id} preview={preview} />}
    </>
  );
}

function CountedAlready({ id }: { id: string }) {
  return (
    <Notice
      kind="info"
      title="Этот файл уже отправлен на подсчёт"
      action={
        <ButtonLink to={`/dashboard/report/${encodeURIComponent(id)}`} variant="secondary">
          Открыть отчёт
        </ButtonLink>
      }
    />
  );
}

function Preview({ id, preview }: { id: string; preview: ReportPreviewView }) {
  const { areCut, ...errors } = preview.errors;
  const reply = useActionData<typeof action>();
  const form = reply && "of" in reply ? reply.of : "columns";
  const columns = usePageForm("columns", form === "columns" ? reply : null, undefined, "columns");
  const corrections = usePageForm("corrections", form === "corrections" ? reply : null, undefined, "corrections");
  const period = usePageForm("period", form === "period" ? reply : null, undefined, "period");
  if (preview.needsColumns || preview.needsAnswers) {
    return (
      <>
        <PreviewOutcome notice={preview.notice} />
        <div className="card stack">
          <ColumnsForm shell={columns} preview={preview} />
        </div>
        <Decision preview={preview} />
      </>
    );
  }
  if (preview.corrections.areOpen) {
    return (
      <>
        <PreviewOutcome notice={preview.notice} />
        <div className="card stack">
          <CorrectionsForm shell={corrections} corrections={preview.corrections} />
        </div>
        <Decision preview={preview} />
      </>
    );
  }
  if (preview.period.areOpen) {
    return (
      <>
        <PreviewOutcome notice={preview.notice} />
        <PeriodSums period={preview.period} />
        <div className="card stack">
          <PeriodForm shell={period} period={preview.period} />
        </div>
        <Decision preview={preview} />
      </>
    );
  }
  return (
    <>
      <PreviewOutcome notice={preview.notice} />
      {preview.areColumnsRemembered && (
        <Notice title="Столбцы распознаны как в прошлый раз">
          <p>{`${describeColumns(preview.columns)}.`}</p>
        </Notice>
      )}
      {preview.holdReason && (
        <Notice kind="warning" title="Баллы начислятся, когда оператор клуба подтвердит отчёт">
          <p>{preview.holdReason}</p>
        </Notice>
      )}
      <div className="card stack">
        <DefinitionList items={preview.facts} />
        <Decision preview={preview} />
      </div>
      {preview.period.sums.length > 0 && <PeriodSums period={preview.period} />}
      {errors.total > 0 && (
        <Section
          title={`${areCut ? "Первые ошибки" : "Ошибки"}: ${formatNumber(errors.total)}`}
          id="errors"
          actions={
            preview.failed > 0 && (
              <ButtonLink to={`${previewPath(id)}/errors`} variant="secondary" small reloadDocument>
                Скачать строки с ошибками
              </ButtonLink>
            )
          }
        >
          <RowErrors errors={errors.items} caption="Строки, которые не будут засчитаны" />
          <Pagination {...errors} param="errors" anchor="errors" label="Страницы ошибок" />
        </Section>
      )}
      <RepeatedRows title="Одинаковые строки" count={preview.equal} repeats={preview.equalRows} />
      <RepeatedRows title="Уже учтено" count={preview.repeated} repeats={preview.repeats} />
      <RepeatedRows title="Не продажи" count={preview.leftOut} repeats={preview.leftOutRows} />
      {preview.corrections.total > 0 && (
        <Disclosure
          summary={`Исправленные строки: ${formatNumber(preview.corrections.total)}`}
          open={corrections.result?.status === "error"}
        >
          <CorrectionsForm shell={corrections} corrections={preview.corrections} />
        </Disclosure>
      )}
      <Disclosure summary={preview.period.texts.title} open={period.result?.status === "error"}>
        <PeriodForm shell={period} period={preview.period} />
      </Disclosure>
      <Disclosure summary="Столбцы файла" open={columns.result?.status === "error"}>
        <ColumnsForm shell={columns} preview={preview} />
      </Disclosure>
    </>
  );
}

function PreviewOutcome({ notice }: { notice: PreviewNotice }) {
  return (
    <Notice kind={notice.kind} title={notice.title}>
      {notice.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  );
}

function Decision({ preview }: { preview: ReportPreviewView }) {
  const shell = usePageForm("preview", null, undefined, "count");
  return (
    <FormLayout shell={shell} label="Решение по отчёту">
      <input type="hidden" name="checked" value={preview.checked} />
      {preview.equal > 0 && (
        <p>
          {`Одинаковых строк: ${formatNumber(preview.equal)}. Каждая посчитается отдельной продажей; если это ошибка, не засчитывайте и загрузите исправленный файл.`}
        </p>
      )}
      <p className="hint">{`Файл хранится до ${preview.keptUntil}, потом клуб его удалит.`}</p>
      <div className="button-row">
        {preview.canCount && (
          <SubmitButton shell={shell} name="intent" value="count">
            Засчитать
          </SubmitButton>
        )}
        <Button variant="secondary" name="intent" value="discard">
          Не засчитывать
        </Button>
      </div>
    </FormLayout>
  );
}

/** The page of a preview says by itself what has become of it. */
function refuse(id: string, message: string): Promise<Response> {
  return redirectWithNotice(previewPath(id), { kind: "error", text: message });
}

const previewPath = (id: string) => `/dashboard/report/preview/${encodeURIComponent(id)}`;

const MISSING_PREVIEW = {
  goneTitle: "Проверка не найдена",
  goneText: goneMessages.reportPreview,
  refusedTitle: "Проверка не открылась",
};
