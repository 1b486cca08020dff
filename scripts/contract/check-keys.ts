import { randomUUID } from "node:crypto";
import { profile } from "../../contract/accounts";
import { listPoints } from "../../contract/deals";
import { type GiftWords, readHandler } from "../../contract/gift-words";
import { exchangePrize, listPrizes } from "../../contract/prizes";
import { pointHolders } from "../../contract/values";
import { ask } from "./ask";
import { composeOrder, isOrderable } from "./compose-order";
import type { Caller, KeyCheck } from "./report";
import { type RawReply, type Sender, sendCall } from "./send-call";

export const KEYS_NOT_ASKED: KeyCheck = {
  verdict: "not-asked",
  detail: "Ask with an order: --write --order cheapest, or --order <prize id>. It spends points.",
  setting: "off",
  as: null,
  sent: 0,
  spentPoints: 0,
};

/** What a participant has spent, by the balance and by the entries of the spent points. */
interface Spending {
  readonly balance: number;
  readonly entries: number;
}

/**
 * Orders one unit of a prize twice with the same `Idempotency-Key`, and sees in balance and spent points whether it was
 * ordered once. Undefined for a participant who can't order.
 * @param wanted a prize id, or "cheapest"
 */
export async function checkKeys(
  sender: Sender,
  as: Caller,
  wanted: string,
  giftKinds: GiftWords,
): Promise<KeyCheck | undefined> {
  if (!pointHolders.some((holder) => holder === as)) return undefined;
  const notAsked = (detail: string): KeyCheck => ({ ...KEYS_NOT_ASKED, as, detail });
  const before = await readSpending(sender);
  const prize = before && (await findPrize(sender, wanted, before.balance, giftKinds));
  if (!before || !prize) return undefined;
  const order = await composeOrder(sender, prize);
  if (!order) return notAsked(`No order of a ${prize.handler || "gift of an unknown kind"} can be composed.`);

  const keyed = { ...sender, idempotencyKey: randomUUID() };
  const first = await sendCall(keyed, exchangePrize, order);
  if (first.kind !== "json") return { ...notAsked(`The order didn't succeed: ${describe(first)}.`), sent: 1 };
  const between = await readSpending(sender);
  const second = await sendCall(keyed, exchangePrize, order);
  const after = await readSpending(sender);
  const base = { as, sent: 2, spentPoints: Math.max(0, before.balance - (after ?? between ?? before).balance) };
  return { ...base, ...judge({ before, between, after, isRepeated: second.kind === "json" }) };
}

interface Seen {
  readonly before: Spending;
  readonly between: Spending | null;
  readonly after: Spending | null;
  /** Whether the repeated order was answered with a success. */
  readonly isRepeated: boolean;
}

function judge({ before, between, after, isRepeated }: Seen): Pick<KeyCheck, "verdict" | "detail" | "setting"> {
  if (!between || !after || !hasSpent(before, between)) {
    return { verdict: "unclear", setting: "off", detail: "The order isn't seen in balance and spent points." };
  }
  if (hasSpent(between, after)) {
    const detail = "The same key ordered twice. The portal never repeats an order by itself, and asks the participant.";
    return { verdict: "ignored", setting: "off", detail };
  }
  if (!isRepeated) {
    const detail =
      "The same key ordered once, but the repeated order was refused: it has to be answered like the first.";
    return { verdict: "unclear", setting: "off", detail };
  }
  return { verdict: "honoured", setting: "on", detail: "The same key ordered once, and both orders were answered." };
}

function hasSpent(earlier: Spending, later: Spending): boolean {
  return later.balance < earlier.balance || later.entries > earlier.entries;
}

/** Null when the balance can't be read. */
async function readSpending(sender: Sender): Promise<Spending | null> {
  const user = await ask(sender, profile, {});
  const points = await ask(sender, listPoints, { page: 1, per_page: 500 });
  const balance = user?.points.points;
  return balance === undefined ? null : { balance, entries: points?.spent.total ?? 0 };
}

async function findPrize(sender: Sender, wanted: string, balance: number, giftKinds: GiftWords) {
  const list = await ask(sender, listPrizes, {});
  if (!list) return undefined;
  const certificates = list.certificates.map(({ id, price }) => ({ id, price, handler: "giftery" as const }));
  const items = list.items.map(({ id, price, handler_system_name }) => {
    return { id, price, handler: readHandler(handler_system_name, giftKinds) };
  });
  const all = [...items, ...certificates];
  if (wanted !== "cheapest") return all.find(({ id }) => id === wanted);
  const affordable = all.filter((one) => one.price > 0 && one.price <= balance && isOrderable(one.handler));
  return affordable.sort((one, other) => one.price - other.price)[0];
}

function describe(reply: RawReply): string {
  if (reply.kind === "refusal") return ["refused", ...reply.aliases].join(" ");
  return reply.kind === "outage" ? reply.fault : "no success";
}
