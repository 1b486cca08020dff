import { sql } from "kysely";

import { alias } from "../../../contract/values";
import type { Db, Services } from "../services";
import { formatWait } from "./format-wait";
import { networkOf } from "./network-address";
import { RefusalError } from "./refusal-error";

export interface RateLimit {
  /** Calls allowed in one window. */
  readonly max: number;
  /** Length of the window, from its first call. */
  readonly seconds: number;
  /** The message of the refusal; the time to wait is added to it. */
  readonly message?: string;
}

/**
 * Counts one call under a key, such as `login:79000000001`, and refuses it when the window has no calls left. Counting is
 * atomic, so simultaneous calls can't exceed the limit. Pass the database, not a transaction that may be rolled back.
 *
 * @throws RefusalError(tooOften) with the seconds to wait
 */
export async function limitRate(db: Db, services: Services, key: string, limit: RateLimit): Promise<void> {
  const { count, wait } = await countRate(db, services, key, limit.seconds);
  if (count <= limit.max) return;
  const message = limit.message ?? "Слишком много попыток.";
  throw new RefusalError(alias.tooOften, `${message} Попробуйте ещё раз через ${formatWait(wait)}.`, undefined, wait);
}

/** A limit that stands beside its call, in the options of `endpoint`. It counts before the handler runs. */
export interface CallLimit<Input, Context> extends RateLimit {
  /** What the count is called. Calls with one name share it. */
  readonly name: string;
  /** Whose calls are counted together: those of a network, if it is known, or those for which this says the same. */
  readonly by: "address" | ((input: Input, context: Context) => string);
}

/** Counts a call by its limit. @throws RefusalError(tooOften) */
export async function limitCall<Input, Context extends { readonly services: Services; readonly address: string }>(
  limit: CallLimit<Input, Context>,
  input: Input,
  context: Context,
): Promise<void> {
  const { services, address } = context;
  if (limit.by === "address") await limitAddress(services, limit.name, address, limit);
  else await limitRate(services.db, services, `${limit.name}:${limit.by(input, context)}`, limit);
}

/**
 * Counts an upload of a table by one person.
 * @param name of the kind of table
 * @throws RefusalError(tooOften)
 */
export async function limitUploads(services: Services, name: string, personId: number, perHour: number): Promise<void> {
  await limitRate(services.db, services, `${name}:${personId}`, {
    max: perHour,
    seconds: 60 * 60,
    message: "Загрузок за час слишком много.",
  });
}

/** Counts one call under a key. @returns the calls of the window so far, and the seconds until it ends */
export async function countRate(
  db: Db,
  services: Services,
  key: string,
  seconds: number,
): Promise<{ count: number; wait: number }> {
  const now = services.now();
  const windowEnd = new Date(now.getTime() + seconds * 1000);
  const row = await db
    .insertInto("rate_limits")
    .values({ key, count: 1, window_ends_at: windowEnd })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql<number>`case when rate_limits.window_ends_at <= ${now} then 1 else rate_limits.count + 1 end`,
        window_ends_at: sql<Date>`case when rate_limits.window_ends_at <= ${now} then ${windowEnd} else rate_limits.window_ends_at end`,
      }),
    )
    .returning(["count", "window_ends_at"])
    .executeTakeFirstOrThrow();
  const wait = Math.max(1, Math.ceil((row.window_ends_at.getTime() - now.getTime()) / 1000));
  return { count: row.count, wait };
}

/** Does the same by the network of the caller's address. A call without a known address isn't counted. */
export async function limitAddress(services: Services, call: string, address: string, limit: RateLimit): Promise<void> {
  if (address !== "") await limitRate(services.db, services, addressKey(call, address), limit);
}

/** Takes back one counted call that turned out to be legitimate, such as a login with the right password. */
export async function uncountAddress(services: Services, call: string, address: string): Promise<void> {
  await uncountRate(services.db, addressKey(call, address));
}

/** Takes back one counted call under a key. */
export async function uncountRate(db: Db, key: string): Promise<void> {
  await db
    .updateTable("rate_limits")
    .set((set) => ({ count: set("count", "-", 1) }))
    .where("key", "=", key)
    .where("count", ">", 0)
    .execute();
}

function addressKey(call: string, address: string): string {
  return `${call}:address:${networkOf(address)}`;
}

/** Clears the count of a key. */
export async function resetRate(db: Db, key: string): Promise<void> {
  await db.deleteFrom("rate_limits").where("key", "=", key).execute();
}
