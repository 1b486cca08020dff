import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { findAct as findAnyAct } from "../../../../club/operators/operator-parts";
import { type Act, type ActOutcome, defineAct } from "../../../../club/platform/acts/act";
import {
  checkAct,
  confirmActRequest,
  decideActRequest,
  readActRequest,
} from "../../../../club/platform/acts/act-requests";
import { carryOut, type RawInput } from "../../../../club/platform/acts/carry-out";
import { count, person } from "../../../../club/platform/acts/field";
import { clearActRequestsJob } from "../../../../club/platform/acts/jobs";
import { actorName, type Operator } from "../../../../club/platform/acts/operator";
import { runAct } from "../../../../club/platform/acts/run-act";
import { creditPoints, readBalance } from "../../../../club/points/ledger";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson } from "../../club-people";

let club: TestClub;
let asker: Operator;
let second: Operator;

/** Credits points, and says what the balance is afterwards. */
const giveAct: Act = defineAct({
  name: "give-points",
  group: "money",
  title: "Дать баллы",
  summary: "Give points.",
  gives: "points",
  roles: ["finance"],
  fields: { person: person(), points: count({ label: "Баллы", help: "points" }) },
  async run({ trx, authority }, input) {
    const userId = Number(input.person);
    const reference = `test-${(await readBalance(trx, userId)) + input.points}`;
    await creditPoints(trx, authority, [
      { userId, amount: input.points, reason: "correction", reference, action: "Тест" },
    ]);
    return { lines: [`На счёте ${await readBalance(trx, userId)}`], points: input.points };
  },
});
const findAct = () => giveAct;

const confirm = (operator: Operator, { id, seen }: { id: string; seen: string }) =>
  confirmActRequest(services(), operator, findAct, id, { seen });
const look = (operator: Operator, id: string) => readActRequest(services(), operator, findAct, id);
/** A yes to what the operator has looked at. */
const agree = async (operator: Operator, id: string) => {
  const { seen } = await look(operator, id);
  return decideActRequest(services(), operator, findAct, id, { yes: { seen }, reason: "" });
};

beforeAll(async () => {
  club = await openTestClub({ work: false, settings: { secondOperatorPoints: 1_000 } });
  [asker, second] = await Promise.all([addOperator("first"), addOperator("second")]);
});
afterAll(() => club.close());

/** Adds an operator; by an act when `by` is given. */
async function addOperator(login: string, by?: Operator): Promise<Operator> {
  const roles = ["finance", "owner"] as const;
  if (by) {
    const input = { login, full_name: login, finance: true, owner: true };
    const outcome = await handOut(by, "add-operator", input);
    const id = Number((outcome.subject as { id: number }).id);
    return { kind: "operator", id, login, fullName: login, roles };
  }
  const { id } = await club.db
    .insertInto("operators")
    .values({ login, full_name: login, roles: [...roles] })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { kind: "operator", id, login, fullName: login, roles };
}

const services = () => club.club.services;

/** An act that hands out an access, with the yes of an operator who has nothing else to do with it. */
function handOut(by: Operator, name: string, input: RawInput): Promise<ActOutcome> {
  const circumstances = by.kind === "shell" ? {} : { approvedBy: "second" };
  return services()
    .db.transaction()
    .execute((trx) => carryOut(trx, services(), by, findAnyAct(name), input, circumstances));
}

const give = async (points: number) => {
  const { id } = await addPerson(club);
  return { userId: id, input: { person: String(id), points: String(points) } };
};

test("architecture: an act of many points waits for a second operator, who isn't the first", async () => {
  const { userId, input } = await give(5_000);
  const checked = await checkAct(services(), asker, giveAct, input);
  expect(checked).toMatchObject({
    state: "checked",
    whySecondOperator: [expect.stringMatching(/^Это больше .* одним действием\.$/)],
  });
  expect(await confirm(asker, checked)).toMatchObject({ state: "waiting", mayDecide: false });
  // The second press of a double click.
  expect((await confirm(asker, checked)).state).toBe("waiting");
  expect(await readBalance(club.db, userId)).toBe(0);
  await expect(agree(asker, checked.id)).rejects.toMatchObject({ status: 403 });
  const seen = await look(second, checked.id);
  expect(seen).toMatchObject({ mayDecide: true, outcome: { lines: ["На счёте 5000"] } });
  const yes = { yes: seen, reason: "" };
  expect((await decideActRequest(services(), second, findAct, checked.id, yes)).state).toBe("done");
  expect((await decideActRequest(services(), second, findAct, checked.id, yes)).state).toBe("done");
  expect(await readBalance(club.db, userId)).toBe(5_000);
  const row = await club.db.selectFrom("audit_log").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
  expect(row).toMatchObject({ actor: "first", approved_by: "second", points: 5_000 });
  club.clock.advance(11_000);
  await expect(decideActRequest(services(), second, findAct, checked.id, yes)).rejects.toMatchObject({ status: 409 });
  expect(await readBalance(club.db, userId)).toBe(5_000);
});

test("architecture: an act of exactly the limit needs one operator, and a point more needs two", async () => {
  for (const [points, state] of [
    [999, "done"],
    [1_000, "done"],
    [1_001, "waiting"],
  ] as const) {
    const { userId, input } = await give(points);
    expect((await confirm(asker, await checkAct(services(), asker, giveAct, input))).state).toBe(state);
    expect(await readBalance(club.db, userId)).toBe(state === "done" ? points : 0);
  }
});

test("architecture: a second operator may agree within thirty days, and after them nothing is left to agree to", async () => {
  const { userId, input } = await give(1_500);
  const [timely, late] = [
    await checkAct(services(), asker, giveAct, input),
    await checkAct(services(), asker, giveAct, input),
  ];
  for (const checked of [timely, late]) expect((await confirm(asker, checked)).state).toBe("waiting");
  club.clock.advance(30 * 24 * 60 * 60 * 1000 - 60_000);
  expect((await agree(second, timely.id)).state).toBe("done");
  const { seen } = await look(second, late.id);
  club.clock.advance(60_000);
  await expect(agree(second, late.id)).rejects.toMatchObject({ status: 404 });
  for (const yes of [{ seen }, null]) {
    const decided = decideActRequest(services(), second, findAct, late.id, { yes, reason: "Нет" });
    await expect(decided).rejects.toMatchObject({ status: 404 });
  }
  expect(await readBalance(club.db, userId)).toBe(1_500);
});

test("architecture: an act begins to wait only together with the letter that tells of it, and tells once", async () => {
  const { input } = await give(5_000);
  const checked = await checkAct(services(), asker, giveAct, input);
  const told: string[] = [];
  const press = (isBroken: boolean) =>
    confirmActRequest(services(), asker, findAct, checked.id, { seen: checked.seen }, async (_trx, act, askedBy) => {
      if (isBroken) throw new Error("the letter couldn't be stored");
      told.push(`${act.name} ${askedBy}`);
    });
  await expect(press(true)).rejects.toThrow("the letter");
  expect((await look(asker, checked.id)).state).toBe("checked");
  expect((await press(false)).state).toBe("waiting");
  expect((await press(false)).state).toBe("waiting");
  expect(told).toEqual([`${giveAct.name} first`]);
});

test("architecture: a second operator's no changes nothing and is final", async () => {
  const { userId, input } = await give(5_000);
  const checked = await checkAct(services(), asker, giveAct, input);
  const { id } = checked;
  await confirm(asker, checked);
  const no = { yes: null, reason: "Не та сумма" };
  expect((await decideActRequest(services(), second, findAct, id, no)).state).toBe("refused");
  club.clock.advance(11_000);
  await expect(agree(second, id)).rejects.toMatchObject({ status: 409 });
  expect(await readBalance(club.db, userId)).toBe(0);
});

test("architecture: the command line too waits for a second operator", async () => {
  const { userId, input } = await give(5_000);
  const shell: Operator = { kind: "shell", user: "root" };
  const asked = await runAct(services(), shell, giveAct, input);
  expect(asked.state).toBe("waiting");
  expect(await readBalance(club.db, userId)).toBe(0);
  const id = z.object({ requestId: z.string() }).parse(asked).requestId;
  await expect(agree(shell, id)).rejects.toMatchObject({ status: 403 });
  await agree(second, id);
  expect(await readBalance(club.db, userId)).toBe(5_000);
  const row = await club.db.selectFrom("audit_log").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
  expect(row).toMatchObject({ actor: "shell:root", operator_id: null, approved_by: "second" });
});

test("architecture: what waits for a second operator isn't done by the first one, also when one would be enough by now", async () => {
  const { userId, input } = await give(5_000);
  const checked = await checkAct(services(), asker, giveAct, input);
  expect((await confirm(asker, checked)).state).toBe("waiting");
  const settings = { ...services().settings, secondOperatorPoints: 10_000 };
  const again = confirmActRequest({ ...services(), settings }, asker, findAct, checked.id, { seen: checked.seen });
  expect((await again).state).toBe("waiting");
  expect(await readBalance(club.db, userId)).toBe(0);
});

test("architecture: what has changed since the check is shown again instead of done", async () => {
  const { userId, input } = await give(100);
  const checked = await checkAct(services(), asker, giveAct, input);
  await runAct(services(), asker, giveAct, { ...input, points: "7" });
  const changed = await confirm(asker, checked);
  expect(changed).toMatchObject({ state: "changed", outcome: { lines: ["На счёте 107"] } });
  expect(await readBalance(club.db, userId)).toBe(7);
  expect((await confirm(asker, changed)).state).toBe("done");
  expect(await readBalance(club.db, userId)).toBe(107);
});

test("architecture: a second operator agrees to what was seen, whoever has looked meanwhile", async () => {
  const { userId, input } = await give(5_000);
  const checked = await checkAct(services(), asker, giveAct, input);
  await confirm(asker, checked);
  const { seen } = await look(second, checked.id);
  await runAct(services(), asker, giveAct, { ...input, points: "7" });
  // The asker's look at what it has become isn't the second operator's.
  await look(asker, checked.id);
  const changed = await decideActRequest(services(), second, findAct, checked.id, { yes: { seen }, reason: "" });
  expect(changed).toMatchObject({ state: "changed", mayDecide: true, outcome: { lines: ["На счёте 5007"] } });
  expect(await readBalance(club.db, userId)).toBe(7);
  const yes = { yes: changed, reason: "" };
  expect((await decideActRequest(services(), second, findAct, checked.id, yes)).state).toBe("done");
  expect(await readBalance(club.db, userId)).toBe(5_007);
});

test("architecture: an owner can't agree with an operator of their own making, nor two of them with each other", async () => {
  const ask = async (operator: Operator) => {
    const { input } = await give(5_000);
    const asked = await runAct(services(), operator, giveAct, input);
    return asked.state === "waiting" ? asked.requestId : "";
  };
  const mayDecide = async (by: Operator, decider: Operator) => {
    const id = await ask(by);
    const view = await look(decider, id);
    const { seen } = view;
    const answer = decideActRequest(services(), decider, findAct, id, { yes: { seen }, reason: "" });
    if (view.mayDecide) expect((await answer).state).toBe("done");
    else await expect(answer).rejects.toMatchObject({ status: 403 });
    return view.mayDecide;
  };
  const shell: Operator = { kind: "shell", user: "anna" };
  const [vera, olga] = [await addOperator("vera", shell), await addOperator("olga", shell)];
  const made = await addOperator("made-by-vera", vera);
  const grandchild = await addOperator("made-by-made", made);
  const sibling = await addOperator("another-of-vera", vera);
  expect(await mayDecide(vera, olga)).toBe(true);
  for (const [one, other] of [
    [vera, made],
    [made, vera],
    [vera, grandchild],
    [made, sibling],
    [grandchild, sibling],
    [shell, vera],
    [vera, shell],
  ] as const) {
    expect([actorName(one), actorName(other), await mayDecide(one, other)]).toEqual([
      actorName(one),
      actorName(other),
      false,
    ]);
  }
  expect(await mayDecide(made, olga)).toBe(true);
  expect(await mayDecide(shell, made)).toBe(true);
  // A reset hands out the access anew; at the command line it makes it independent again.
  const reset = (by: Operator, operator: string) => handOut(by, "reset-operator-code", { operator });
  await reset(vera, "olga");
  expect(await mayDecide(vera, olga)).toBe(false);
  await reset(made, "made-by-vera");
  expect(await mayDecide(vera, made)).toBe(false);
  await reset(shell, "olga");
  expect(await mayDecide(vera, olga)).toBe(true);
});

test("architecture: two confirmations at once do an act once", async () => {
  const { userId, input } = await give(100);
  const checked = await checkAct(services(), asker, giveAct, input);
  const [first, again] = await Promise.all([1, 2].map(() => confirm(asker, checked)));
  expect(first).toMatchObject({ state: "done", outcome: { lines: ["На счёте 100"] } });
  expect(again?.outcome).toEqual(first?.outcome);
  expect(await readBalance(club.db, userId)).toBe(100);
});

test("architecture: the answer of an act is kept sealed for seconds, for whoever has pressed the button", async () => {
  const { input } = await give(100);
  const checked = await checkAct(services(), asker, giveAct, input);
  const row = () =>
    club.db.selectFrom("act_requests").select("answer_sealed").where("key", "=", checked.id).executeTakeFirstOrThrow();
  await confirm(asker, checked);
  expect((await row()).answer_sealed?.toString()).not.toContain("На счёте");
  await expect(confirm(second, checked)).rejects.toMatchObject({ status: 409 });
  await clearActRequestsJob.handle({}, services());
  expect((await confirm(asker, checked)).outcome.lines).toEqual(["На счёте 100"]);
  club.clock.advance(11_000);
  await expect(confirm(asker, checked)).rejects.toMatchObject({ status: 409 });
  await clearActRequestsJob.handle({}, services());
  expect((await row()).answer_sealed).toBeNull();
});

test("architecture: nobody confirms another's check, and a check ends after an hour", async () => {
  const { input } = await give(100);
  const checked = await checkAct(services(), asker, giveAct, input);
  const timely = await checkAct(services(), asker, giveAct, { ...input, points: "101" });
  await expect(confirm(second, checked)).rejects.toMatchObject({ status: 404 });
  club.clock.advance(59 * 60 * 1000);
  expect((await confirm(asker, timely)).state).toBe("done");
  club.clock.advance(2 * 60 * 1000);
  await expect(confirm(asker, checked)).rejects.toMatchObject({ status: 404 });
});

test("architecture: the audit log is final, and holds neither whom a field named nor secrets", async () => {
  const { userId, input } = await give(3);
  await runAct(services(), asker, giveAct, input);
  const row = await club.db.selectFrom("audit_log").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
  expect(row.input).toEqual({ points: 3 });
  expect(userId).toBeGreaterThan(0);
  await expect(club.db.deleteFrom("audit_log").execute()).rejects.toThrow("never changed");
});
