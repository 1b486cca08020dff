import type { Schedule } from "../schedule";
import type { World } from "../world";

/** Finds what the journey has left wrong, once everything has come to rest. Each breach is a sentence. */
export type Check = () => Promise<string[]>;

/** Prepares a journey, arms the faults, and goes on until the participant has what they came for. */
export type RunJourney = (world: World, schedule: Schedule) => Promise<Check>;

/** People of the demo. */
export const CURATOR = "79000000001";
export const MANAGER = "79000000002";
export const MEMBER = "79000000003";
/** The shop of the member. */
export const SHOP_INN = "5000200016";

const FIRST_PRIZE = "Пополнение телефона на 100%";
const PRIZE_POINTS = 100;

/** A gift of 100 points that the member can have several times. */
export async function findTopUp(world: World) {
  const [found] = await world.query<{ prize: string; operator: string; user: number; exchanges: string }>(
    `select
       (select id from prizes where name like $1 and price = $2 limit 1) as prize,
       (select id from mobile_operators order by id limit 1) as operator,
       (select id from users where phone = $3) as user,
       (select count(*) from exchanges join users on users.id = user_id where phone = $3) as exchanges`,
    [FIRST_PRIZE, PRIZE_POINTS, MEMBER],
  );
  if (!found) throw new Error("The demo has no top-up");
  return {
    prizeId: String(found.prize),
    operatorId: String(found.operator),
    userId: found.user,
    earlierExchanges: Number(found.exchanges),
  };
}

/** How many units the member has ordered since. */
export async function countNewExchanges(
  world: World,
  { userId, earlierExchanges }: Record<"userId" | "earlierExchanges", number>,
) {
  const [row] = await world.query<{ count: string }>("select count(*) from exchanges where user_id = $1", [userId]);
  return Number(row?.count) - earlierExchanges;
}
