import type { Db } from "../platform/services";

/** Another text whenever something has changed that every visitor may be shown: links, rules, questions, segments, promotions. */
export async function readContentVersion(db: Db): Promise<string> {
  const { version } = await db.selectFrom("content_version").select("version").executeTakeFirstOrThrow();
  return String(version);
}
