import type { LoaderFunctionArgs } from "@remix-run/node";
import { reportColumns } from "../../contract/columns";
import { sendCsvTemplate } from "../lib/csv-template.server";
import { requireSession } from "../session/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await requireSession(args, "/dashboard/report");
  return sendCsvTemplate(reportColumns, "Шаблон отчёта.csv");
}
