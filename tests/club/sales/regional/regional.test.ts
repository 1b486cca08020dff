import { afterAll, beforeAll, expect, test } from "vitest";
import { exportReportRows, findUsersByInn, listReportMonths } from "../../../../contract/regional";
import { alias } from "../../../../contract/values";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addCompany, addPerson, freshInn } from "../../club-people";

let club: TestClub;
type Person = Awaited<ReturnType<typeof addPerson>>;
let curator: Person;
let manager: Person;
let member: Person;
let shop: Awaited<ReturnType<typeof addCompany>>;
let dealer: Awaited<ReturnType<typeof addCompany>>;
let token: string;
beforeAll(async () => {
  club = await openTestClub({ work: false });
  curator = await addPerson(club, { role: "curator", last_name: "Белов" });
  dealer = await addCompany(club, curator.id, "distributor", "Вал");
  manager = await addPerson(club, { role: "manager", curator_id: curator.id, last_name: "Седов" });
  member = await addPerson(club, { curator_id: curator.id, manager_id: manager.id, last_name: "Титов" });
  shop = await addCompany(club, member.id, "retail", "Гараж");
  const file = await club.db
    .insertInto("report_files")
    .values({ curator_id: curator.id, file_name: "a.csv", content_type: "text/csv", content: Buffer.from("") })
    .returning("id")
    .executeTakeFirstOrThrow();
  const deals = ["2026-02-28", "2026-03-01", "2026-03-31", "2025-12-31"];
  await club.db
    .insertInto("deals")
    .values(
      deals.map((sell_date, index) => ({
        file_id: file.id,
        file_row: index + 1,
        curator_id: curator.id,
        manager_id: manager.id,
        member_id: member.id,
        company_id: shop.id,
        sell_date,
        article_code: `=A${index}`,
        article_name: "Тяга",
        sell_count: 2,
        document_number: index === 1 ? "УТ-1" : "",
        manager_points: 10,
        member_points: 3,
        fingerprint: Buffer.from([index]),
      })),
    )
    .execute();
  token = await (await addPerson(club, { role: "manager", is_system: true })).logIn();
});
afterAll(() => club.close());

test("§6.4 §7.1 participants are found by the INN of their company; a distributor's with its managers", async () => {
  expect(await club.ask(findUsersByInn, { inn: shop.inn }, { token })).toEqual([
    { id: String(member.id), name: "Титов Пётр Олегович", role: "Магазин или сервис", company: "Гараж", inn: shop.inn },
  ]);
  // Neither is found: one is out, the other hasn't come.
  const left = { role: "manager", curator_id: curator.id } as const;
  await addPerson(club, { ...left, is_disabled: true });
  await addPerson(club, { ...left, phone_confirmed_at: null });
  const ofDealer = await club.ask(findUsersByInn, { inn: dealer.inn }, { token });
  expect(ofDealer.map(({ name, role }) => [name, role])).toEqual([
    ["Белов Пётр Олегович", "Куратор"],
    ["Седов Пётр Олегович", "Менеджер"],
  ]);
  expect(await club.ask(findUsersByInn, { inn: freshInn() }, { token })).toEqual([]);
});

test("§7.1 months of report rows come newest first with the points of that participant", async () => {
  const months = (person: Person) => club.ask(listReportMonths, { id: person.id }, { token });
  expect(await months(member)).toEqual([
    { month: "2026-03", rows: 2, points: 6 },
    { month: "2026-02", rows: 1, points: 3 },
    { month: "2025-12", rows: 1, points: 3 },
  ]);
  expect((await months(manager))[0]).toEqual({ month: "2026-03", rows: 2, points: 20 });
  expect((await months(curator))[0]).toEqual({ month: "2026-03", rows: 2, points: 26 });
});

test("§7.1 the rows of one month come as CSV", async () => {
  const file = await club.call(exportReportRows, { user_id: member.id, month: "2026-03" }, { token });
  const lines = file.body.toString("utf8").trimEnd().split("\r\n");
  expect(lines.slice(1)).toEqual([
    `01.03.2026;Седов Пётр Олегович;Гараж;${shop.inn};'=A1;Тяга;2;УТ-1;3`,
    `31.03.2026;Седов Пётр Олегович;Гараж;${shop.inn};'=A2;Тяга;2;;3`,
  ]);
  expect(file.headers.get("content-disposition")).toContain(
    encodeURIComponent(`Продажи 2026-03, участник ${member.id}.csv`),
  );
  const december = await club.call(exportReportRows, { user_id: member.id, month: "2025-12" }, { token });
  expect(december.body.toString("utf8").trimEnd().split("\r\n")).toHaveLength(2);
  expect((await club.call(exportReportRows, { user_id: member.id, month: "2026-13" }, { token })).status).toBe(422);
});

test("§1.3 §7.1 a recalled row is in no month and no file", async () => {
  const recall = (recalled_at: Date | null) =>
    club.db.updateTable("deals").set({ recalled_at }).where("sell_date", "in", ["2026-02-28", "2026-03-01"]).execute();
  await recall(new Date());
  expect(await club.ask(listReportMonths, { id: member.id }, { token })).toEqual([
    { month: "2026-03", rows: 1, points: 3 },
    { month: "2025-12", rows: 1, points: 3 },
  ]);
  const { body } = await club.call(exportReportRows, { user_id: member.id, month: "2026-03" }, { token });
  expect(body.toString("utf8")).not.toContain("01.03.2026");
  await recall(null);
});

test("§6.4 §7.1 nobody reads the rows of who is out, or hasn't come", async () => {
  const change = (values: { is_disabled?: boolean; phone_confirmed_at?: Date | null }) =>
    club.db.updateTable("users").set(values).where("id", "=", member.id).execute();
  const status = async () => (await club.call(listReportMonths, { id: member.id }, { token })).status;
  await change({ is_disabled: true });
  expect(await status()).toBe(404);
  await change({ is_disabled: false, phone_confirmed_at: null });
  expect(await status()).toBe(404);
  await change({ phone_confirmed_at: new Date() });
  expect(await status()).toBe(200);
});

test("§6.4 a manager reads the distributor's data only once its choice is confirmed; until then own members only", async () => {
  const newcomer = await addPerson(club, { role: "manager", curator_id: curator.id });
  const own = await addPerson(club, { curator_id: curator.id, manager_id: newcomer.id });
  const session = { token: await newcomer.logIn() };
  const readers = (person: Person) => [
    club.call(listReportMonths, { id: person.id }, session),
    club.call(exportReportRows, { user_id: person.id, month: "2026-03" }, session),
  ];
  const statuses = async (...people: Person[]) =>
    (await Promise.all(people.flatMap(readers))).map(({ status }) => status);
  expect(await statuses(curator, manager, member)).toEqual([404, 404, 404, 404, 404, 404]);
  expect(await club.ask(findUsersByInn, { inn: dealer.inn }, session)).toMatchObject([{ id: String(newcomer.id) }]);
  expect(await statuses(own, newcomer as Person)).toEqual([200, 200, 200, 200]);

  const confirmed = { distributor_confirmed_at: new Date() };
  await club.db.updateTable("users").set(confirmed).where("id", "=", newcomer.id).execute();
  expect(await statuses(curator, manager, member)).toEqual([200, 200, 200, 200, 200, 200]);
});

test("§6.4 an unknown participant is a 404, and only managers may search", async () => {
  for (const id of ["99999", "x"]) {
    const months = await club.call(listReportMonths, { id }, { token });
    expect([months.status, months.refusal?.aliases]).toEqual([404, [alias.notFound]]);
    expect((await club.call(exportReportRows, { user_id: id, month: "2026-03" }, { token })).status).toBe(404);
  }
  expect((await club.call(findUsersByInn, { inn: shop.inn }, { token: await manager.logIn() })).status).toBe(200);
  for (const person of [member, curator]) {
    expect((await club.call(findUsersByInn, { inn: shop.inn }, { token: await person.logIn() })).status).toBe(403);
  }
});
