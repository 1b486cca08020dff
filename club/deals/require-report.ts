import { alias } from "../../contract/values";
import type { CallContext } from "../http/endpoint";
import { parseId } from "../http/parse-id";
import { RefusalError } from "../http/refusal-error";

/** Finds the curator's own report. @throws RefusalError reportUnknown for any other (§8.6) */
export async function requireReport({ services, actor }: CallContext, wireId: string) {
  const id = parseId(wireId);
  const report =
    id === null
      ? undefined
      : await services.db
          .selectFrom("report_files")
          .select(["id", "file_name", "content_type"])
          .where("id", "=", id)
          .where("curator_id", "=", actor.id)
          .executeTakeFirst();
  if (!report) throw new RefusalError(alias.reportUnknown, "Этого отчёта больше нет. Обновите список.");
  return report;
}
