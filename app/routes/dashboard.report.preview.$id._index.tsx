import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { countReportPreview, discardReportPreview, readReportPreview } from "../../contract/report-previews";
import { cacheHeaders } from "../document/cache";
import { PreviewFacts, PreviewOutcome } from "../features/reports/preview-outcome";
import type { ReportPreviewView } from "../features/reports/report-view";
import { RowErrors } from "../features/reports/row-errors";
import { viewPreview } from "../features/reports/view-preview.server";
import { readConfiguration } from "../lib/configuration.server";
import { readPageNumber } from "../lib/page-number";
import { formatNumber } from "../lib/points";
import { explainMissing } from "../session/explain-missing.server";
import { redirectWithNotice } from "../session/reply.server";
import { requireSession } from "../session/visit.server";
import { Button, ButtonLink, SubmitButton } from "../ui/core/button";
import { FormLayout, usePageForm } from "../ui/core/form";
import { Notice } from "../ui/core/notice";
import { PageHeader, Section } from "../ui/core/page";
import { Pagination } from "../ui/lazy/pagination";
import { RepeatedRows } from "../ui/lazy/repeated-rows";

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
  const answer = await visit.call(countReportPreview, { id });
  if (!answer.ok) return refuse(id, answer.refusal.message);
  return redirectWithNotice(`/dashboard/report/${encodeURIComponent(answer.result.id)}`);
}

export default function ReportPreviewPage() {
  const view = useLoaderData<typeof loader>();
  const back = <Link to="/dashboard/report/">← Все отчёты</Link>;
  if (view.missing) {
    return (
      <>
        <PageHeader mark={back} title={view.missing.title} />
        <Notice
          kind="warning"
          title={view.missing.text}
          action={
            <ButtonLink to="/dashboard/report/" variant="secondary">
              К загрузке отчёта
            </ButtonLink>
          }
        />
      </>
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
  return (
    <>
      <PreviewOutcome preview={preview} />
      {preview.holdReason && (
        <Notice kind="warning" title="Баллы начислятся, когда оператор клуба подтвердит отчёт">
          <p>{preview.holdReason}</p>
        </Notice>
      )}
      <div className="card stack">
        <PreviewFacts preview={preview} />
        <Decision preview={preview} />
      </div>
      {errors.total > 0 && (
        <Section
          title={`${areCut ? "Первые ошибки" : "Ошибки"}: ${formatNumber(errors.total)}`}
          id="errors"
          actions={
            preview.failed > 0 && (
              <ButtonLink
                to={`/dashboard/report/preview/${encodeURIComponent(id)}/errors`}
                variant="secondary"
                small
                reloadDocument
              >
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
    </>
  );
}

function Decision({ preview }: { preview: ReportPreviewView }) {
  const shell = usePageForm("preview", null);
  return (
    <FormLayout shell={shell} label="Решение по отчёту">
      {preview.equal > 0 && (
        <p>
          {`Одинаковых строк: ${formatNumber(preview.equal)}. Каждая посчитается отдельной продажей; если это ошибка, не засчитывайте и загрузите исправленный файл.`}
        </p>
      )}
      <p className="hint">{`Файл хранится до ${preview.keptUntil}, потом клуб его удалит.`}</p>
      <div className="button-row">
        {preview.counted > 0 && (
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
  return redirectWithNotice(`/dashboard/report/preview/${encodeURIComponent(id)}`, { kind: "error", text: message });
}

const MISSING_PREVIEW = {
  goneTitle: "Проверка не найдена",
  goneText: "Этой проверки больше нет. Загрузите файл ещё раз.",
  refusedTitle: "Проверка не открылась",
};
