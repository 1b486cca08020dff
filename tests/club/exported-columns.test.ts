import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportManagers, exportMembers } from "../../contract/accounts";
import type { CallDescriptor, CallInput } from "../../contract/call";
import { exportDeals, exportMemberInns } from "../../contract/deals";
import { downloadInvites } from "../../contract/invites";
import { openTestClub, type TestClub } from "../setup/club";
import { addPerson, freshInn } from "./club-people";

/** Each column of what participants download holds what its title says: every value here stands in one place only. */

let club: TestClub;
type Person = Awaited<ReturnType<typeof addPerson>>;
let curator: Person;
let manager: Person;
let member: Person;
let shop: { id: number; inn: string };

beforeAll(async () => {
  club = await openTestClub({ now: "2026-06-15T09:00:00Z", work: false });
  curator = await addPerson(club, { role: "curator", last_name: "Белов" });
  await addCompany(curator, "distributor", "Вал");
  manager = await addPerson(club, { role: "manager", curator_id: curator.id, last_name: "Седов" });
  // A shop belongs to the distributor by itself or by its manager.
  member = await addPerson(club, { manager_id: manager.id, last_name: "Титов" });
  shop = await addCompany(member, "retail", "Гараж");
});
afterAll(() => club?.close());

async function addCompany(owner: Person, kind: "distributor" | "retail", name: string) {
  return club.db
    .insertInto("companies")
    .values({
      kind,
      owner_id: owner.id,
      inn: freshInn(),
      actual_name_organization: name,
      legal_name_organization: `ООО «${name}»`,
      actual_address_organization: `Тверь, склад ${name}`,
      legal_address_organization: `Клин, контора ${name}`,
    })
    .returning(["id", "inn"])
    .executeTakeFirstOrThrow();
}

async function read<D extends CallDescriptor>(descriptor: D, input: CallInput<D>, person: Person) {
  const { body } = await club.call(descriptor, input, { token: await person.logIn() });
  return parse(body, { bom: true, delimiter: ";", columns: true }) as Record<string, string>[];
}

const ofShop = () => ({
  "Контактное лицо": "Титов Пётр Олегович",
  "E-mail": member.email,
  Телефон: member.phone,
  Компания: "Гараж",
  ИНН: shop.inn,
  "Юридическое название": "ООО «Гараж»",
  "Юридический адрес": "Клин, контора Гараж",
});

test("§3.10 the file of shops and that of managers have each value under its title", async () => {
  expect(await read(exportMembers, {}, manager)).toEqual([ofShop()]);
  expect(await read(exportManagers, {}, curator)).toEqual([
    {
      Менеджер: "Седов Пётр Олегович",
      "E-mail менеджера": manager.email,
      "Телефон менеджера": manager.phone,
      ...ofShop(),
    },
  ]);
});

test("§7.1 the file of tax numbers has the distributor's own shops and those of its managers, no other's", async () => {
  const own = await addPerson(club, { curator_id: curator.id, last_name: "Уваров" });
  const { inn } = await addCompany(own, "retail", "Ось");
  const foreign = await addPerson(club, { role: "curator" });
  await addCompany(await addPerson(club, { curator_id: foreign.id }), "retail", "Чужая");
  const row = (name: string, number: string, person: string) => ({
    ИНН: number,
    "Торговая точка": name,
    "Юридическое название": `ООО «${name}»`,
    "Юридический адрес": `Клин, контора ${name}`,
    Участник: person,
  });
  expect(await read(exportMemberInns, {}, curator)).toEqual([
    row("Гараж", shop.inn, "Титов Пётр Олегович"),
    row("Ось", inn, "Уваров Пётр Олегович"),
  ]);
});

test("§3.10 the file of sales has the manager's points, that of purchases the shop's, each value under its title", async () => {
  const { id: file_id } = await club.db
    .insertInto("report_files")
    .values({ curator_id: curator.id, file_name: "a.csv", content_type: "text/csv", content: Buffer.from("") })
    .returning("id")
    .executeTakeFirstOrThrow();
  const sale = {
    file_id,
    curator_id: curator.id,
    manager_id: manager.id,
    member_id: member.id,
    company_id: shop.id,
    article_code: "A-1",
    article_name: "Тяга",
    sell_count: 2,
    manager_points: 10,
    member_points: 3,
  };
  await club.db
    .insertInto("deals")
    .values(
      ["2026-05-01", "2026-05-20"].map((sell_date, index) => ({
        ...sale,
        sell_date,
        file_row: index + 2,
        fingerprint: Buffer.from([index]),
      })),
    )
    .execute();
  const sold = { Артикул: "A-1", Наименование: "Тяга", Количество: "2" };
  const days = ["20.05.2026", "01.05.2026"];
  expect(await read(exportDeals, {}, manager)).toEqual(
    days.map((day) => ({
      Дата: day,
      Участник: "Титов Пётр Олегович",
      ИНН: shop.inn,
      "Торговая точка": "Гараж",
      ...sold,
      Баллы: "10",
    })),
  );
  expect(await read(exportDeals, {}, member)).toEqual(
    days.map((day) => ({
      Дата: day,
      Дистрибьютор: "Вал",
      ИНН: shop.inn,
      "Юридическое название": "ООО «Гараж»",
      ...sold,
      Баллы: "3",
    })),
  );
});

test("§7.2 the file of invitations has the newest first, with the days in Moscow of the invitation and of its answer", async () => {
  const invite = { inviter_id: manager.id, target_role: "member", sur_name: "" } as const;
  await club.db
    .insertInto("invites")
    .values([
      {
        ...invite,
        last_name: "Рыбин",
        first_name: "Олег",
        email: "old@example.org",
        status: "confirmed",
        created_at: new Date("2026-05-01T22:00:00Z"),
        confirmed_at: new Date("2026-05-10T22:00:00Z"),
      },
      {
        ...invite,
        last_name: "Сомов",
        first_name: "Яков",
        email: "new@example.org",
        status: "sent",
        created_at: new Date("2026-06-01T09:00:00Z"),
        expires_at: new Date("2026-07-01T09:00:00Z"),
      },
    ])
    .execute();
  expect((await read(downloadInvites, {}, manager)).map((row) => Object.values(row))).toEqual([
    ["01.06.2026", "Сомов Яков", "new@example.org", "Отправлено", ""],
    ["02.05.2026", "Рыбин Олег", "old@example.org", "Подтверждено", "11.05.2026"],
  ]);
});
