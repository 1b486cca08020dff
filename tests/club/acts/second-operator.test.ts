import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Act, defineAct } from "../../../club/acts/act";
import { checkAct, confirmActRequest, decideActRequest, readActRequest } from "../../../club/acts/act-requests";
import { count, person } from "../../../club/acts/field";
import type { Operator } from "../../../club/acts/operator";
import { runAct } from "../../../club/acts/run-act";
import { creditPoints, readBalance } from "../../../club/ledger/ledger";
import { openTestClub, type TestClub } from "../../setup/club";
import { addPerson } from "../club-people";

let club: TestClub;
let asker: Operator;
let second: Operator;

/** Credits points, and says what the balance is afterwards. */
const giveAct: Act = defineAct({
  name: "give-points",
  group: "money",
  title: "Дать баллы",
  summary: "Give points.",
  roles: ["finance"],
  fields: { person: person(), points: count({ label: "Баллы", help: "points" }) },
  async run({ trx }, input) {
    const userId = Number(input.person);
    const reference = `test-${(await readBalance(trx, userId)) + input.points}`;
    await creditPoints(trx, [{ userId, amount: input.points, reason: "correction", reference, action: "Тест" }]);
    return { lines: [`На счёте ${await readBalance(trx, userId)}`], points: input.points };
  },
});
const findAct = () => giveAct;

beforeAll(async () => {
  club = await openTestClub({ work: false, settings: { secondOperatorPoints: 1_000 } });
  [asker, second] = (await Promise.all(["first", "second"].map(addOperator))) as [Operator, Operator];
});
afterAll(() => club.close());

async function addOperator(login: string): Promise<Operator> {
  const { id } = await club.db
    .insertInto("operators")
    .values({ login, full_name: login, roles: ["finance"] })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { kind: "operator", id, login, fullName: login, roles: ["finance"] };
}

const services = () => club.club.services;
const give = async (points: number) => {
  const { id } = await addPerson(club);
  return { userId: id, input: { person: String(id), points: String(points) } };
};

test("architecture: an act of many points waits for a second operator, who isn't the first", async () => {
  const { userId, input } = await give(5_000);
  const checked = await checkAct(services(), asker, giveAct, input);
  expect(checked).toMatchObject({ state: "checked", needsSecondOperator: true });
  const waiting = await confirmActRequest(services(), asker, findAct, checked.id);
  expect(waiting.state).toBe("waiting");
  expect(await readBalance(club.db, userId)).toBe(0);
  const yes = { yes: true, reason: "" };
  await expect(decideActRequest(services(), asker, findAct, checked.id, yes)).rejects.toMatchObject({ status: 403 });
  expect((await readActRequest(services(), second, findAct, checked.id)).outcome.lines).toEqual(["На счёте 5000"]);
  expect((await decideActRequest(services(), second, findAct, checked.id, yes)).state).toBe("done");
  expect(await readBalance(club.db, userId)).toBe(5_000);
  const row = await club.db.selectFrom("audit_log").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
  expect(row).toMatchObject({ actor: "first", approved_by: "second", points: 5_000 });
  await expect(decideActRequest(services(), second, findAct, checked.id, yes)).rejects.toMatchObject({ status: 409 });
});

test("architecture: a second operator's no changes nothing and is final", async () => {
  const { userId, input } = await give(5_000);
  const { id } = await checkAct(services(), asker, giveAct, input);
  await confirmActRequest(services(), asker, findAct, id);
  const no = { yes: false, reason: "Не та сумма" };
  expect((await decideActRequest(services(), second, findAct, id, no)).state).toBe("refused");
  await expect(decideActRequest(services(), second, findAct, id, { ...no, yes: true })).rejects.toMatchObject({
    status: 409,
  });
  expect(await readBalance(club.db, userId)).toBe(0);
});

test("architecture: the command line too waits for a second operator", async () => {
  const { userId, input } = await give(5_000);
  const shell: Operator = { kind: "shell", user: "root" };
  const asked = await runAct(services(), shell, giveAct, input);
  expect(asked.state).toBe("waiting");
  expect(await readBalance(club.db, userId)).toBe(0);
  const id = z.object({ requestId: z.string() }).parse(asked).requestId;
  await expect(decideActRequest(services(), shell, findAct, id, { yes: true, reason: "" })).rejects.toThrow();
  await decideActRequest(services(), second, findAct, id, { yes: true, reason: "" });
  expect(await readBalance(club.db, userId)).toBe(5_000);
});

test("architecture: what has changed since the check is shown again instead of done", async () => {
  const { userId, input } = await give(100);
  const { id } = await checkAct(services(), asker, giveAct, input);
  await runAct(services(), asker, giveAct, { ...input, points: "7" });
  const changed = await confirmActRequest(services(), asker, findAct, id);
  expect(changed).toMatchObject({ state: "changed", outcome: { lines: ["На счёте 107"] } });
  expect(await readBalance(club.db, userId)).toBe(7);
  expect((await confirmActRequest(services(), asker, findAct, id)).state).toBe("done");
  expect(await readBalance(club.db, userId)).toBe(107);
});

test("architecture: two confirmations at once do an act once", async () => {
  const { userId, input } = await give(100);
  const { id } = await checkAct(services(), asker, giveAct, input);
  const results = await Promise.allSettled([1, 2].map(() => confirmActRequest(services(), asker, findAct, id)));
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await readBalance(club.db, userId)).toBe(100);
});

test("architecture: nobody confirms another's check, and a check ends after an hour", async () => {
  const { input } = await give(100);
  const { id } = await checkAct(services(), asker, giveAct, input);
  await expect(confirmActRequest(services(), second, findAct, id)).rejects.toMatchObject({ status: 404 });
  club.clock.advance(61 * 60 * 1000);
  await expect(confirmActRequest(services(), asker, findAct, id)).rejects.toMatchObject({ status: 404 });
});

test("architecture: the audit log is final, and holds neither whom a field named nor secrets", async () => {
  const { userId, input } = await give(3);
  await runAct(services(), asker, giveAct, input);
  const row = await club.db.selectFrom("audit_log").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
  expect(row.input).toEqual({ points: 3 });
  expect(userId).toBeGreaterThan(0);
  await expect(club.db.deleteFrom("audit_log").execute()).rejects.toThrow("never changed");
});
