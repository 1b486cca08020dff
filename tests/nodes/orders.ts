import { execFileSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { DATA_KEY, type Topology } from "./topology";
import { until } from "./until";
import { type Answer, askSite, Visitor } from "./visitor";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Whose points the orders take. */
export const MEMBER = "79000000003";
/** The page of a top-up, whose form puts it into the cart. */
export const GIFT = "/dashboard/gifts/phone";
const ORDER = "/dashboard/gifts/order";
const PATIENCE_MS = 120_000;
const PAUSE_MS = 150;

/** An order that the portal has confirmed to its participant. */
export interface Acknowledged {
  /** As the club shows its recipient; each order here has another one. */
  readonly recipient: string;
  readonly units: number;
  readonly at: number;
}

/** Orders top-ups, one order after the other, each for another phone. */
export interface Customer {
  /** Orders once, and again after an outage, as people do. */
  order(units?: number): Promise<Acknowledged>;
  /** All that were confirmed. */
  readonly acknowledged: readonly Acknowledged[];
}

export async function openCustomer(topology: Topology): Promise<Customer> {
  const visitor = new Visitor(askSite(topology.port));
  await visitor.logIn(MEMBER);
  const { points: _, ...prize } = await findTopUp(topology);
  const acknowledged: Acknowledged[] = [];
  let count = 0;
  return {
    acknowledged,
    async order(units = 1) {
      count += 1;
      const digits = String(count).padStart(4, "0");
      const [code, end] = [`9${digits.slice(0, 2)}`, digits.slice(2)];
      const fields = { ...prize, recipient: `7${code}12345${end}`, cartCount: String(units) };
      await insist(visitor, () => visitor.submit(GIFT, fields));
      await carryOut(visitor);
      const done = { recipient: `+7 (${code}) •••-••-${end}`, units, at: Date.now() };
      acknowledged.push(done);
      return done;
    },
  };
}

/** How often the club has an order for each recipient, without those of the demo's past. */
async function countByRecipient({ postgres }: Topology): Promise<ReadonlyMap<string, number>> {
  const rows = await postgres.query<{ recipient: string; count: number }>(
    `select recipient_masked as recipient, count(*)::int as count
     from exchanges where idempotency_key is not null group by 1`,
  );
  return new Map(rows.map(({ recipient, count }) => [recipient, count]));
}

/** @returns a sentence for each confirmed order whose units the club doesn't have exactly once */
export async function findLostOrDoubled(topology: Topology, orders: readonly Acknowledged[]): Promise<string[]> {
  const counts = await countByRecipient(topology);
  return orders
    .filter(({ recipient, units }) => counts.get(recipient) !== units)
    .map(
      ({ recipient, units }) =>
        `of the order of ${units} for ${recipient} are there ${counts.get(recipient) ?? 0} units`,
    );
}

/** Runs `verify-ledger` of the build. @returns its last line @throws Error when something differs */
export function verifyLedger(databaseUrl: string): string {
  const env = { ...process.env, DATABASE_URL: databaseUrl, CLUB_DATA_KEY: DATA_KEY };
  const options = { cwd: ROOT, env, stdio: "pipe" as const, encoding: "utf8" as const };
  try {
    const printed = execFileSync(process.execPath, ["build/club.js", "verify-ledger"], options);
    return printed.trim().split("\n").at(-1) ?? "";
  } catch (error) {
    throw new Error((error as { stdout?: string }).stdout?.trim().slice(-1_000) ?? String(error));
  }
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

/** How many orders and points the member has. */
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

/** Waits until the member has so many orders. */
export function untilOrdered(topology: Topology, orders: number): Promise<void> {
  // Often: a process is to be killed before the next unit.
  return until("a unit is ordered", async () => (await readAccount(topology)).orders >= orders, 10);
}
