import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { carryOut, findTopUp, insist } from "./part-kill";
import { DATA_KEY, type Topology } from "./topology";
import { askSite, Visitor } from "./visitor";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MEMBER = "79000000003";

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
      await insist(visitor, () => visitor.submit("/dashboard/gifts/phone", fields));
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
