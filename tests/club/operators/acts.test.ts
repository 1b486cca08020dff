import { afterAll, beforeAll, expect, test } from "vitest";
import { findAct, lists } from "../../../club/operators/operator-parts";
import { tellOwners } from "../../../club/operators/tell-owners";
import { askSecondOperator } from "../../../club/platform/acts/act-requests";
import type { Operator } from "../../../club/platform/acts/operator";
import { runAct } from "../../../club/platform/acts/run-act";
import { type List, readPage } from "../../../club/platform/acts/view";
import { decideAct, readCard, readList, readOperator, readRequest, readToday } from "../../../contract/operator/calls";
import { openTestClub, type TestClub } from "../../setup/club";
import { addTestOperator } from "../../setup/operators";

const DAY_MS = 24 * 60 * 60 * 1000;

let club: TestClub;
const shell: Operator = { kind: "shell", user: "root" };

beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

const run = (act: string, input: Record<string, string>) => runAct(club.club.services, shell, findAct(act), input);

test("architecture: an owner is always left", async () => {
  const only = await addTestOperator(club, ["owner"]);
  const refusal = { entries: [{ error_system_message: { field_key: "operator" } }] };
  await expect(run("disable-operator", { operator: only.login })).rejects.toMatchObject(refusal);
  await expect(run("set-operator-roles", { operator: only.login, support: "on" })).rejects.toMatchObject(refusal);
  const second = await addTestOperator(club, ["owner", "finance"]);
  await run("set-operator-roles", { operator: String(only.id), support: "on" });
  expect((await only.ask(readOperator, {})).roles).toEqual(["support"]);
  await expect(run("disable-operator", { operator: second.login })).rejects.toMatchObject(refusal);
  await run("disable-operator", { operator: only.login.toUpperCase() });
  expect((await only.call(readOperator, {})).status).toBe(401);
});

test("architecture: a disabled operator isn't disabled again, nor an enabled one enabled", async () => {
  const { login } = await addTestOperator(club, ["support"]);
  const isRefused = (act: string, message: string) =>
    expect(run(act, { operator: login })).rejects.toMatchObject({
      entries: [{ error_display_message: message, error_system_message: { field_key: "operator" } }],
    });
  await isRefused("enable-operator", "Оператор не отключён.");
  await run("disable-operator", { operator: login });
  await isRefused("disable-operator", "Оператор уже отключён.");
});

test("architecture: a reset ends sessions, codes and password; nobody logs in with the old ones", async () => {
  const operator = await addTestOperator(club, ["support"]);
  const { outcome } = await run("reset-operator-code", { operator: operator.login });
  expect(outcome.secrets?.[0]?.value).toMatch(/^\w{4}-\w{4}-\w{4}$/);
  expect((await operator.call(readOperator, {})).status).toBe(401);
  const row = await club.db.selectFrom("operators").selectAll().where("id", "=", operator.id).executeTakeFirstOrThrow();
  expect(row.totp_secret_sealed).toBeNull();
  expect(row.password_expires_at).not.toBeNull();
});

test("architecture: logins are unique in any case and never look like an id or a name of the shell", async () => {
  const add = (login: string) => run("add-operator", { login, full_name: "Имя", support: "on" });
  await add("Vera@example.com");
  await expect(add("vera@EXAMPLE.com")).rejects.toMatchObject({ status: 409 });
  for (const login of ["12345", "shell:root", "вера"]) await expect(add(login)).rejects.toMatchObject({ status: 422 });
  await expect(run("add-operator", { login: "nobody", full_name: "Имя" })).rejects.toMatchObject({ status: 422 });
});

test("§1.2 of what waits the other owners who work are told by mail, and whether it may happen without them", async () => {
  for (const [login, role, is_disabled] of [
    ["asker@brand.example", "owner", false],
    ["boss@brand.example", "owner", false],
    ["gone@brand.example", "owner", true],
    ["help@brand.example", "support", false],
    ["boss-without-address", "owner", false],
  ] as const) {
    await club.db
      .insertInto("operators")
      .values({ login, full_name: "Имя", roles: [role], is_disabled })
      .execute();
  }
  const told = async (name: string, operatorOrigin: string | null = null) => {
    const { services } = club.club;
    const within = { ...services, settings: { ...services.settings, operatorOrigin } };
    await club.db.transaction().execute((trx) => tellOwners(trx, within, findAct(name), "asker@brand.example"));
    const letters = await club.db
      .selectFrom("outbox")
      .select(["recipient", "text"])
      .where("subject", "=", `Ждёт решения: ${findAct(name).title}`)
      .orderBy("id")
      .execute();
    return letters.map(({ recipient, text }) => [recipient, text.includes("выполнится само"), text.split("\n").at(-1)]);
  };
  const page = "Откройте консоль: «Ждут второго оператора».";
  expect(await told("add-curator")).toEqual([["boss@brand.example", true, page]]);
  expect(await told("redirect-token")).toEqual([["boss@brand.example", false, page]]);
  expect(await told("correct-points")).toEqual([]);
  expect((await told("add-curator", "https://operators.brand.example")).at(-1)?.at(-1)).toBe(
    "Откройте https://operators.brand.example/lists/act-requests: «Ждут второго оператора».",
  );
  await club.db
    .updateTable("operators")
    .set({ roles: ["support"] })
    .where("login", "like", "%boss%")
    .execute();
  await club.db
    .updateTable("operators")
    .set({ roles: ["support"] })
    .where("login", "like", "asker@%")
    .execute();
});

test("architecture: the audit log is found by act, actor and subject, and only by owners", async () => {
  const owner = await addTestOperator(club, ["owner"]);
  await run("reset-operator-code", { operator: String(owner.id) });
  const again = await addTestOperator(club, ["owner"]);
  const find = async (filters: Record<string, string>) =>
    (await again.ask(readList, { listName: "audit", ...filters })).table.rows;
  const subject = `operator:${owner.id}`;
  const [row] = await find({ act: "reset-operator-code", actor: "shell:root", subject });
  expect(row?.cells.slice(1, 4)).toEqual(["shell:root", "Сбросить код и пароль", subject]);
  expect(await find({ act: "add-operator", subject })).toEqual([]);
  if (!row?.link || !("card" in row.link)) throw new Error("The entry has no card");
  const card = await again.ask(readCard, { cardName: row.link.card, cardId: row.link.id });
  expect(JSON.stringify(card)).toContain("enrolled");
  const support = await addTestOperator(club, ["support"]);
  expect((await support.call(readList, { listName: "audit" })).status).toBe(403);
});

test("architecture: a waiting act is counted today, listed, looked at and decided by a second operator", async () => {
  const [asker, second] = await Promise.all([addTestOperator(club, ["owner"]), addTestOperator(club, ["owner"])]);
  const { services } = club.club;
  const asOperator: Operator = { kind: "operator", id: asker.id, login: asker.login, fullName: "", roles: ["owner"] };
  const act = findAct("add-operator");
  const input = { login: "waiting@example.com", full_name: "Имя", support: "on" };
  const { id } = await askSecondOperator(services, asOperator, act, input, { lines: [] });
  const today = await second.ask(readToday, {});
  expect(today.items).toContainEqual(
    expect.objectContaining({ count: 1, link: { list: "act-requests", filters: {} } }),
  );
  const { table } = await second.ask(readList, { listName: "act-requests" });
  expect(table.rows[0]).toMatchObject({ link: { request: id } });
  expect(await asker.ask(readRequest, { requestId: id })).toMatchObject({ state: "waiting", may_decide: false });
  expect(await second.ask(readRequest, { requestId: id })).toMatchObject({
    may_decide: true,
    asked_by: asker.login,
    input,
  });
  expect((await asker.call(decideAct, { requestId: id, decision: "yes" })).status).toBe(403);
  // Nobody agrees to what they haven't looked at.
  const blind = await second.ask(decideAct, { requestId: id, decision: "yes" });
  expect(blind).toMatchObject({ state: "changed", may_decide: true });
  const done = await second.ask(decideAct, { requestId: id, decision: "yes", seen: blind.seen });
  expect(done.state).toBe("done");
});

test("architecture: a yes to an act that needs a code needs a fresh one of the decider, and a no needs none", async () => {
  const { services } = club.club;
  const second = await addTestOperator(club, ["owner"]);
  const input = { login: "no-code@example.com", full_name: "Имя", support: "on" };
  const { id } = await askSecondOperator(services, shell, findAct("add-operator"), input, { lines: [] });
  club.clock.advance(6 * 60 * 1000);
  const { seen, needs_code } = await second.ask(readRequest, { requestId: id });
  expect(needs_code).toBe(true);
  const yes = await second.call(decideAct, { requestId: id, decision: "yes", seen });
  expect(yes.refusal?.fields).toHaveProperty("code");
  expect((await second.ask(decideAct, { requestId: id, decision: "no" })).state).toBe("refused");
});

test("§1.2 an act waits in the list and in today's count for thirty days, and no longer", async () => {
  const { services } = club.club;
  const asked = club.clock.now().getTime();
  const at = (ms: number) => ({ ...services, now: () => new Date(asked + ms) });
  const input = { login: "late@example.com", full_name: "Имя", support: "on" };
  const request = await askSecondOperator(at(0), shell, findAct("add-operator"), input, { lines: [] });
  const list = lists.find(({ name }) => name === "act-requests") as List;
  const waiting = async (ms: number) => {
    const { rows } = await readPage(at(ms), list, {});
    expect(await list.today?.[0]?.count(at(ms))).toBe(rows.length);
    return rows.map(({ link }) => link);
  };
  expect(await waiting(30 * DAY_MS - 1)).toContainEqual({ request: request.id });
  expect(await waiting(30 * DAY_MS)).not.toContainEqual({ request: request.id });
});
