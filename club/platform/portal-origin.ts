import type { Db } from "./services";

const SETTING = "portal_origin";

/** Stores the address of the portal in front of this club, for the links in messages that commands make. */
export async function storePortalOrigin(db: Db, value: string): Promise<void> {
  await db
    .insertInto("settings")
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/** The address of the portal that was started last. Null before the first start. */
export async function readPortalOrigin(db: Db): Promise<string | null> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", SETTING).executeTakeFirst();
  return row?.value ?? null;
}
