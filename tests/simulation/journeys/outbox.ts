import type { RunJourney } from "./journey";

const LOGINS = [
  "79000000001",
  "79000000002",
  "79000000003",
  "79000000004",
  "79000000005",
  "79000000006",
  "curator@example.com",
  "manager@example.com",
  "member@example.com",
];

/** Several people ask for a recovery link at once, again after each outage. Each reply that came has its letter. */
export const runOutbox: RunJourney = async (world, { size }) => {
  const asking = LOGINS.slice(0, 3 * (size + 1));
  const visitors = asking.map((login) => ({ login, visitor: world.openVisitor() }));
  const [before] = await world.query<{ count: string }>("select count(*) from outbox");
  world.arm();
  await Promise.all(visitors.map(({ login, visitor }) => visitor.insist("/recovery", { login })));
  return async () => {
    const [after] = await world.query<{ count: string }>("select count(*) from outbox");
    const letters = Number(after?.count) - Number(before?.count);
    return letters < asking.length ? [`${asking.length} people asked for a letter, and ${letters} were written`] : [];
  };
};
