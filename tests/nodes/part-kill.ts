import { setTimeout as delay } from "node:timers/promises";
import { verifyLedger } from "./orders";
import { type Report, requireNone } from "./report";
import type { Topology } from "./topology";
import { type Answer, askSite, Visitor } from "./visitor";

const MEMBER = "79000000003";
const GIFT = "/dashboard/gifts/phone";
const ORDER = "/dashboard/gifts/order";
/** Units of an order: enough that the process dies in the middle. */
const UNITS = 4;
const PATIENCE_MS = 120_000;
const PAUSE_MS = 150;
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
    const deadline = Date.now() + PATIENCE_MS;
    while (!(await isSentAfter(topology, last))) {
      if (Date.now() > deadline) throw new Error("it wasn't sent");
      await delay(PAUSE_MS);
    }
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

/** A gift that the member can have several times, as its form sends it, and its points. */
export async function findTopUp({ postgres }: Topology) {
  const [found] = await postgres.query<{ prize: string; points: number; operator: string }>(
    `select prizes.id as prize, price::int as points, (select id from mobile_operators order by id limit 1) as operator
     from prizes where handler_system_name = 'phone' order by price limit 1`,
  );
  if (!found) throw new Error("The demo has no top-up");
  const fields = { prize_id: String(found.prize), recipient: "79001234567", operator: String(found.operator) };
  return { ...fields, points: found.points };
}

export async function readAccount({ postgres }: Topology): Promise<{ orders: number; points: number }> {
  const [row] = await postgres.query<{ orders: number; points: number }>(
    `select (select count(*)::int from exchanges where user_id = users.id) as orders, points::int as points
     from users join balances on user_id = users.id where phone = $1`,
    [MEMBER],
  );
  if (!row) throw new Error("The member has no balance");
  return row;
}

/** Does what the order's page does without script, form after form, until it leads away. */
export async function carryOut(visitor: Visitor): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { location } = await insist(visitor, () => visitor.submit(ORDER, { intent: "order" }));
    if (location === "/dashboard/gifts") return;
    if (location !== undefined && location !== ORDER) throw new Error(`the order led to ${location}`);
    if (Date.now() > deadline) throw new Error("the order did not end");
    await delay(PAUSE_MS);
  }
}

/** Presses again after an outage, as people do. */
export async function insist(visitor: Visitor, press: () => Promise<Answer>): Promise<Answer> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await press().catch(() => undefined);
    const isOut = !answer || answer.status >= 500 || answer.location === "/500.html";
    if (answer && !isOut) {
      if (answer.status >= 400) throw new Error(`${answer.status} ${answer.text.slice(0, 300)}`);
      return answer;
    }
    if (Date.now() > deadline) throw new Error(`out of order for ${PATIENCE_MS / 1000} s; ${visitor.cookie.length}`);
    await delay(PAUSE_MS);
  }
}

export async function untilOrdered(topology: Topology, orders: number): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while ((await readAccount(topology)).orders < orders) {
    if (Date.now() > deadline) throw new Error("no unit was ordered");
    await delay(10);
  }
}

export async function readLastLetter({ postgres }: Topology): Promise<number> {
  const [row] = await postgres.query<{ id: number }>("select coalesce(max(id), 0)::int as id from outbox");
  return row?.id ?? 0;
}

export async function isSentAfter({ postgres }: Topology, id: number): Promise<boolean> {
  const rows = await postgres.query("select from outbox where id > $1 and sent_at is not null", [id]);
  return rows.length > 0;
}

function expectEqual(what: string, actual: number, expected: number): string[] {
  return actual === expected ? [] : [`${what}: ${actual} instead of ${expected}`];
}
