import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { listReports, reportDetails } from "../../contract/deals";
import { goneMessages, isTaskRunning, REPORT_DETAILS_PER_PAGE, TASK_POLL_MS } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import { findReport } from "../features/reports/find-report.server";
import { ReportOutcome } from "../features/reports/report-outcome";
import { ReportRows } from "../features/reports/report-rows";
import { ReportGauge, ReportStatus } from "../features/reports/report-status";
import type { ReportView } from "../features/reports/report-view";
import {
  explainUnknownState,
  pageErrors,
  pageRows,
  rangeOfPage,
  viewReportHead,
} from "../features/reports/view-reports.server";
import { readConfiguration } from "../lib/configuration.server";
import { readPageNumber } from "../lib/page-number";
import { formatAmount, formatNumber } from "../lib/points";
import { explainMissing } from "../session/explain-missing.server";
import { requireSession, resultOf } from "../session/visit.server";
import { ButtonLink } from "../ui/core/button";
import { Notice } from "../ui/core/notice";
import { PageHeader, Section } from "../ui/core/page";
import { usePolling } from "../ui/core/polling";
import { ReloadWithoutScript } from "../ui/core/reload-without-script";
import { DefinitionList } from "../ui/lazy/definition-list";
import { MissingPage } from "../ui/lazy/missing-page";
import { Pagination } from "../ui/lazy/pagination";
import { RepeatedRows } from "../ui/lazy/repeated-rows";
import { RowErrors } from "../ui/lazy/row-errors";

export const meta: MetaFunction = () => [{ title: "Отчёт — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/report");
  const id = args.params.id ?? "";
  const query = new URL(args.request.url).searchParams;
  const page = readPageNumber(query);
  const { upstreamExtensions } = readConfiguration();
  // Another upstream knows no ranges of rows: it sends all of them.
  const rows = upstreamExtensions ? rangeOfPage(page) : undefined;
  const asked = visit.call(reportDetails, { file_id: id, page: 1, per_page: REPORT_DETAILS_PER_PAGE }, { rows });
  const [{ title, searched }, details] = await Promise.all([
    findReport(
      (input) => visit.call(listReports, input),
      id,
      () => asked.then(({ ok }) => ok),
    ).then(resultOf),
    asked,
  ]);
  if (!details.ok) {
    const { missing, status } = explainMissing(details.refusal, MISSING_REPORT);
    return data({ missing }, { status });
  }
  return data({
    missing: null,
    id,
    report: viewReportHead(title),
    unknownState: explainUnknownState(searched),
    repeats: title?.repeats ?? [],
    leftOutRows: title?.left_out_rows ?? [],
    canDownloadErrors: upstreamExtensions,
    errors: pageErrors(title, readPageNumber(query, "errors")),
    rows: pageRows(details.result, page),
  });
}

export default function ReportDetailsPage() {
  const view = useLoaderData<typeof loader>();
  const back = <Link to="/dashboard/report/">← Все отчёты</Link>;
  if (view.missing) {
    return (
      <MissingPage
        back={back}
        missing={view.missing}
        action={
          <ButtonLink to="/dashboard/report/" variant="secondary" reloadDocument>
            Обновить список отчётов
          </ButtonLink>
        }
      />
    );
  }
  return <Report view={view} back={back} />;
}

function Report({ view, back }: { view: ReportPageView; back: ReactNode }) {
  const { id, unknownState, repeats, leftOutRows } = view;
  const { counted, note, ...rows } = view.rows;
  const { areCut, ...errors } = view.errors;
  const { state: report, running, trouble } = usePolling(view.report, statusPath(id), isReportRunning, TASK_POLL_MS);
  // Nothing is credited then, and what the page tells about it isn't a mistake in a row.
  const isHeld = report?.status === "waiting_approval" || report?.status === "refused";
  return (
    <>
      <PageHeader
        mark={back}
        title={report?.fileName ?? `Отчёт ${id}`}
        actions={
          <ButtonLink to={`${reportPath(id)}/file`} variant="secondary" reloadDocument>
            Скачать исходный файл
          </ButtonLink>
        }
      />
      {trouble && <Notice kind="warning">{trouble}</Notice>}
      {running && <ReloadWithoutScript />}
      {unknownState && <Notice kind="info">{unknownState}</Notice>}
      {report && <ReportOutcome report={report} />}
      {report && <ReportFacts report={report} />}
      {errors.total > 0 && (
        <Section
          title={isHeld ? "Проверка отчёта" : `${areCut ? "Первые ошибки" : "Ошибки"}: ${formatNumber(errors.total)}`}
          id="errors"
          actions={
            !isHeld &&
            Boolean(report?.failed) &&
            view.canDownloadErrors && (
              <ButtonLink to={`${reportPath(id)}/errors`} variant="secondary" small reloadDocument>
                Скачать строки с ошибками
              </ButtonLink>
            )
          }
        >
          {!isHeld && (
            <p className="hint">
              Исправьте эти строки и загрузите весь файл или только их: засчитанное второй раз не посчитается.
            </p>
          )}
          <RowErrors errors={errors.items} caption="Строки, которые не засчитаны" />
          <Pagination {...errors} param="errors" anchor="errors" label="Страницы ошибок" />
        </Section>
      )}
      <RepeatedRows title="Уже учтено" count={report?.repeated ?? 0} repeats={repeats} />
      <RepeatedRows title="Не продажи" count={report?.leftOut ?? 0} repeats={leftOutRows} />
      <Section title={`Засчитано строк: ${formatNumber(counted)}`} id="rows">
        {note && <p>{note}</p>}
        <ReportRows rows={rows.items} empty={<p>Засчитанных строк пока нет.</p>} />
        <Pagination {...rows} anchor="rows" label="Страницы строк" />
      </Section>
    </>
  );
}

function ReportFacts({ report }: { report: ReportView }) {
  return (
    <div className="card stack">
      <DefinitionList
        items={[
          { term: "Загружен", value: report.date },
          { term: "Состояние", value: <ReportStatus report={report} /> },
          { term: "Строк в файле", value: formatAmount(report.lines ?? report.total) },
          { term: "Баллы участникам", value: formatAmount(report.points) },
          ...(report.leftOut ? [{ term: "Не продажи", value: formatAmount(report.leftOut) }] : []),
          ...report.goneFacts,
        ]}
      />
      <ReportGauge report={report} />
      {isTaskRunning(report.status) && (
        <ButtonLink to="." variant="secondary" small>
          Обновить
        </ButtonLink>
      )}
    </div>
  );
}

type ReportPageView = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { missing: null }>;

const reportPath = (id: string) => `/dashboard/report/${encodeURIComponent(id)}`;
const statusPath = (id: string) => `/dashboard/report/status?id=${encodeURIComponent(id)}`;
const isReportRunning = (report: ReportView | null) => report !== null && isTaskRunning(report.status);

const MISSING_REPORT = {
  goneTitle: "Отчёт не найден",
  goneText: goneMessages.report,
  refusedTitle: "Отчёт не открылся",
};
