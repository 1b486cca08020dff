import { afterAll, beforeAll, expect, test } from "vitest";
import { addCompany as addCompanyCall, profile, register } from "../../../../contract/accounts";
import { companyExists } from "../../../../contract/companies";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addCompany, addPerson, freshPhone, join, retailForm } from "../../club-people";
import { readCard, readList } from "../../operators";
import { runClub } from "../../operators/people/full-person";

let club: TestClub;
let curatorId: string;
beforeAll(async () => {
  club = await openTestClub();
  curatorId = String((await addPerson(club, { role: "curator" })).id);
});
afterAll(() => club.close());

const findCompany = (inn: string) =>
  club.db.selectFrom("companies").selectAll().where("inn", "=", inn).executeTakeFirstOrThrow();
const listClaims = () => club.db.selectFrom("company_claims").selectAll().orderBy("id").execute();

test("§8.2 a claim of somebody's company is refused with the same words, reveals nothing and is recorded for the operator", async () => {
  const owner = await addPerson(club);
  const { inn } = await addCompany(club, owner.id, "retail", "Ось");
  const form = await retailForm(club, { company_inn: inn, related_to_user_id: [curatorId] });
  for (let attempt = 0; attempt < 2; attempt++) {
    club.clock.advance(60_000);
    const { status, refusal, body } = await club.call(register, form);
    expect({ status, message: refusal?.message }).toEqual({
      status: 409,
      message: "Компания с таким ИНН уже участвует в программе. Обратитесь в техническую поддержку.",
    });
    for (const secret of [owner.phone, owner.last_name, "Ось"]) expect(body.toString()).not.toContain(secret);
  }
  expect(await findCompany(inn)).toMatchObject({ owner_id: owner.id, actual_name_organization: "Ось" });
  expect(await club.db.selectFrom("users").select("id").where("phone", "=", form.phone).execute()).toEqual([]);
  // It is kept for as long as it was last made.
  const claim = { phone: form.phone, email: form.email, granted_at: null };
  const [stored, ...others] = await listClaims();
  expect([stored, others]).toMatchObject([claim, []]);
  expect(club.clock.now().getTime() - (stored?.claimed_at.getTime() ?? 0)).toBeLessThan(30_000);
  // The card offers the company to whoever asks for it and to its owner, who closes the dispute.
  const card = await readCard(club, "company", String((await findCompany(inn)).id));
  expect(card.content?.acts).toEqual(
    [form.phone, String(owner.id)].map((person) => ({ act: "company-owner", input: { inn, person } })),
  );
  const { rows } = await readList(club, "disputed-companies");
  expect(rows.map(({ cells }) => cells.toSpliced(5, 1))).toEqual([
    [
      inn,
      "Ось",
      `${owner.phone} ${owner.last_name} ${owner.first_name} ${owner.sur_name}`,
      `${form.last_name} ${form.first_name} ${form.sur_name}`,
      form.phone,
      "—",
    ],
  ]);
  const listed = await runClub(club, "list-disputed-companies");
  for (const text of [inn, owner.phone, form.phone, form.last_name]) expect(listed.out).toContain(text);
});

test("§8.2 a member who adds somebody's company in the profile is a claimant, too; one who adds the own again isn't", async () => {
  const [owner, other] = [await addPerson(club), await addPerson(club)];
  const { inn } = await addCompany(club, owner.id, "retail");
  const { company_segment_id, company_actual_address_organization } = await retailForm(club);
  const fields = {
    company_inn: inn,
    company_segment_id,
    company_actual_address_organization,
    company_actual_name_organization: "Моя",
  };
  const add = async (person: typeof owner) => club.call(addCompanyCall, fields, { token: await person.logIn() });
  expect((await add(other)).status).toBe(409);
  expect((await add(owner)).status).toBe(409);
  const company = await findCompany(inn);
  const claims = (await listClaims()).filter(({ company_id }) => company_id === company.id);
  expect(claims.map(({ phone }) => phone)).toEqual([other.phone]);

  const preview = await runClub(club, "company-owner", inn, other.phone, "--dry-run");
  expect(preview.out).toContain(`№ ${owner.id} → № ${other.id}`);
  expect((await findCompany(inn)).owner_id).toBe(owner.id);
  expect((await runClub(club, "company-owner", inn, other.phone)).code).toBe(0);
  expect((await findCompany(inn)).owner_id).toBe(other.id);
  expect((await listClaims()).filter(({ company_id }) => company_id === company.id)).toEqual([]);
});

test("§8.2 a claimant whom the operator believes gets the company by registering with that phone, nobody else does", async () => {
  const owner = await addPerson(club);
  const { inn } = await addCompany(club, owner.id, "retail", "Спорная");
  const form = await retailForm(club, {
    company_inn: inn,
    related_to_user_id: [curatorId],
    email: "claimant@example.org",
  });
  await club.call(register, form);
  expect(await runClub(club, "company-owner", inn, freshPhone())).toMatchObject({
    code: 2,
    errors: expect.stringContaining("не просит эту компанию"),
  });
  expect((await runClub(club, "company-owner", inn, form.phone, "--dry-run")).out).toContain("пока");
  expect((await club.call(register, form)).status).toBe(409);

  // The operator may name the claimant by the e-mail as well.
  expect((await runClub(club, "company-owner", inn, form.email)).code).toBe(0);
  expect((await runClub(club, "list-disputed-companies")).out).toContain("Отдана");
  const stranger = await retailForm(club, { company_inn: inn, related_to_user_id: [curatorId] });
  expect((await club.call(register, stranger)).status).toBe(409);
  const { id, token } = await join(club, form);
  expect((await findCompany(inn)).owner_id).toBe(Number(id));
  const { companies } = await club.ask(profile, {}, { token });
  expect(companies).toMatchObject([{ inn, actual_name_organization: form.company_actual_name_organization }]);
  const claims = await listClaims();
  expect(claims.filter(({ phone }) => phone === form.phone || phone === stranger.phone)).toEqual([]);
});

test("§8.2 a claimant who is given one company isn't given another that they claim too", async () => {
  const owner = await addPerson(club);
  const [given, kept] = [await addCompany(club, owner.id, "retail"), await addCompany(club, owner.id, "retail")];
  const form = await retailForm(club, { company_inn: given.inn, related_to_user_id: [curatorId] });
  await club.call(register, form);
  await club.call(register, { ...form, company_inn: kept.inn });
  expect((await runClub(club, "company-owner", given.inn, form.phone)).code).toBe(0);
  const claims = (await listClaims()).filter(({ phone }) => phone === form.phone);
  expect(claims.map(({ company_id, granted_at }) => [company_id, granted_at !== null])).toEqual([
    [given.id, true],
    [kept.id, false],
  ]);
  expect((await club.call(register, { ...form, company_inn: kept.inn })).status).toBe(409);
  expect((await findCompany(kept.inn)).owner_id).toBe(owner.id);
});

test("§8.2 naming the present owner settles the dispute, and a shop is given to members only", async () => {
  const owner = await addPerson(club);
  const manager = await addPerson(club, { role: "manager" });
  const { inn } = await addCompany(club, owner.id, "retail");
  const form = await retailForm(club, { company_inn: inn, related_to_user_id: [curatorId] });
  await club.call(register, form);
  expect(await runClub(club, "company-owner", inn, manager.phone)).toMatchObject({ code: 2 });
  expect((await runClub(club, "company-owner", inn, String(owner.id))).out).toContain("остаётся у владельца");
  expect((await runClub(club, "list-disputed-companies")).out).not.toContain(inn);
  expect((await findCompany(inn)).owner_id).toBe(owner.id);
  expect((await runClub(club, "company-owner", "7700000000", owner.phone)).code).toBe(2);
});

test("§8.2 strangers can't fill the list: twenty claims of a company are kept", async () => {
  const owner = await addPerson(club);
  const { id, inn } = await addCompany(club, owner.id, "retail");
  const form = await retailForm(club, { company_inn: inn, related_to_user_id: [curatorId] });
  for (let attempt = 0; attempt < 22; attempt++) {
    const phone = freshPhone();
    await club.call(register, { ...form, phone, email: `claim${phone}@example.org` });
  }
  expect((await listClaims()).filter(({ company_id }) => company_id === id)).toHaveLength(20);
});

test("§1.1 a distributor goes to another curator with its managers and members", async () => {
  const [former, next] = [await addPerson(club, { role: "curator" }), await addPerson(club, { role: "curator" })];
  const { inn } = await addCompany(club, former.id, "distributor", "Юг");
  const manager = await addPerson(club, { role: "manager", curator_id: former.id });
  const member = await addPerson(club, { curator_id: former.id, manager_id: manager.id });
  const shop = await addCompany(club, member.id, "retail");
  const claimed = {
    user_id: member.id,
    curator_id: former.id,
    manager_id: manager.id,
    company_id: shop.id,
    sell_date: "2026-03-01",
    article_code: "A-1",
    article_name: "Тяга",
    sell_count: 1,
    document_number: "1",
    created_at: new Date(),
  };
  await club.db
    .insertInto("sale_claims")
    .values([
      { ...claimed, status: "pending" as const, decided_at: null },
      { ...claimed, status: "refused" as const, decided_at: new Date() },
    ])
    .execute();
  expect((await runClub(club, "company-owner", inn, next.phone)).out).toContain("которые перейдут: 2");
  // What was decided stays with whoever has decided it.
  const claims = club.db.selectFrom("sale_claims").select(["status", "curator_id"]).where("company_id", "=", shop.id);
  expect(await claims.orderBy("id").execute()).toEqual([
    { status: "pending", curator_id: next.id },
    { status: "refused", curator_id: former.id },
  ]);
  const people = await club.db
    .selectFrom("users")
    .select(["curator_id", "manager_id"])
    .where("id", "in", [manager.id, member.id])
    .orderBy("id")
    .execute();
  expect(people).toEqual([
    { curator_id: next.id, manager_id: null },
    { curator_id: next.id, manager_id: manager.id },
  ]);
  expect(await runClub(club, "erase-person", former.phone, "--yes")).toMatchObject({ code: 0, errors: "" });
});

test("§1.1 of a curator's two distributors one is given away alone: whose the people are, nobody can tell", async () => {
  const [former, next] = [await addPerson(club, { role: "curator" }), await addPerson(club, { role: "curator" })];
  const [east] = [
    await addCompany(club, former.id, "distributor", "Восток"),
    await addCompany(club, former.id, "distributor", "Запад"),
  ];
  const manager = await addPerson(club, { role: "manager", curator_id: former.id });
  expect((await runClub(club, "company-owner", east.inn, next.phone)).code).toBe(0);
  expect((await findCompany(east.inn)).owner_id).toBe(next.id);
  const kept = club.db.selectFrom("users").select("curator_id").where("id", "=", manager.id);
  expect(await kept.executeTakeFirst()).toEqual({ curator_id: former.id });
});

test("§1.1 of a distributor without people and reports an operator reads the new curator and nothing else", async () => {
  const [former, next] = [await addPerson(club, { role: "curator" }), await addPerson(club, { role: "curator" })];
  const { inn } = await addCompany(club, former.id, "distributor", "Юг");
  const { out } = await runClub(club, "company-owner", inn, next.phone, "--dry-run", "--json");
  expect(JSON.parse(out).lines).toEqual([`${inn}, Юг:`, `владелец № ${former.id} → № ${next.id} Ильин Пётр Олегович.`]);
});

test("§7.1 a distributor is in the club also while its curator's new phone isn't confirmed", async () => {
  const curator = await addPerson(club, { role: "curator", phone_confirmed_at: null });
  const { inn } = await addCompany(club, curator.id, "distributor");
  expect(await club.ask(companyExists, { inn })).toEqual({ exists: true });
});

test("§8.2 an erased person's company is free again", async () => {
  const owner = await addPerson(club);
  const { inn } = await addCompany(club, owner.id, "retail", "Ушла");
  expect(await club.ask(companyExists, { inn })).toEqual({ exists: true });
  expect((await runClub(club, "erase-person", owner.phone, "--yes")).code).toBe(0);
  expect(await club.ask(companyExists, { inn })).toEqual({ exists: false });
  const { id } = await join(club, await retailForm(club, { company_inn: inn, related_to_user_id: [curatorId] }));
  expect((await findCompany(inn)).owner_id).toBe(Number(id));
});

test("§8.2 with the next owner of a company that was free nobody disputes it any more, also in the profile", async () => {
  const [owner, stranger, next] = [await addPerson(club), await retailForm(club), await addPerson(club)];
  const { id, inn } = await addCompany(club, owner.id, "retail", "Свободна");
  const claimed = { ...stranger, company_inn: inn, related_to_user_id: [curatorId] };
  expect((await club.call(register, claimed)).status).toBe(409);
  const claims = async () => (await listClaims()).filter(({ company_id }) => company_id === id).length;
  expect(await claims()).toBe(1);
  expect((await runClub(club, "erase-person", owner.phone, "--yes")).code).toBe(0);
  const { company_segment_id, company_actual_name_organization, company_actual_address_organization } = stranger;
  const company = { company_segment_id, company_actual_name_organization, company_actual_address_organization };
  await club.ask(addCompanyCall, { ...company, company_inn: inn }, { token: await next.logIn() });
  expect([(await findCompany(inn)).owner_id, await claims()]).toEqual([next.id, 0]);
});
