import { setTimeout as delay } from "node:timers/promises";
import { expectEqual } from "../setup/expect-equal";
import { readableText } from "../setup/readable-text";
import { carryOut, findTopUp, GIFT, insist, MEMBER, readAccount, untilOrdered } from "./orders";
import { type Report, requireNone } from "./report";
import type { Topology } from "./topology";
import { askInTurn, Visitor } from "./visitor";

const UNITS = 4;
const CART = "/dashboard/gifts/cart";
const ORDER = "/dashboard/gifts/order";
const GIFTS = "/dashboard/gifts";
const LOOK_MS = 300;
const PATIENCE_MS = 90_000;

/** An order whose requests meet another portal each, paused, resumed and stopped on its way. */
export async function tryOrders(topology: Topology, report: Report): Promise<void> {
  const { points, ...prize } = await findTopUp(topology);
  const begin = async () => {
    const visitor = new Visitor(askInTurn(topology.portals.map((portal) => portal.port)));
    await visitor.logIn(MEMBER);
    await insist(visitor, () => visitor.submit(GIFT, { ...prize, cartCount: String(UNITS) }));
    const before = await readAccount(topology);
    /** Sentences for what differs from so many ordered units. */
    const expectOrdered = async (units: number) => {
      const after = await readAccount(topology);
      return [
        ...expectEqual("units ordered", after.orders - before.orders, units),
        ...expectEqual("points taken", before.points - after.points, units * points),
      ];
    };
    return { visitor, before, expectOrdered };
  };

  await report.attempt(
    `an order of ${UNITS} units is paused at one portal, resumed at the other and stopped at the first`,
    async () => {
      const { visitor, expectOrdered } = await begin();
      const send = (fields: Readonly<Record<string, string>>) => insist(visitor, () => visitor.submit(ORDER, fields));
      const troubles: string[] = [];
      await send({ intent: "start" });
      await send({ intent: "unit" });
      await send({ intent: "pause" });
      for (const _ of topology.portals) {
        const { text } = await visitor.open(ORDER);
        troubles.push(...expectEqual("units on the page of the paused order", countDone(text), 1));
        if (!text.includes("Заказ приостановлен")) troubles.push("a portal doesn't know of the pause");
      }
      // What the script of another window sends doesn't end a pause, wherever it comes to.
      for (const _ of topology.portals) await send({ intent: "unit" });
      troubles.push(...(await expectOrdered(1)));
      await send({ intent: "unit", resume: "1" });
      for (const _ of topology.portals) {
        const { text } = await visitor.open(ORDER);
        troubles.push(...expectEqual("units on the page of the resumed order", countDone(text), 2));
        if (text.includes("Заказ приостановлен")) troubles.push("a portal doesn't know that the order goes on");
      }
      const { stopped, left } = await stop(visitor);
      troubles.push(...expectEqual("units of the stopped order", stopped, 2));
      troubles.push(...expectEqual("units left in the cart", left, UNITS - 2));
      troubles.push(...(await expectOrdered(2)));
      await carryOut(visitor);
      requireNone([...troubles, ...(await expectOrdered(UNITS))]);
    },
  );

  await report.attempt(
    `an order of ${UNITS} units is stopped at one portal while the other carries it out`,
    async () => {
      const { visitor, before, expectOrdered } = await begin();
      const order = insist(visitor, () => visitor.submit(ORDER, { intent: "order" }));
      await untilOrdered(topology, before.orders + 1);
      const { stopped, left } = await stop(visitor);
      await order;
      requireNone([...expectEqual("units ordered and left", stopped + left, UNITS), ...(await expectOrdered(stopped))]);
      return left > 0 ? `after ${stopped}` : "too late: all were ordered, and the pages say so";
    },
  );
}

/** Presses until the order is stopped, or ended. @returns what the pages say */
async function stop(visitor: Visitor): Promise<{ stopped: number; left: number }> {
  const press = () => insist(visitor, () => visitor.submit(ORDER, { intent: "stop" }));
  const deadline = Date.now() + PATIENCE_MS;
  let answer = await press();
  // While a unit is on its way the page asks to stop a bit later.
  while (answer.location === ORDER) {
    if (Date.now() > deadline) throw new Error("the order can't be stopped");
    await delay(LOOK_MS);
    answer = await press();
  }
  if (answer.location === GIFTS) return { stopped: UNITS, left: 0 };
  if (answer.location !== CART) throw new Error(`the stop led to ${answer.status} ${answer.location}`);
  const text = readableText((await visitor.open(CART)).text);
  return {
    stopped: Number(/Заказано (\d+) из/.exec(text)?.[1] ?? 0),
    left: Number(/Заказать (\d+) подар/.exec(text)?.[1] ?? 0),
  };
}

/** How many units the order's page tells as done. */
function countDone(html: string): number {
  return Number(new RegExp(`(\\d+) из ${UNITS} подарков`).exec(readableText(html))?.[1] ?? -1);
}
