import { setTimeout as delay } from "node:timers/promises";
import { expectEqual } from "../setup/expect-equal";
import { isSentAfter, readLastLetter } from "./letters";
import { carryOut, findTopUp, GIFT, insist, MEMBER, readAccount, untilOrdered, verifyLedger } from "./orders";
import { type Report, requireNone } from "./report";
import type { Topology } from "./topology";
import { until } from "./until";
import { askSite, Visitor } from "./visitor";

/** Units of an order: enough that the process dies in the middle. */
const UNITS = 4;
/** How long a supervisor takes to notice. */
const SUPERVISOR_MS = 500;

/** Each process is killed while somebody orders. Nothing may be lost or doubled. */
export async function tryKills(topology: Topology, report: Report): Promise<void> {
  const { nodes, postgres, port } = topology;
  const visitor = new Visitor(askSite(port));
  await visitor.logIn(MEMBER);
  const { points, ...prize } = await findTopUp(topology);
  const before = await readAccount(topology);
  for (const { process } of nodes) {
    await report.attempt(`${process.name} is killed while an order of ${UNITS} units is carried out`, async () => {
      const start = await readAccount(topology);
      await insist(visitor, () => visitor.submit(GIFT, { ...prize, cartCount: String(UNITS) }));
      const order = carryOut(visitor);
      await untilOrdered(topology, start.orders + 1);
      await process.kill();
      await delay(SUPERVISOR_MS);
      await Promise.all([process.start(), order]);
      const end = await readAccount(topology);
      requireNone([
        ...expectEqual("units ordered", end.orders - start.orders, UNITS),
        ...expectEqual("points taken", start.points - end.points, UNITS * points),
      ]);
    });
  }
  await report.attempt("a letter that waits when the job runner is killed is sent by the next one", async () => {
    await topology.jobs.process.kill();
    const last = await readLastLetter(topology);
    await new Visitor(askSite(port)).submit("/recovery", { login: "manager@example.com" });
    await topology.jobs.process.start();
    await until("it is sent", () => isSentAfter(topology, last));
  });
  await report.attempt("ledger, balances and orders agree afterwards", async () => {
    const after = await readAccount(topology);
    const doubled = await postgres.query<{ what: string }>(`
      select user_id || ' ' || idempotency_key || ' was exchanged ' || count(*) || ' times' as what
      from exchanges where idempotency_key is not null group by user_id, idempotency_key having count(*) > 1`);
    const wrong = await postgres.query<{ what: string }>(`
      select 'user ' || user_id || ': balance ' || coalesce(points, 0) || ', entries ' || coalesce(sum(amount), 0) as what
      from balances full join ledger_entries using (user_id) group by user_id, points
      having coalesce(points, 0) <> coalesce(sum(amount), 0)`);
    const verified = verifyLedger(postgres.urlOf("club"));
    requireNone([
      ...expectEqual("units ordered", after.orders - before.orders, nodes.length * UNITS),
      ...[...doubled, ...wrong].map(({ what }) => what),
    ]);
    return verified;
  });
}
