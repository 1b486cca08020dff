import type { ViewRow, ViewTable } from "../../../contract/operator/views";
import { quote } from "../../../contract/russian-quotes";
import { withdrawalStatusTitles } from "../../../contract/values";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Services, Trx } from "../../platform/services";
import { lockBalance } from "../../points/ledger";
import { type StatusChange, setExchangeStatus } from "../prizes/set-exchange-status";

/** Orders that one act changes at most: each sends a mail, and all are one transaction. */
export const MANY_ORDERS = 500;
/** Rows of the table that an act shows. */
const SHOWN_ROWS = 100;

/** What became of one order, or of one row of a file. */
export interface OrderResult {
  /** As the operator wrote it. */
  readonly order: string;
  readonly text: string;
  readonly kind: "changed" | "same" | "failed";
  readonly refunded?: number;
  /** The gift's name, of an order that was changed. */
  readonly gift?: string;
  /** Of an order that was completed without its kind's evidence: what is missing. */
  readonly missingEvidence?: string;
}

/**
 * Changes orders one after another. One that can't be changed is told and stops none of the others.
 * All of them are locked first, and then the balances in the order in which every other transaction locks them.
 */
export async function changeMany(
  trx: Trx,
  services: Services,
  changes: readonly StatusChange[],
): Promise<OrderResult[]> {
  await lockOrders(trx, changes);
  const results: OrderResult[] = [];
  for (const change of changes) results.push(await changeOne(trx, services, change));
  return results;
}

async function changeOne(trx: Trx, services: Services, change: StatusChange): Promise<OrderResult> {
  const order = String(change.exchangeId);
  const name = withdrawalStatusTitles[change.status];
  try {
    const changed = await setExchangeStatus(trx, services, change);
    if (!changed) return { order, kind: "same", text: `Уже ${quote(name)}` };
    const { name: gift, refunded, missingEvidence } = changed;
    return {
      order,
      kind: "changed",
      text: `${gift}: ${name}`,
      refunded,
      gift,
      ...(missingEvidence !== undefined && { missingEvidence }),
    };
  } catch (error) {
    // It was thrown before anything was written.
    if (!(error instanceof RefusalError)) throw error;
    return { order, kind: "failed", text: error.entries.map((entry) => entry.error_display_message).join(" ") };
  }
}

async function lockOrders(trx: Trx, changes: readonly StatusChange[]): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(({ exchangeId }) => exchangeId);
  const orders = await trx
    .selectFrom("exchanges")
    .select("user_id")
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();
  const people = [...new Set(orders.map(({ user_id }) => user_id))].sort((one, other) => one - other);
  for (const person of people) await lockBalance(trx, person);
}

/** The outcome of many changes: what failed stands first in the table. */
export function describeMany(results: readonly OrderResult[]): {
  lines: string[];
  table: ViewTable;
  points: number;
} {
  const ofKind = (kind: OrderResult["kind"]) => results.filter((result) => result.kind === kind);
  const [changed, same, failed] = [ofKind("changed"), ofKind("same"), ofKind("failed")];
  const points = changed.reduce((sum, { refunded = 0 }) => sum + refunded, 0);
  const rows = [...failed, ...same, ...changed].map(
    ({ order, text, kind }): ViewRow => ({
      cells: [order, text],
      ...(kind !== "failed" && { link: { card: "order", id: order } }),
    }),
  );
  return {
    lines: [
      `Изменено заказов: ${changed.length}.`,
      ...(points > 0 ? [`Баллов вернулось участникам: ${points}.`] : []),
      ...(same.length > 0 ? [`Уже в этом статусе: ${same.length}.`] : []),
      ...(failed.length > 0 ? [`С ошибками: ${failed.length}. Они остались как есть.`] : []),
    ],
    table: {
      columns: [{ title: "Заказ" }, { title: "Результат" }],
      rows: rows.slice(0, SHOWN_ROWS),
      total: rows.length,
    },
    points,
  };
}
