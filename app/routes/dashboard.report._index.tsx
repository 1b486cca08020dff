import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { CallReply } from "../../contract/call";
import { importReport, listReports } from "../../contract/deals";
import { previewReport } from "../../contract/report-previews";
import { listReceivedSaleClaims } from "../../contract/sale-claims";
import { alias, isTaskRunning, missingFileMessages, REPORTS_PER_PAGE, TASK_POLL_MS } from "../../contract/values";
import { cacheHeaders } from "../document/cache";
import { RECEIVED_CLAIMS } from "../features/claims/claim-paths";
import { takesClaims } from "../features/claims/require-claims.server";
import { describeColumns } from "../features/reports/columns-form";
import type { ReportListView } from "../features/reports/report-view";
import { ReportsTable } from "../features/reports/reports-table";
import { UploadForm } from "../features/reports/upload-form";
import { viewReportList } from "../features/reports/view-reports.server";
import { readConfiguration } from "../lib/configuration.server";
import { readPageNumber } from "../lib/page-number";
import { formatNumber } from "../lib/points";
import { extractFile } from "../session/extract-file.server";
import { redirectWithNotice, replyRefused } from "../session/reply.server";
import { requireSession } from "../session/visit.server";
import { ButtonLink } from "../ui/core/button";
import { usePageForm } from "../ui/core/form";
import { Notice } from "../ui/core/notice";
import { PageHeader, Section } from "../ui/core/page";
import { usePolling } from "../ui/core/polling";
import { ReloadWithoutScript } from "../ui/core/reload-without-script";
import { Pagination } from "../ui/lazy/pagination";

export const handle = { files: "tables" };
export const meta: MetaFunction = () => [{ title: "Загрузка отчёта — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/report");
  const page = readPageNumber(new URL(args.request.url).searchParams);
  const [reports, waiting] = await Promise.all([
    visit.read(listReports, { page, per_page: REPORTS_PER_PAGE }),
    takesClaims() ? visit.callOptional(listReceivedSaleClaims, { page: 1, per_page: 1, status: "pending" }) : null,
  ]);
  return {
    list: viewReportList(reports, page),
    canPreview: readConfiguration().upstreamExtensions,
    takesClaims: takesClaims(),
    waitingClaims: waiting?.total ?? 0,
  };
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/report");
  const formData = await args.request.formData();
  const file = extractFile(formData, "file");
  const submission = parseWithZod(formData, { schema: z.object({}) });
  if (!file) return replyRefused(submission, NO_FILE, ["file"]);
  // Another upstream needn't know previews.
  const { upstreamExtensions } = readConfiguration();
  const wantsPreview = upstreamExtensions && formData.get("intent") === "preview";
  if (!wantsPreview) {
    const asks = upstreamExtensions && formData.get("equal_rows") !== "count";
    const questions = {
      equal_rows: asks ? ("ask" as const) : undefined,
      corrected_rows: upstreamExtensions ? ("ask" as const) : undefined,
    };
    const answer = await visit.call(importReport, questions, { files: { file } });
    if (answer.ok) return redirectToReport(answer.result);
    const { aliases } = answer.refusal;
    const isAsked = aliases.includes(alias.columnsMissing) || aliases.includes(alias.readingUnclear);
    if (upstreamExtensions && isAsked) {
      const { data: reply, init } = replyRefused(submission, answer.refusal, ["file"]);
      const preview = await visit.call(previewReport, {}, { files: { file } });
      const namedAt = preview.ok ? previewPath(preview.result.id) : undefined;
      return data({ ...reply, namedAt, isUnclear: aliases.includes(alias.readingUnclear) }, init ?? undefined);
    }
    // Equal rows and corrected ones are questions, and the page of the preview asks them.
    const isQuestion = aliases.includes(alias.equalRows) || aliases.includes(alias.correctedRows);
    if (!upstreamExtensions || !isQuestion) return replyRefused(submission, answer.refusal, ["file"]);
  }
  const preview = await visit.call(previewReport, {}, { files: { file } });
  if (!preview.ok) return replyRefused(submission, preview.refusal, ["file"]);
  return redirect(previewPath(preview.result.id), 303);
}

export { clientAction, shouldRevalidate } from "../ui/core/shell/lost-reply";

export default function ReportPage() {
  const { list, canPreview, takesClaims, waitingClaims } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const shell = usePageForm("report", answered, "/dashboard/report");
  const { state, running, trouble } = usePolling(
    list,
    `/dashboard/report/status?page=${list.page}`,
    isAnyRunning,
    TASK_POLL_MS,
  );
  return (
    <>
      <PageHeader
        title="Загрузка отчёта"
        lead="Баллы получат менеджеры и магазины, которые названы в отчёте о продажах."
        actions={
          takesClaims && (
            <ButtonLink to={RECEIVED_CLAIMS} variant={waitingClaims > 0 ? "secondary" : "quiet"}>
              {waitingClaims > 0 ? `Заявки о продажах: ${formatNumber(waitingClaims)}` : "Заявки о продажах"}
            </ButtonLink>
          )
        }
      />
      <div className="card">
        <UploadForm
          shell={shell}
          canPreview={canPreview}
          {...(answered && "namedAt" in answered && { namedAt: answered.namedAt, isUnclear: answered.isUnclear })}
        />
      </div>
      <Section
        title="Загруженные отчёты"
        actions={
          running && (
            <ButtonLink to="/dashboard/report/" variant="secondary" small>
              Обновить
            </ButtonLink>
          )
        }
      >
        {trouble && <Notice kind="warning">{trouble}</Notice>}
        {running && <ReloadWithoutScript />}
        <ReportsTable reports={state.items} />
        <Pagination page={state.page} total={state.total} perPage={state.perPage} label="Страницы списка отчётов" />
      </Section>
    </>
  );
}

const NO_FILE = { status: 400, aliases: [], message: "", fields: { file: missingFileMessages.report } };

const previewPath = (id: string) => `/dashboard/report/preview/${encodeURIComponent(id)}`;

function redirectToReport({ id, column_names }: CallReply<typeof importReport>): Promise<Response> {
  const columns = describeColumns(Object.fromEntries(column_names.map(({ column, name }) => [column, name])));
  const notice = columns
    ? ({
        kind: "info",
        title: "Столбцы распознаны как в прошлый раз",
        text: `${columns}. Назвать их иначе можно кнопкой «Сначала проверить».`,
      } as const)
    : undefined;
  if (id) return redirectWithNotice(`/dashboard/report/${encodeURIComponent(id)}`, notice);
  return redirectWithNotice("/dashboard/report/", {
    kind: "info",
    title: "Отчёт загружен",
    text: "Считаем строки. Что получилось, появится в списке.",
  });
}

function isAnyRunning({ items }: ReportListView): boolean {
  return items.some(({ status }) => isTaskRunning(status));
}
