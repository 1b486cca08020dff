import { setTimeout as delay } from "node:timers/promises";
import { expectEqual } from "../../setup/expect-equal";
import { readableText } from "../../setup/readable-text";
import type { Schedule } from "../schedule";
import type { Page, Visitor } from "../visitor";
import type { World } from "../world";
import { countNewExchanges, findTopUp, MEMBER, type RunJourney } from "./journey";

const GIFTS = "/dashboard/gifts";
const CART = "/dashboard/gifts/cart";
const ORDER = "/dashboard/gifts/order";
const PATIENCE_MS = 90_000;
const PAUSE_MS = 150;
/** Longer than the portal looks for a unit before it asks the participant. */
const DECISION_MS = 61_000;

/** An order of several units on the portal, paused or stopped on its way. What a stop has left is ordered afterwards. */
export const runOrder: RunJourney = async (world, schedule) => {
  const units = 3 + schedule.size;
  const topUp = await findTopUp(world);
  const visitor = await world.logIn(MEMBER);
  await visitor.insist("/dashboard/gifts/phone", {
    prize_id: topUp.prizeId,
    recipient: "79001234567",
    operator: topUp.operatorId,
    cartCount: String(units),
  });
  world.arm();
  const count = () => countNewExchanges(world, topUp);
  const first = await orderCart(world, visitor, schedule, count, schedule.action);
  let expected = units;
  if (first === "stopped" || first === "stopped-in-doubt") {
    const { text } = await visitor.open(CART);
    // Who is told that a unit may have been ordered looks before ordering it again.
    if (first === "stopped-in-doubt") await world.recover();
    const left = countLeft(text);
    expected = first === "stopped-in-doubt" ? (await count()) + left : units;
    if (first === "stopped-in-doubt" && (expected < units || expected > units + 1)) {
      return async () => [`after a stop in doubt ${left} units are left and ${expected - left} ordered of ${units}`];
    }
    if (left > 0) await orderCart(world, visitor, schedule, count, "none");
  }
  return async () => expectEqual("ordered units", await count(), expected);
};

type Outcome = "done" | "stopped" | "stopped-in-doubt";

/** Works as the order's page does: one form after the other, until it leads away. */
async function orderCart(
  world: World,
  visitor: Visitor,
  { hasScript, actionAfter, honoursKeys }: Schedule,
  count: () => Promise<number>,
  action: Schedule["action"],
): Promise<Outcome> {
  const deadline = Date.now() + PATIENCE_MS;
  const base = await count();
  let isActionDue = action !== "none";
  let page = await visitor.insist(ORDER, { intent: hasScript ? "start" : "order" });
  while (Date.now() < deadline) {
    if (page.location === GIFTS) return "done";
    if (page.location === CART) return readStop(visitor);
    if (isActionDue && (!hasScript || (await count()) - base >= actionAfter)) {
      isActionDue = false;
      page = await visitor.insist(ORDER, { intent: action });
      // Without script a pause ends with the next form.
      while (action === "stop" && page.location === ORDER && Date.now() < deadline) {
        await delay(2 * PAUSE_MS);
        page = await visitor.insist(ORDER, { intent: action });
      }
      if (action === "pause" && page.location === ORDER) {
        page = await visitor.insist(ORDER, hasScript ? { intent: "unit", resume: "1" } : { intent: "order" });
      }
      continue;
    }
    page = await goOn(world, visitor, page, { hasScript, honoursKeys, count, base });
  }
  throw new Error(`The order did not end: ${page.status} ${page.location}`);
}

interface Step {
  readonly hasScript: boolean;
  readonly honoursKeys: boolean;
  count(): Promise<number>;
  /** Units ordered before this order. */
  readonly base: number;
}

async function goOn(world: World, visitor: Visitor, page: Page, step: Step): Promise<Page> {
  const shown = page.location === ORDER ? await visitor.open(ORDER) : page;
  if (shown.location) return shown;
  if (shown.text.includes('value="not-ordered"')) {
    // The participant answers by the points that were spent.
    await world.recover();
    const done = Number(
      /Оформлено\s(\d+)/.exec(readableText(shown.text))?.[1] ?? /value="(\d+)"/.exec(shown.text)?.[1] ?? 0,
    );
    const isOrdered = (await step.count()) - step.base > done;
    return visitor.insist(ORDER, { intent: isOrdered ? "ordered" : "not-ordered" });
  }
  if (!step.honoursKeys && shown.text.includes("сами мы его ещё раз не закажем")) {
    // A minute in which the unit isn't found.
    await world.recover();
    world.portal.shiftClock(world.portal.clockShift + DECISION_MS);
  }
  await delay(PAUSE_MS);
  return visitor.insist(ORDER, { intent: step.hasScript ? "unit" : "order" });
}

async function readStop(visitor: Visitor): Promise<Outcome> {
  const { text } = await visitor.open(CART);
  return readableText(text).includes("Мы не знаем, оформлен ли") ? "stopped-in-doubt" : "stopped";
}

/** How many units the cart's button would order. */
function countLeft(html: string): number {
  return Number(/Заказать (\d+) подар/.exec(readableText(html))?.[1] ?? 0);
}
