import { sql } from "kysely";
import { REPORT_PREVIEW_HOURS } from "../../../contract/report-previews";
import { alias, goneMessages } from "../../../contract/values";
import type { CallContext } from "../../platform/http/endpoint";
import { parseId } from "../../platform/http/parse-id";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Db, Services } from "../../platform/services";

const KEPT_MS = REPORT_PREVIEW_HOURS * 60 * 60 * 1000;

/** Names the sales about which a check asks, and how it has read the file. */
const shownKey = sql<string>`md5(concat_ws(' ', shown, column_names, answers))`;

/** Names a check as a whole, with what has been answered. */
export const checkedKey = sql<string>`md5(concat_ws(' ', shown, column_names, answers, corrections, period, outcome))`;

/** Previews that are older have ended, whether they are deleted yet or not. */
export function oldestPreview({ now }: Pick<Services, "now">): Date {
  return new Date(now().getTime() - KEPT_MS);
}

export function endOfPreview(createdAt: Date): Date {
  return new Date(createdAt.getTime() + KEPT_MS);
}

/**
 * Finds a preview of the curator's own.
 * @param options.isLocked whether its row is locked until the transaction `options.db` ends
 * @throws RefusalError reportUnknown for any other, and for one whose time has passed
 */
export async function requirePreview(
  { services, actor }: Pick<CallContext, "services" | "actor">,
  wireId: string,
  { db = services.db, isLocked = false }: { db?: Db; isLocked?: boolean } = {},
) {
  const preview = await db
    .selectFrom("report_previews")
    .select([
      "id",
      "file_name",
      "content_type",
      "headers",
      "column_names",
      "answers",
      "corrections",
      "period",
      "outcome",
      "report_id",
      "created_at",
    ])
    .select([shownKey.as("shown_key"), checkedKey.as("checked_key")])
    .where("id", "=", parseId(wireId) ?? 0)
    .where("curator_id", "=", actor.id)
    .where("created_at", ">=", oldestPreview(services))
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!preview) throw new RefusalError(alias.reportUnknown, goneMessages.reportPreview);
  return preview;
}
