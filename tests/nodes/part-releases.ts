import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { makeNextRelease, NEXT_MIGRATION, NEXT_VERSION } from "./next-release";
import { type Customer, findLostOrDoubled, openCustomer, readAccount, untilOrdered, verifyLedger } from "./orders";
import { endLoad, loadSite } from "./part-rolling";
import { OWNER } from "./postgres";
import { type Report, requireNone } from "./report";
import type { Node, Topology } from "./topology";
import { askInTurn, Visitor } from "./visitor";

/** Few enough that the member's points are enough for all orders. */
const UNITS = 2;
/** The process dies in the middle of it. */
const UNITS_OF_KILL = 3;
const PAUSE_MS = 1_000;

/** The next release is rolled out node by node, meets the old one on one database, and is taken back, while people order. */
export async function tryReleases(topology: Topology, report: Report): Promise<void> {
  const { nodes, clubs, portals, postgres } = topology;
  const next = await makeNextRelease();
  const customer = await openCustomer(topology);
  const [newer, older] = [
    [clubs[0], topology.jobs, portals[0]],
    [clubs[1], portals[1]],
  ].map((some) => some.filter((node) => node !== undefined)) as [Node[], Node[]];

  await report.attempt("one node of each role is replaced by the next release, which loses no request", async () => {
    const measured = await replace(topology, customer, newer, next);
    const names = await postgres.query<{ name: string }>("select name from kysely_migration");
    if (!names.some(({ name }) => name === NEXT_MIGRATION)) throw new Error("the schema isn't the next release's");
    requireNone(await findOthers(older, NEXT_VERSION, false));
    return measured;
  });

  await report.attempt("scripts of either release are served by nodes of the other", async () => {
    const troubles: string[] = [];
    let count = 0;
    for (const [from, to] of [portals, portals.toReversed()] as [Node, Node][]) {
      const page = await new Visitor(askInTurn([from.port])).open("/login");
      const addresses = new Set(page.text.match(/\/assets\/[\w.-]+/g) ?? []);
      if (addresses.size === 0) troubles.push(`${from.process.name}: a page without scripts`);
      count += addresses.size;
      for (const address of addresses) {
        const { status } = await askInTurn([to.port])("GET", address, {}, "");
        if (status !== 200) troubles.push(`${address} of ${from.process.name} at ${to.process.name}: ${status}`);
      }
    }
    requireNone(troubles);
    return `${count} files`;
  });

  for (const { process } of older) {
    await report.attempt(
      `${process.name} of the old release is killed during an order and starts on the newer schema`,
      async () => {
        const before = await readAccount(topology);
        const kill = async () => {
          await untilOrdered(topology, before.orders + 1);
          await process.kill();
          await process.start();
        };
        await Promise.all([customer.order(UNITS_OF_KILL), kill()]);
      },
    );
  }

  await report.attempt("the other nodes are replaced, too, which loses no request", async () => {
    const measured = await replace(topology, customer, older, next);
    requireNone(await findOthers(nodes, NEXT_VERSION, true));
    return measured;
  });

  await report.attempt("the way back to the old release, node by node, loses no request", async () => {
    const measured = await replace(topology, customer, nodes, undefined);
    requireNone(await findOthers(nodes, NEXT_VERSION, false));
    return measured;
  });

  await report.attempt("every order of either release is there once, and the ledger agrees", async () => {
    await customer.order();
    requireNone(await findLostOrDoubled(topology, customer.acknowledged));
    return `${customer.acknowledged.length} orders; ${verifyLedger(postgres.urlOf(OWNER))}`;
  });
  await rm(next, { recursive: true, force: true });
}

/** Replaces nodes by another release under load, with an order during each. @returns what was measured */
async function replace(topology: Topology, customer: Customer, nodes: readonly Node[], release: string | undefined) {
  const load = await loadSite(topology);
  await delay(PAUSE_MS);
  const troubles: string[] = [];
  for (const { process } of nodes) {
    const restart = async () => {
      const code = await process.stop();
      if (code !== 0) troubles.push(`${process.name} ended with ${code}`);
      process.runIn(release);
      await process.start();
    };
    await Promise.all([customer.order(UNITS), restart()]);
  }
  return endLoad(topology, load, troubles);
}

/** @returns a sentence for each node whose being of a release isn't as expected */
async function findOthers(nodes: readonly Node[], release: string, isExpected: boolean): Promise<string[]> {
  const troubles: string[] = [];
  for (const { process, port } of nodes) {
    const text = await (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
    if (text.includes(release) !== isExpected) troubles.push(`${process.name} is ${text.trim()}`);
  }
  return troubles;
}
