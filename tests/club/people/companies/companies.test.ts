import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addSegment,
  companyExists,
  findCompanyByTin,
  findDistributors,
  listCompanies,
  listDistributors,
  listSegments,
} from "../../../../contract/companies";
import { openTestClub, type TestClub } from "../../../setup/club";
import { setCountedCalls } from "../../../setup/counted-calls";
import { addCompany, addPerson, freshInn } from "../../club-people";
import { act, refusalOf } from "../../operators";

let club: TestClub;
let curator: Awaited<ReturnType<typeof addPerson>>;
beforeAll(async () => {
  club = await openTestClub({ work: false });
  curator = await addPerson(club, { role: "curator" });
  await addCompany(club, curator.id, "distributor", "Вал 100%");
  const other = await addPerson(club, { role: "curator" });
  await addCompany(club, other.id, "distributor", "Автодеталь");
  const gone = await addPerson(club, { role: "curator", is_disabled: true });
  await addCompany(club, gone.id, "distributor", "Бывший");
  const system = await addPerson(club, { role: "curator", is_system: true });
  await addCompany(club, system.id, "distributor", "Системный");
});
afterAll(() => club.close());

const names = (list: { actual_name_organization: string }[]) => list.map((one) => one.actual_name_organization);

test("§7.1 the list of distributors is complete without a search, and sorted by name", async () => {
  expect(names(await club.ask(listDistributors, {}))).toEqual(["Автодеталь", "Вал 100%"]);
});

test("§7.1 distributors are found by a part of either name, in any case; % and _ stand for themselves", async () => {
  expect(await club.ask(findDistributors, { name: "вал" })).toEqual([
    { curator_id: String(curator.id), actual_name_organization: "Вал 100%", legal_name_organization: "ООО «Вал 100%»" },
  ]);
  expect(names(await club.ask(listDistributors, { search: "0%" }))).toEqual(["Вал 100%"]);
  expect(names(await club.ask(listDistributors, { search: "ооо" }))).toHaveLength(2);
  for (const search of ["_", "В%л", "\\"]) expect(await club.ask(listDistributors, { search })).toEqual([]);
});

test("§3.4 legal name and address are found by tax number, an unknown number is a 404 with a message", async () => {
  const inn = freshInn();
  await club.db.insertInto("legal_entities").values({ inn, name: "ООО «Шатун»", address: "Клин, 1" }).execute();
  expect(await club.ask(findCompanyByTin, { tin: inn })).toEqual({ tin: inn, name: "ООО «Шатун»", address: "Клин, 1" });
  const unknown = await club.call(findCompanyByTin, { tin: freshInn() });
  expect([unknown.status, unknown.refusal?.message]).toEqual([404, expect.stringContaining("не найдена")]);
});

test("§7.1 a company exists when a participant has it", async () => {
  const { inn } = await addCompany(club, (await addPerson(club)).id, "retail");
  expect(await club.ask(companyExists, { inn })).toEqual({ exists: true });
  expect(await club.ask(companyExists, { inn: freshInn() })).toEqual({ exists: false });
});

test("§3.1 a segment that a participant adds is created once, in any case and with any spaces; an existing one is returned", async () => {
  const [first] = await club.ask(listSegments, {});
  expect(await club.ask(addSegment, { display_name: first?.display_name.toUpperCase() ?? "" })).toEqual(first);
  const typed = ["Тюнинг  ателье", "тюнинг ателье", " ТЮНИНГ ателье "];
  const made = await Promise.all(typed.map((display_name) => club.ask(addSegment, { display_name })));
  expect(new Set(made.map((segment) => segment.id)).size).toBe(1);
  expect((await club.call(addSegment, { display_name: "я".repeat(81) })).status).toBe(422);
});

test("§6.4 an added segment stays with its company until an operator takes it over", async () => {
  const segment = await club.ask(addSegment, { display_name: "Прокат прицепов" });
  expect(await club.ask(listSegments, {})).not.toContainEqual(segment);
  const owner = await addPerson(club);
  const company = await addCompany(club, owner.id, "retail");
  const segment_id = Number(segment.id);
  await club.db.updateTable("companies").set({ segment_id }).where("id", "=", company.id).execute();
  expect(await club.ask(listSegments, {})).not.toContainEqual(segment);
  const { items } = await club.ask(listCompanies, {}, { token: await owner.logIn() });
  expect(items.map((one) => one.segment)).toEqual(["Прокат прицепов"]);
  await club.db.updateTable("segments").set({ is_custom: false }).where("id", "=", segment_id).execute();
  expect(await club.ask(listSegments, {})).toContainEqual(segment);
});

test("§6.4 one address adds at most twenty segments an hour", async () => {
  const add = (_: unknown, index: number) =>
    club.call(addSegment, { display_name: `Сегмент ${index}` }, { address: "203.0.113.10" });
  const statuses = (await Promise.all(Array.from({ length: 21 }, add))).map((answer) => answer.status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

test("§6.4 one address looks up three hundred companies in ten minutes, and no other address is refused for it", async () => {
  const lookUp = async (address: string) => (await club.call(companyExists, { inn: freshInn() }, { address })).status;
  expect(await lookUp("203.0.113.30")).toBe(200);
  await setCountedCalls(club, "company-exists:address:203.0.113.30", 299);
  expect([await lookUp("203.0.113.30"), await lookUp("203.0.113.30")]).toEqual([200, 429]);
  expect(await lookUp("203.0.114.30")).toBe(200);
  club.clock.advance(11 * 60_000);
  expect(await lookUp("203.0.113.30")).toBe(200);
});

test("§7.1 a participant pages through their own companies only", async () => {
  const member = await addPerson(club);
  for (const name of ["Первая", "Вторая", "Третья"]) await addCompany(club, member.id, "retail", name);
  const token = await member.logIn();
  const page = await club.ask(listCompanies, { page: 2, per_page: 2 }, { token });
  expect(page).toMatchObject({ total: 3, page: 2, per_page: 2, items: [{ actual_name_organization: "Третья" }] });
  const stranger = await (await addPerson(club)).logIn();
  expect(await club.ask(listCompanies, {}, { token: stranger })).toMatchObject({ total: 0, items: [] });
});

test("architecture: the time zone is set of the named distributor only, and a shop has none to set", async () => {
  const owner = await addPerson(club, { role: "curator" });
  const [east, west] = [
    await addCompany(club, owner.id, "distributor", "Восток"),
    await addCompany(club, owner.id, "distributor", "Запад"),
  ];
  await act(club, "distributor-time-zone", { inn: east.inn, zone: "Asia/Kamchatka" });
  const zones = club.db.selectFrom("companies").select("time_zone").where("owner_id", "=", owner.id).orderBy("id");
  expect((await zones.execute()).map(({ time_zone }) => time_zone)).toEqual(["Asia/Kamchatka", west.time_zone]);
  const shop = await addCompany(club, (await addPerson(club)).id, "retail");
  const input = { inn: shop.inn, zone: "Asia/Kamchatka" };
  expect(await refusalOf(club, "distributor-time-zone", input)).toMatchObject({ field: "inn" });
});

test("§3.4 of a company that stands twice in the file of the register the lower row counts, once", async () => {
  const [inn, other] = [freshInn(), freshInn()];
  const lines = ["ИНН;Название;Адрес", `${inn};ООО «Прежнее»;Клин, 1`, `${other};ООО «Иное»;Тверь, 3`];
  const content = Buffer.from([...lines, `${inn};ООО «Новое»;Клин, 2`].join("\r\n"));
  const file = { name: "entities.csv", contentType: "text/csv", content };
  expect((await act(club, "import-legal-entities", { file })).text).toBe("Новых компаний: 2, обновлено: 0.");
  expect((await act(club, "import-legal-entities", { file })).text).toBe("Новых компаний: 0, обновлено: 2.");
  expect(await club.ask(findCompanyByTin, { tin: inn })).toEqual({ tin: inn, name: "ООО «Новое»", address: "Клин, 2" });
  // Where one value ends isn't known, so nobody knows the name either.
  const broken = Buffer.from(`ИНН;Название;Адрес\n${inn};Старое;"Клин\n${inn};Старое;Клин"`);
  await expect(act(club, "import-legal-entities", { file: { ...file, content: broken } })).rejects.toMatchObject({
    entries: [{ error_display_message: expect.stringContaining("Строка № 2. ") }],
  });
});
