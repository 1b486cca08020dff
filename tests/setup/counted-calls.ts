import type { TestClub } from "./club";

/** Sets how many calls have been counted under a key, which a first call has made. */
export async function setCountedCalls({ db }: TestClub, key: string, count: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("rate_limits")
    .set({ count })
    .where("key", "=", key)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`No call was counted as ${key}`);
}
