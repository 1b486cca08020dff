import type { LoaderFunctionArgs } from "@remix-run/node";
import { writeReportTemplate } from "../features/reports/report-columns";
import { requireSession } from "../session/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await requireSession(args, "/dashboard/report");
  return new Response(writeReportTemplate(), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="report-template.csv"',
      "Cache-Control": "private, no-cache",
    },
  });
}
