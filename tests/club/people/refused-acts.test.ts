import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestClub, type TestClub } from "../../setup/club";
import { addCompany, addPerson, freshInn, freshPhone } from "../club-people";
import { act, refusalOf } from "../operators";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

const REASON = "Паспорт показан в офисе";

const readPerson = (id: number) =>
  club.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

test("§4.9 a new phone or e-mail of a participant is nobody else's, in any spelling, and differs from the present one", async () => {
  const [member, other] = [await addPerson(club), await addPerson(club, { email: "Own.Box@Example.org" })];
  const change = (contact: { phone?: string; email?: string }) =>
    refusalOf(club, "change-contact", { person: member.phone, reason: REASON, ...contact });
  expect(await change({ phone: other.phone })).toEqual({
    message: `Этот телефон уже у участника № ${other.id}.`,
    field: "phone",
  });
  expect(await change({ email: "own.box@example.org" })).toEqual({
    message: `Этот e-mail уже у участника № ${other.id}.`,
    field: "email",
  });
  const nothing = { message: "Укажите новый телефон или e-mail.", field: "phone" };
  expect(await change({})).toEqual(nothing);
  expect(await change({ phone: member.phone, email: member.email })).toEqual(nothing);
  expect(await readPerson(member.id)).toMatchObject({ phone: member.phone, email: member.email });
  // What stays as it is beside a new phone is no mistake.
  expect(await change({ phone: freshPhone(), email: member.email })).toBeUndefined();
});

test("§4.9 whoever began to register and hasn't shown the phone registers again instead of getting another phone", async () => {
  const begun = await addPerson(club, { phone_confirmed_at: null, password_hash: null });
  expect(await refusalOf(club, "change-contact", { person: begun.phone, phone: freshPhone(), reason: REASON })).toEqual(
    {
      message: "Участник ещё не подтвердил телефон: он может зарегистрироваться заново с новым.",
      field: "phone",
    },
  );
  const added = await addPerson(club, { password_hash: null });
  const phone = freshPhone();
  await act(club, "change-contact", { person: added.phone, phone, reason: REASON });
  // An operator knows the phone of whoever was added: it stays shown.
  expect(await readPerson(added.id)).toMatchObject({ phone, phone_confirmed_at: added.phone_confirmed_at });
});

test("§5.4 only a manager or a member has a relation, and only with those who take part", async () => {
  const north = await addPerson(club, { role: "curator" });
  const manager = await addPerson(club, { role: "manager", curator_id: north.id });
  const member = await addPerson(club, { curator_id: north.id });
  const refused = (person: string, chosen: Record<string, string>) =>
    refusalOf(club, "change-relation", { person, ...chosen });
  const noManager = { message: "Это не действующий менеджер.", field: "manager" };
  for (const change of [
    { role: "member" as const },
    { is_system: true },
    { is_disabled: true },
    { phone_confirmed_at: null },
  ]) {
    const wrong = await addPerson(club, { role: "manager", curator_id: north.id, ...change });
    expect(await refused(member.phone, { manager: wrong.phone })).toEqual(noManager);
  }
  const noCurator = { message: "Это не действующий куратор дистрибьютора.", field: "curator" };
  for (const change of [{ role: "manager" as const }, { is_system: true }, { is_disabled: true }]) {
    const wrong = await addPerson(club, { role: "curator", ...change });
    expect(await refused(member.phone, { curator: wrong.phone })).toEqual(noCurator);
  }
  expect(await refused(manager.phone, { manager: manager.phone })).toEqual({
    message: "У менеджера нет своего менеджера.",
    field: "manager",
  });
  expect(await refused(member.phone, { manager: manager.phone, without_manager: "on" })).toEqual({
    message: "Укажите менеджера или отметьте «Без менеджера».",
    field: "manager",
  });
  const noRelation = { message: "Связь есть только у менеджеров и магазинов.", field: "person" };
  expect(await refused(north.phone, { curator: north.phone })).toEqual(noRelation);
  const system = await addPerson(club, { role: "manager", is_system: true });
  expect(await refused(system.phone, { curator: north.phone })).toEqual(noRelation);
  expect(await readPerson(member.id)).toMatchObject({ curator_id: north.id, manager_id: null });
});

test("§1.1 a distributor is added once, under a tax number whose check digits hold", async () => {
  const curator = await addPerson(club, { role: "curator" });
  const { inn } = await addCompany(club, curator.id, "distributor");
  const person = { last_name: "Ильин", first_name: "Фёдор", company: "Ось", address: "Тверь" };
  const add = (given: string) =>
    refusalOf(club, "add-curator", { ...person, phone: freshPhone(), email: `${given}@example.org`, inn: given });
  expect(await add(inn)).toEqual({ message: `Компания с ИНН ${inn} уже в клубе.`, field: "inn" });
  const wrong = inn.slice(0, -1) + ((Number(inn.at(-1)) + 1) % 10);
  expect(await add(wrong)).toEqual({ message: `Контрольные цифры ИНН ${wrong} не сходятся.`, field: "inn" });
});

test("§8.4 somebody erased or merged is not let in again, nor somebody who is in", async () => {
  const present = await addPerson(club);
  const erased = await addPerson(club, { is_disabled: true, erased_at: new Date() });
  const merged = await addPerson(club, { is_disabled: true, merged_into_id: present.id });
  const refused = (id: number) => refusalOf(club, "enable-person", { person: String(id) });
  expect(await refused(erased.id)).toEqual({ message: "Данные этого участника стёрты.", field: "person" });
  expect(await refused(merged.id)).toEqual({
    message: `Этот участник объединён с № ${present.id}: входить нужно туда.`,
    field: "person",
  });
  expect(await refused(present.id)).toEqual({ message: "Этот участник не отключён.", field: "person" });
});

test("§8.2 a company goes only to its kind of participant, and a shop also to somebody who claims it", async () => {
  const [curator, owner] = [await addPerson(club, { role: "curator" }), await addPerson(club)];
  const distributor = await addCompany(club, curator.id, "distributor");
  const shop = await addCompany(club, owner.id, "retail");
  const give = (inn: string, person: string) => refusalOf(club, "company-owner", { inn, person });
  const kinds = [
    [distributor.inn, "Такая компания бывает только у куратора дистрибьютора, который участвует.", "curator"],
    [shop.inn, "Такая компания бывает только у магазина, который участвует.", "member"],
  ] as const;
  for (const [inn, message, role] of kinds) {
    const others = [
      await addPerson(club, { role: role === "curator" ? "member" : "curator" }),
      await addPerson(club, { role: "manager" }),
      await addPerson(club, { role, is_disabled: true }),
    ];
    for (const { phone } of others) expect(await give(inn, phone)).toEqual({ message, field: "person" });
  }
  const systemCurator = await addPerson(club, { role: "curator", is_system: true });
  expect(await give(distributor.inn, systemCurator.phone)).toMatchObject({ field: "person" });
  expect(await give(distributor.inn, freshPhone())).toEqual({
    message: "Дистрибьютора отдают только куратору, который участвует: добавьте его (add-curator).",
    field: "person",
  });
  expect(await give(shop.inn, freshPhone())).toEqual({
    message: "Никто с таким телефоном или e-mail не участвует и не просит эту компанию.",
    field: "person",
  });
  expect(await give(freshInn(), owner.phone)).toMatchObject({ field: "inn" });
});

test("§3.4 a file of companies with a wrong row is refused as a whole, and at most twenty rows are named", async () => {
  const load = (rows: string[]) => {
    const content = Buffer.from(["ИНН;Название;Адрес", ...rows].join("\n"));
    return refusalOf(club, "import-legal-entities", { file: { name: "companies.csv", content } });
  };
  const good = freshInn();
  const wrong = (count: number) => Array.from({ length: count }, () => "123;Ось;Тверь");
  const numbers = Array.from({ length: 20 }, (_, place) => place + 3).join(", ");
  const right = `${good};Ось;Тверь`;
  const named = (list: string) => ({ message: `Нет названия или неверный ИНН в строках: ${list}.`, field: "file" });
  expect(await load([right, `${freshInn()};;Тверь`])).toEqual(named("3"));
  expect(await load([right, ...wrong(20)])).toEqual(named(numbers));
  expect(await load([right, ...wrong(21)])).toEqual(named(`${numbers} и дальше`));
  expect(await load([])).toMatchObject({ field: "file" });
  const known = await club.db.selectFrom("legal_entities").select("inn").where("inn", "=", good).execute();
  expect(known).toEqual([]);
});

test("§3.1 the case of a segment's name can be changed", async () => {
  const { id } = await club.db
    .insertInto("segments")
    .values({ display_name: "автосервис на выезде", is_custom: false })
    .returning("id")
    .executeTakeFirstOrThrow();
  await act(club, "rename-segment", { segment: String(id), name: "Автосервис на выезде" });
  const renamed = await club.db.selectFrom("segments").select("display_name").where("id", "=", id).execute();
  expect(renamed).toEqual([{ display_name: "Автосервис на выезде" }]);
});
