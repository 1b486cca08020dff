import { openDatabase } from "../../club/platform/db/open";
import { verifyLedger } from "../../club/points/verify-ledger";
import type { FaultKind } from "./schedule";
import type { World } from "./world";

/** Messages that one process of the club sends at the same time. */
const IN_FLIGHT = 4;
/** What never touches a message on its way. */
const FAR_FROM_DELIVERY: readonly FaultKind[] = ["kill-portal", "stop-portal", "cut-calls", "shift-portal-clock"];

/**
 * What holds after every schedule, whatever has happened. Each breach is a sentence.
 * @param shifts how often the club's clock was changed while messages were waiting
 */
export async function findBreaches(world: World, shifts: number): Promise<string[]> {
  const [balances, keys, fingerprints, jobs, deliveries, ledger] = await Promise.all([
    findBalances(world),
    world.query<{ what: string }>(`
      select user_id || ' ' || idempotency_key || ' was exchanged ' || count(*) || ' times' as what
      from exchanges where idempotency_key is not null group by user_id, idempotency_key having count(*) > 1`),
    world.query<{ what: string }>(`
      select 'a sale counts ' || count(*) || ' times' as what from deals where recalled_at is null
      group by curator_id, sell_date, manager_id, company_id, article_code, sell_count, file_row
      having count(*) > 1 and count(distinct file_id) > 1`),
    world.query<{ what: string }>(`
      select 'job ' || name || ' failed for good' as what from pgboss.job where state = 'failed' and name !~ '^__pgboss__'`),
    findDeliveries(world, shifts),
    verify(world),
  ]);
  return [
    ...balances,
    ...[...keys, ...fingerprints, ...jobs].map(({ what }) => what),
    ...deliveries,
    ...ledger,
    ...findOffences(world),
  ];
}

/** What no reply may be, as it came, and processes that ended although nobody had ended them. */
export function findOffences({ offences, portal, club }: World): string[] {
  return [...offences, portal.failure, club.failure].filter((one) => one !== undefined);
}

async function findBalances(world: World): Promise<string[]> {
  const rows = await world.query<{ user_id: number; points: string; sum: string; lowest: string }>(`
    select user_id, coalesce(points, 0) as points, coalesce(sum(amount), 0) as sum, coalesce(min(balance_after), 0) as lowest
    from balances full join ledger_entries using (user_id) group by user_id, points
    having coalesce(points, 0) <> coalesce(sum(amount), 0) or coalesce(points, 0) < 0 or min(balance_after) < 0`);
  return rows.map((row) => `user ${row.user_id}: balance ${row.points}, entries ${row.sum}, lowest ${row.lowest}`);
}

/** Each message that was sent arrived, and arrived once unless a fault hit it: each fault hits what is in flight at most. */
async function findDeliveries(world: World, shifts: number): Promise<string[]> {
  const rows = await world.query<{ id: string; failed: boolean }>(
    "select id, failed_at is not null as failed from outbox where channel = 'email' and attempts > 0",
  );
  const lost = rows.filter(({ id, failed }) => failed || !world.deliveries.has(Number(id)));
  const repeated = [...world.deliveries.values()].reduce((sum, times) => sum + times - 1, 0);
  const hits = world.struck.filter(({ kind }) => !FAR_FROM_DELIVERY.includes(kind)).length + shifts;
  return [
    ...lost.map(({ id }) => `message ${id} is marked as sent, but never arrived`),
    ...(repeated > hits * IN_FLIGHT ? [`${repeated} messages arrived again, and ${hits} faults can explain that`] : []),
  ];
}

async function verify(world: World): Promise<string[]> {
  const database = await openDatabase({
    databaseUrl: world.databaseUrl,
    dataDir: "",
    log: { info: () => undefined, warn: () => undefined },
    poolSize: 1,
  });
  try {
    return (await verifyLedger(database.db)).map((difference) => `verify-ledger: ${JSON.stringify(difference)}`);
  } finally {
    await database.close();
  }
}
