import { randomUUID } from "node:crypto";
import { MOVED } from "../../club/points/day-limits";
import { creditPoints } from "../../club/points/ledger";
import { exchangePrize } from "../../contract/prizes";
import { addPerson, callClub, openBenchClub } from "./open-bench-club";

/** Numbers of balances, and the orders a second that are to be reached. */
const BALANCES = [
  [1, 400],
  [200, 1_500],
] as const;
const CONNECTIONS = 32;
const SECONDS = 6;

export const name = "exchanges: orders a second by 32 callers, by the number of balances that they spend";

/** Orders the cheapest top-up again and again, each time with a key of its own. */
export async function run() {
  const { club, close } = await openBenchClub(false, { CLUB_DOCUMENTS_LIMIT: "1000000000" });
  const { db } = club.services;
  const prize = await db
    .selectFrom("prizes")
    .selectAll()
    .where("handler_system_name", "=", "phone")
    .orderBy("price")
    .executeTakeFirstOrThrow();
  const operator = await db.selectFrom("mobile_operators").select("id").executeTakeFirstOrThrow();
  const rows = [];
  for (const [balances, toReach] of BALANCES) {
    const people: Awaited<ReturnType<typeof addPerson>>[] = [];
    for (let index = 0; index < balances; index++) people.push(await addPerson(club, { role: "member" }));
    await db.transaction().execute((trx) =>
      creditPoints(
        trx,
        MOVED,
        people.map(({ id }) => ({
          userId: id,
          amount: 1_000_000_000,
          reason: "correction",
          reference: "bench",
          action: "Начало",
        })),
      ),
    );
    const start = performance.now();
    const processor = process.cpuUsage();
    let ordered = 0;
    const order = async (caller: number) => {
      for (let turn = caller; performance.now() - start < SECONDS * 1000; turn += CONNECTIONS) {
        const input = {
          prize_id: String(prize.id),
          selected_additional_fields: ["79001234567", String(operator.id)],
          basket_uuid: randomUUID(),
          delivery_city: "",
          delivery_address: "",
          cdek_pvz_code: "",
        };
        const { token } = people[turn % people.length] ?? { token: "" };
        await callClub(club, exchangePrize, input, token, { idempotencyKey: randomUUID() });
        ordered += 1;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, caller) => order(caller)));
    const seconds = (performance.now() - start) / 1000;
    const { user, system } = process.cpuUsage(processor);
    rows.push({
      balances: String(balances),
      "orders/s": (ordered / seconds).toFixed(0),
      "to reach": String(toReach),
      "CPU of the club, ms": ((user + system) / 1000 / ordered).toFixed(2),
    });
  }
  await close();
  return rows;
}
