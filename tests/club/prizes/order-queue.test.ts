import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { queueOrder } from "../../../club/prizes/order-queue";
import type { Db } from "../../../club/services";
import { openTestClub, type TestClub } from "../../setup/club";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

/** The transaction of a statement that writes one row, which a second one of the same name can't. */
async function write(db: Db, name: string): Promise<string> {
  const { rows } = await sql<{ transaction: string }>`
    insert into settings (name, value) values (${`order ${name}`}, '') returning pg_current_xact_id()::text as transaction
  `.execute(db);
  return rows[0]?.transaction ?? "";
}

/** Keeps a participant's queue busy until it is opened. */
function gate(userId: number) {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const passed = queueOrder(club.db, userId, "gate", () => opened);
  return { open, passed };
}

test("§3.8 units of one gift that are ordered at once are written together, each with its own result", async () => {
  const { open, passed } = gate(1);
  const gifts = [...Array<string>(12).fill("mug"), "shirt", "mug"];
  const orders = gifts.map((gift, index) => queueOrder(club.db, 1, gift, (db) => write(db, `${index}`)));
  open();
  await passed;
  const transactions = await Promise.all(orders);
  const sizes = [...new Set(transactions)].map((one) => transactions.filter((other) => other === one).length);
  // Ten at most, of one gift only, in the order in which they came.
  expect(sizes).toEqual([10, 2, 1, 1]);
});

test("§3.8 of units that are ordered at once, one that can't be written takes none of the others along", async () => {
  const { open, passed } = gate(2);
  const orders = ["a", "b", "a", "c"].map((name) => queueOrder(club.db, 2, "mug", (db) => write(db, `twice ${name}`)));
  open();
  await passed;
  const outcomes = await Promise.allSettled(orders);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  const { rows } = await sql`select from settings where name like 'order twice %'`.execute(club.db);
  expect(rows).toHaveLength(3);
  // The queue goes on.
  await expect(queueOrder(club.db, 2, "mug", (db) => write(db, "afterwards"))).resolves.toMatch(/^\d+$/);
});
