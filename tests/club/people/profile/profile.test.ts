import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { moscowDate } from "../../../../club/platform/moscow-date";
import {
  addCompany as addCompanyCall,
  addRelation,
  exportManagers,
  exportMembers,
  markBannerShown,
  profile,
} from "../../../../contract/accounts";
import { alias } from "../../../../contract/values";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addCompany, addPerson, firstSegment, freshInn } from "../../club-people";

let club: TestClub;
let curator: Awaited<ReturnType<typeof addPerson>>;
let manager: Awaited<ReturnType<typeof addPerson>>;
let member: Awaited<ReturnType<typeof addPerson>>;
let inn: string;
beforeAll(async () => {
  club = await openTestClub({ work: false });
  curator = await addPerson(club, { role: "curator", last_name: "Белов" });
  await addCompany(club, curator.id, "distributor", "Вал");
  manager = await addPerson(club, { role: "manager", curator_id: curator.id, last_name: "=Седов" });
  member = await addPerson(club, { manager_id: manager.id, curator_id: curator.id, last_name: "Титов" });
  inn = (await addCompany(club, member.id, "retail", "Ось; «плюс»")).inn;
  await addPerson(club, { manager_id: manager.id, phone_confirmed_at: null, last_name: "Никто" });
  // None of these is one of the curator's managers.
  const left = { role: "manager", curator_id: curator.id } as const;
  for (const changes of [{ is_disabled: true }, { is_system: true }, { phone_confirmed_at: null }]) {
    await addPerson(club, { ...left, ...changes });
  }
});
afterAll(() => club.close());

const read = async (person: { logIn(): Promise<string> }) => club.ask(profile, {}, { token: await person.logIn() });

test("§3.10 a curator sees the managers with their retail members and these with their companies", async () => {
  const { managers, members } = await read(curator);
  expect(members).toBeUndefined();
  expect(managers).toHaveLength(1);
  expect(managers?.[0]).toMatchObject({ id: String(manager.id), email: manager.email });
  expect(managers?.[0]?.members).toHaveLength(1);
  expect(managers?.[0]?.members[0]).toMatchObject({ last_name: "Титов", companies: [{ inn }] });
});

test("§3.10 a manager sees the members, a member the companies and the curator with the distributor", async () => {
  expect((await read(manager)).members).toMatchObject([{ last_name: "Титов", companies: [{ inn }] }]);
  const own = await read(member);
  expect(own.companies).toMatchObject([{ inn }]);
  const { phone, email } = curator;
  expect(own.curator).toEqual({ id: String(curator.id), name: "Белов Пётр Олегович", company: "Вал", phone, email });
});

test("§3.10 a member is told who serves the shop, until the manager's account is closed", async () => {
  const { phone, email } = manager;
  expect((await read(member)).manager).toEqual({ name: "=Седов Пётр Олегович", phone, email });
  const closed = await addPerson(club, { role: "manager", curator_id: curator.id, is_disabled: true });
  const orphan = await addPerson(club, { role: "member", manager_id: closed.id, curator_id: curator.id });
  expect((await read(orphan)).manager).toBeNull();
  expect((await read(manager)).manager).toBeNull();
});

test("§3.10 a manager is told which shops haven't accepted the rules, and which haven't bought for a month", async () => {
  const boss = await addPerson(club, { role: "manager", curator_id: curator.id });
  const shop = async (last_name: string, changes: Parameters<typeof addPerson>[1]) => {
    const person = await addPerson(club, { manager_id: boss.id, curator_id: curator.id, last_name, ...changes });
    return { ...person, company: await addCompany(club, person.id, "retail", last_name) };
  };
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  const old = { phone_confirmed_at: daysAgo(90) };
  const [buyer, idle, returned] = [await shop("А", old), await shop("Б", old), await shop("В", old)];
  await shop("Г", { phone_confirmed_at: daysAgo(3), agreement_accepted_at: null });
  const file = await club.db
    .insertInto("report_files")
    .values({ curator_id: curator.id, file_name: "a.csv", content_type: "text/csv", content: Buffer.from("") })
    .returning("id")
    .executeTakeFirstOrThrow();
  const otherCurator = await addPerson(club, { role: "curator" });
  const elsewhere = await club.db
    .insertInto("report_files")
    .values({ curator_id: otherCurator.id, file_name: "b.csv", content_type: "text/csv", content: Buffer.from("") })
    .returning("id")
    .executeTakeFirstOrThrow();
  const deals = [
    { shop: buyer, sold: daysAgo(10), sell_count: 2, recalled_at: null },
    { shop: idle, sold: daysAgo(50), sell_count: 2, recalled_at: null },
    { shop: idle, sold: daysAgo(5), sell_count: 2, recalled_at: new Date() },
    { shop: returned, sold: daysAgo(5), sell_count: -1, recalled_at: null },
  ].map(({ shop: { id: member_id, company }, sold, ...deal }, index) => ({
    ...deal,
    file_id: file.id,
    file_row: index + 1,
    curator_id: curator.id,
    manager_id: boss.id,
    member_id,
    company_id: company.id,
    sell_date: moscowDate(sold),
    article_code: "A",
    article_name: "Тяга",
    manager_points: 0,
    member_points: 0,
    fingerprint: Buffer.from([index]),
  }));
  await club.db.insertInto("deals").values(deals).execute();
  // What another distributor has sold to the shop is hidden from this manager.
  const foreign = { file_id: elsewhere.id, curator_id: otherCurator.id, manager_id: otherCurator.id };
  for (const deal of deals.slice(2, 3)) {
    await club.db
      .insertInto("deals")
      .values({ ...deal, ...foreign, recalled_at: null, fingerprint: Buffer.from("elsewhere") })
      .execute();
  }
  const signs = (await read(boss)).members?.map((one) => [
    one.last_name,
    one.is_agreement_accepted,
    one.bought_within_month,
  ]);
  expect(signs).toEqual([
    ["А", true, true],
    ["Б", true, false],
    ["В", true, false],
    ["Г", false, true],
  ]);
});

test("§3.10 managers and shops stand by their last names, and by their first names where these are the same", async () => {
  const boss = await addPerson(club, { role: "curator" });
  const names = [
    { last_name: "Яковлев", first_name: "Анна" },
    { last_name: "Белов", first_name: "Яна" },
    { last_name: "Белов", first_name: "Анна" },
  ];
  const sorted = ["Белов Анна", "Белов Яна", "Яковлев Анна"];
  const own = [];
  for (const name of names) own.push(await addPerson(club, { role: "manager", curator_id: boss.id, ...name }));
  for (const name of names) await addPerson(club, { manager_id: own[0]?.id ?? 0, ...name });
  const { managers } = await read(boss);
  const nameOf = (one: { last_name: string; first_name: string }) => `${one.last_name} ${one.first_name}`;
  expect(managers?.map(nameOf)).toEqual(sorted);
  expect(managers?.at(-1)?.members.map(nameOf)).toEqual(sorted);
});

test("§6.2 system participants and tadam have no people and no points", async () => {
  for (const person of [{ role: "tadam" }, { role: "curator", is_system: true }] as const) {
    const user = await read(await addPerson(club, person));
    expect(user).toMatchObject({ points: { points: 0 }, is_system: "is_system" in person });
    expect(user.managers ?? user.members ?? user.companies).toBeUndefined();
  }
});

test("§3.10 a curator of 200 managers and 2000 members reads the profile in six statements at most", async () => {
  const boss = await addPerson(club, { role: "curator" });
  await sql`
    with managers as (
      insert into users (role, first_name, last_name, phone, email, curator_id, phone_confirmed_at)
      select 'manager', 'И', 'М' || n, (79800000000 + n)::text, 'm' || n || '@example.com', ${boss.id}, now()
      from generate_series(1, 200) n returning id
    ), members as (
      insert into users (role, first_name, last_name, phone, email, manager_id, phone_confirmed_at)
      select 'member', 'И', 'Р' || n, (79810000000 + row_number() over ())::text, id || 'r' || n || '@example.com', id, now()
      from managers, generate_series(1, 10) n returning id
    )
    insert into companies (kind, owner_id, inn, actual_name_organization, legal_name_organization)
    select 'retail', id, (5000000000 + row_number() over ())::text, 'Т', 'Т' from members
  `.execute(club.db);
  const token = await boss.logIn();
  const query = vi.spyOn(pg.Client.prototype, "query");
  const { managers } = await club.ask(profile, {}, { token });
  expect(query.mock.calls.length).toBeLessThanOrEqual(6);
  query.mockRestore();
  expect(managers).toHaveLength(200);
  expect(managers?.flatMap((one) => one.members.flatMap((other) => other.companies))).toHaveLength(2000);
});

test("§7.1 §3.10 exports are CSV with one row for each company, and formulas are escaped", async () => {
  const managers = await club.call(exportManagers, {}, { token: await curator.logIn() });
  expect(managers.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const text = managers.body.toString("utf8");
  expect(text.startsWith("\uFEFFМенеджер;")).toBe(true);
  expect(text).toContain("'=Седов");
  expect(text).toContain(inn);
  const members = await club.call(exportMembers, {}, { token: await manager.logIn() });
  expect(members.body.toString("utf8").split("\r\n")[1]).toContain("Титов Пётр Олегович;");
  expect((await club.call(exportManagers, {}, { token: await manager.logIn() })).status).toBe(403);
});

test("§3.10 in an export a manager without shops and a shop without a company have rows of their own, with empty cells", async () => {
  const boss = await addPerson(club, { role: "curator" });
  const empty = await addPerson(club, { role: "manager", curator_id: boss.id, last_name: "Абрамов" });
  const full = await addPerson(club, { role: "manager", curator_id: boss.id, last_name: "Борисов" });
  const shop = await addPerson(club, { manager_id: full.id, curator_id: boss.id, last_name: "Власов" });
  const { body } = await club.call(exportManagers, {}, { token: await boss.logIn() });
  const name = "Пётр Олегович";
  expect(body.toString("utf8").trimEnd().split("\r\n").slice(1)).toEqual([
    `Абрамов ${name};${empty.email};${empty.phone};;;;;;;`,
    `Борисов ${name};${full.email};${full.phone};Власов ${name};${shop.email};${shop.phone};;;;`,
  ]);
});

test("§4.4 the newest banner of the role is shown until it has been seen", async () => {
  await club.db
    .insertInto("banners")
    .values([
      { title: "Всем", text: "Текст" },
      { title: "Магазинам", text: "Текст", role: "member", link: "/promo/" },
    ])
    .execute();
  const token = await member.logIn();
  expect(await club.ask(profile, {}, { token })).toMatchObject({
    is_banner_shown: false,
    banner: { title: "Магазинам", link: "/promo/" },
  });
  expect(await read(manager)).toMatchObject({ is_banner_shown: false, banner: { title: "Всем" } });
  // A banner for a role speaks of points, which its system participants don't collect.
  const system = await addPerson(club, { role: "member", is_system: true });
  expect(await read(system)).toMatchObject({ banner: { title: "Всем" } });
  await Promise.all([1, 2].map(() => club.ask(markBannerShown, {}, { token })));
  expect(await club.ask(profile, {}, { token })).toMatchObject({ is_banner_shown: true });
});

test("§7.1 a member adds a company of their own; one of another participant is refused", async () => {
  const token = await member.logIn();
  const company = {
    company_inn: freshInn(),
    company_actual_name_organization: "Второй гараж",
    company_actual_address_organization: "Клин, 2",
    company_segment_id: await firstSegment(club),
  };
  expect(await club.ask(addCompanyCall, company, { token })).toMatchObject({ inn: company.company_inn });
  const other = await (await addPerson(club)).logIn();
  for (const owner of [token, other]) {
    const again = await club.call(addCompanyCall, company, { token: owner });
    expect([again.status, again.refusal?.aliases]).toEqual([409, [alias.companyExists]]);
  }
});

test("§8.2 the company of an erased person is added by another member, and is theirs with the new data", async () => {
  const erased = await addPerson(club, { erased_at: new Date(), is_disabled: true });
  const former = await addCompany(club, erased.id, "retail", "Ушла");
  const heir = await addPerson(club);
  const company = {
    company_inn: former.inn,
    company_actual_name_organization: "Пришла",
    company_actual_address_organization: "Клин, 3",
    company_segment_id: await firstSegment(club),
  };
  const added = await club.ask(addCompanyCall, company, { token: await heir.logIn() });
  expect(added).toMatchObject({ inn: former.inn, actual_name_organization: "Пришла" });
  const companies = await club.db.selectFrom("companies").selectAll().where("inn", "=", former.inn).execute();
  expect(companies).toMatchObject([
    { id: former.id, owner_id: heir.id, actual_name_organization: "Пришла", actual_address_organization: "Клин, 3" },
  ]);
});

test("§4.11 a member without a distributor chooses one, and can't change the choice", async () => {
  const loose = await addPerson(club);
  const token = await loose.logIn();
  await club.ask(addRelation, { related_to_user_id: [curator.id] }, { token });
  await club.ask(addRelation, { related_to_user_id: [manager.id] }, { token });
  // The distributor chosen again leaves the manager.
  await club.ask(addRelation, { related_to_user_id: [curator.id] }, { token });
  const own = await club.ask(profile, {}, { token });
  expect(own.curator?.company).toBe("Вал");
  expect(own.manager?.phone).toBe(manager.phone);
  const colleague = await addPerson(club, { role: "manager", curator_id: curator.id });
  expect((await club.call(addRelation, { related_to_user_id: [colleague.id] }, { token })).status).toBe(409);
  const stranger = await addPerson(club, { role: "curator" });
  expect((await club.call(addRelation, { related_to_user_id: [stranger.id] }, { token })).status).toBe(409);
  expect((await club.call(addRelation, { related_to_user_id: [member.id] }, { token })).status).toBe(422);
});

test("§4.11 a manager who works for nobody can't be chosen, and a manager doesn't choose themselves", async () => {
  const loose = await addPerson(club, { role: "manager" });
  const choose = async (who: { logIn(): Promise<string> }, id: number) => {
    const { status, refusal } = await club.call(
      addRelation,
      { related_to_user_id: [id] },
      { token: await who.logIn() },
    );
    return [status, Object.keys(refusal?.fields ?? {})];
  };
  const refused = [422, ["related_to_user_id"]];
  expect(await choose(await addPerson(club), loose.id)).toEqual(refused);
  expect(await choose(loose, loose.id)).toEqual(refused);
});
