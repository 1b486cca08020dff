import type { LoaderFunctionArgs } from "@remix-run/node";
import { reportColumns } from "../../contract/columns";
import { sendCsvTemplate } from "../lib/csv-template.server";
import { sendXlsxTemplate } from "../lib/xlsx-template.server";
import { requireSession } from "../session/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await requireSession(args, "/dashboard/report");
  const isWorkbook = new URL(args.request.url).searchParams.get("format") === "xlsx";
  return isWorkbook
    ? sendXlsxTemplate(reportColumns, "Шаблон отчёта.xlsx")
    : sendCsvTemplate(reportColumns, "Шаблон отчёта.csv");
}
