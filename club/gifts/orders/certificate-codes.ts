import { sql } from "kysely";
import { toShortDate } from "../../../contract/russian-date";
import { alias } from "../../../contract/values";
import { RefusalError } from "../../platform/http/refusal-error";
import { moscowDate } from "../../platform/moscow-date";
import type { Seal } from "../../platform/seal/seal";
import type { Services, Trx } from "../../platform/services";
import { type ChangedExchange, setExchangeStatus } from "../prizes/set-exchange-status";

/** What is wrong with a code that an operator gives. */
export const codeMessages = { exists: "Такой код уже есть.", expired: "Срок кода истёк." } as const;

/** The `handler_system_name` of certificates. */
export const CERTIFICATE = "giftery";
/** A gift with fewer codes in stock is called short, if it ever had any. */
export const LOW_STOCK = 5;

export interface CertificateCode {
  readonly code: string;
  /** Empty when the retailer asks for none. */
  readonly pin: string;
}

export function openCode(seal: Seal, sealed: Buffer): CertificateCode {
  return JSON.parse(seal.open("certificate_codes.code_sealed", sealed).toString());
}

export interface NewCode extends CertificateCode {
  readonly prizeId: number;
  /** The last day on which it is taken; null: no end. */
  readonly expiresOn: string | null;
}

/**
 * Adds codes to the stock, each once for its gift. Codes that the gift has or had are told by opening them: a digest of so
 * short a text could be guessed.
 * @returns whether each was added, in the order of the codes, with its id
 */
export async function addCodes(trx: Trx, services: Services, codes: readonly NewCode[]): Promise<(number | null)[]> {
  const prizeIds = [...new Set(codes.map(({ prizeId }) => prizeId))].sort((one, other) => one - other);
  // Two operators who add the same file at once wait for each other.
  await trx.selectFrom("prizes").select("id").where("id", "in", prizeIds).orderBy("id").forNoKeyUpdate().execute();
  const known = new Set<string>();
  for (const prizeId of prizeIds) {
    const rows = await trx
      .selectFrom("certificate_codes")
      .select("code_sealed")
      .where("prize_id", "=", prizeId)
      .where("code_sealed", "!=", Buffer.alloc(0))
      .execute();
    for (const { code_sealed } of rows) known.add(`${prizeId} ${openCode(services.seal, code_sealed).code}`);
  }
  const ids: (number | null)[] = [];
  for (const { prizeId, code, pin, expiresOn } of codes) {
    const isKnown = known.has(`${prizeId} ${code}`);
    known.add(`${prizeId} ${code}`);
    ids.push(isKnown ? null : await addCode(trx, services, { prizeId, code, pin, expiresOn }));
  }
  return ids;
}

async function addCode(trx: Trx, { seal, now }: Services, { prizeId, code, pin, expiresOn }: NewCode): Promise<number> {
  const { id } = await trx
    .insertInto("certificate_codes")
    .values({
      prize_id: prizeId,
      code_sealed: seal.seal("certificate_codes.code_sealed", JSON.stringify({ code, pin })),
      expires_on: expiresOn,
      added_at: now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The codes of a gift that may be issued today, those that end first before the others. */
export function selectStock(trx: Trx, { now }: Services, prizeId: number) {
  return trx
    .selectFrom("certificate_codes")
    .select(["id", "code_sealed", "expires_on"])
    .where("prize_id", "=", prizeId)
    .where("exchange_id", "is", null)
    .where("withdrawn_from", "is", null)
    .where((where) => where.or([where("expires_on", "is", null), where("expires_on", ">=", moscowDate(now()))]))
    .orderBy(sql`expires_on nulls last`)
    .orderBy("id");
}

/**
 * Gives a code to an order, which is completed by it. The mail with the code is deleted after its delivery.
 * @throws RefusalError for an order that can't be completed
 */
export async function issueCode(
  trx: Trx,
  services: Services,
  issue: {
    readonly orderId: number;
    readonly by: string;
    readonly stock: { readonly id: number; readonly code_sealed: Buffer; readonly expires_on: string | null };
  },
): Promise<ChangedExchange> {
  const { orderId, by, stock } = issue;
  const { code, pin } = openCode(services.seal, stock.code_sealed);
  const lines = [
    `Код: ${code}`,
    pin && `PIN: ${pin}`,
    stock.expires_on && `Действует до ${toShortDate(stock.expires_on)} включительно.`,
    `Код есть и в кабинете: ${services.settings.publicOrigin}/dashboard/points/orders/${orderId}`,
  ];
  const changed = await setExchangeStatus(trx, services, {
    exchangeId: orderId,
    status: "completed",
    by,
    note: lines.filter(Boolean).join("\n"),
    isSecret: true,
    brings: "code",
  });
  if (!changed) throw new RefusalError(alias.collision, `Заказ № ${orderId} уже выполнен.`, "order");
  await trx
    .updateTable("certificate_codes")
    .set({ exchange_id: orderId, issued_at: services.now() })
    .where("id", "=", stock.id)
    .execute();
  return changed;
}

/**
 * Takes back the code of an order that is no longer completed. The participant may have used it, so it never returns to stock.
 * @returns whether the order had one
 */
export async function withdrawCode(trx: Trx, { now }: Services, orderId: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("certificate_codes")
    .set({ exchange_id: null, withdrawn_from: orderId, withdrawn_at: now() })
    .where("exchange_id", "=", orderId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** No code was handed out for the order. @param field at which it is said; none for participants */
export function orderWithoutCode(field?: string): RefusalError {
  return new RefusalError(alias.notFound, "У этого заказа нет кода.", field);
}
