import type { NewUser } from "../platform/db/types";
import type { Trx } from "../platform/services";
import { distributors, type RetailSeed, retailCompanies } from "./companies";
import { demoAccounts } from "./demo-accounts";

/** What later seeds need to know about the people. */
export interface SeededPeople {
  /** In the order of the distributors. */
  readonly curatorIds: readonly number[];
  /** In the order of the retail companies. */
  readonly shops: readonly Shop[];
  readonly idsByPhone: ReadonlyMap<string, number>;
}

export interface Shop {
  readonly companyId: number;
  readonly inn: string;
  readonly name: string;
  readonly curatorId: number;
  readonly managerId: number;
  readonly memberId: number;
}

interface PersonSeed {
  /** Фамилия Имя Отчество */
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly position?: string;
}

/** What all users of the demo have in common. */
interface UserDefaults {
  readonly passwordHash: string;
  readonly joinedAt: Date;
  /** Prizes that are newer are unseen. */
  readonly prizesSeenAt: Date;
}

const [demoCurator, demoManager, demoMember, demoTadam, demoSystemCurator, demoSystemManager, demoNewMember] =
  demoAccounts;

const curators: readonly PersonSeed[] = [
  { ...contact(demoCurator), name: "Воронцов Алексей Дмитриевич", position: "Руководитель отдела продаж" },
  {
    name: "Савельева Татьяна Николаевна",
    phone: "79000000102",
    email: "savelieva@example.com",
    position: "Куратор клуба",
  },
  { name: "Кузнецов Артём Игоревич", phone: "79000000103", email: "kuznetsov@example.com", position: "Куратор клуба" },
];

/** The managers of each distributor. The demo manager serves the first seven companies of the first one. */
const managers: readonly (readonly PersonSeed[])[] = [
  [
    { ...contact(demoManager), name: "Зайцева Ирина Павловна", position: "Менеджер по продажам" },
    { name: "Морозов Кирилл Андреевич", phone: "79000000112", email: "morozov@example.com" },
    { name: "Гаврилова Юлия Сергеевна", phone: "79000000113", email: "gavrilova@example.com" },
  ],
  [
    { name: "Андреев Максим Олегович", phone: "79000000121", email: "andreev@example.com" },
    { name: "Степанова Ксения Романовна", phone: "79000000122", email: "stepanova@example.com" },
  ],
  [
    { name: "Хабибуллин Тимур Рашидович", phone: "79000000131", email: "khabibullin@example.com" },
    { name: "Осипова Вера Михайловна", phone: "79000000132", email: "osipova@example.com" },
  ],
];
const DEMO_MANAGER_SHOPS = 7;

/** The index of the first retail company of each distributor. */
const firstShops = [0, 15, 27] as const;

const memberNames: readonly string[] = [
  "Антонов Сергей Иванович",
  "Борисова Елена Владимировна",
  "Васильев Николай Петрович",
  "Григорьева Оксана Юрьевна",
  "Данилов Евгений Александрович",
  "Ершов Виталий Геннадьевич",
  "Жукова Надежда Алексеевна",
  "Захаров Илья Константинович",
  "Исаев Магомед Русланович",
  "Калинина Мария Евгеньевна",
  "Ларин Пётр Степанович",
  "Макарова Алёна Дмитриевна",
];

/** Writes the demo's people and their companies. */
export async function seedPeople(trx: Trx, defaults: UserDefaults): Promise<SeededPeople> {
  const segmentIds = new Map(
    (await trx.selectFrom("segments").select(["id", "display_name"]).execute()).map((row) => [
      row.display_name,
      row.id,
    ]),
  );
  const idsByPhone = new Map<string, number>();
  const idOf = (phone: string) => {
    const id = idsByPhone.get(phone);
    if (id === undefined) throw new Error("a person of the seeds is missing");
    return id;
  };
  const insert = async (people: NewUser[]) => {
    const rows = await trx.insertInto("users").values(people).returning(["id", "phone"]).execute();
    for (const row of rows) idsByPhone.set(row.phone, row.id);
  };

  await insert([
    ...curators.map((person) => newUser(person, "curator", defaults)),
    newUser({ ...contact(demoTadam), name: "Тихонов Денис Олегович" }, "tadam", defaults),
    {
      ...newUser({ ...contact(demoSystemCurator), name: "Громов Сергей Викторович" }, "curator", defaults),
      is_system: true,
    },
    {
      ...newUser({ ...contact(demoSystemManager), name: "Полякова Наталья Игоревна" }, "manager", defaults),
      is_system: true,
    },
  ]);
  const curatorIds = curators.map((person) => idOf(person.phone));
  await insert(
    managers.flatMap((group, index) =>
      group.map((person) => ({
        ...newUser(person, "manager", defaults),
        curator_id: curatorIds[index] ?? null,
        distributor_confirmed_at: defaults.joinedAt,
      })),
    ),
  );
  const plan = retailCompanies.map((retail, index) => planShop(retail, index));
  await insert(
    plan.flatMap(({ owner, distributor, manager }) => {
      if (!owner) return [];
      const user = newUser(owner, "member", defaults);
      const accepted = owner.phone === demoNewMember.phone ? null : user.agreement_accepted_at;
      const relations = { curator_id: curatorIds[distributor] ?? null, manager_id: idOf(manager.phone) };
      return [{ ...user, ...relations, agreement_accepted_at: accepted }];
    }),
  );
  await trx
    .insertInto("companies")
    .values(
      distributors.map((distributor, index) => ({
        kind: "distributor" as const,
        owner_id: curatorIds[index] ?? 0,
        ...companyColumns(distributor),
      })),
    )
    .execute();
  const companies = await trx
    .insertInto("companies")
    .values(
      plan.map(({ retail, ownerPhone }, index) => ({
        kind: "retail" as const,
        owner_id: idOf(ownerPhone),
        ...companyColumns(retail),
        repsli_code: `R-${String(10_001 + index)}`,
        segment_id: segmentIds.get(retail.segment) ?? null,
      })),
    )
    .returning(["id", "inn"])
    .execute();
  const companyIds = new Map(companies.map((row) => [row.inn, row.id]));
  const shops = plan.map(({ retail, ownerPhone, distributor, manager }) => ({
    companyId: companyIds.get(retail.inn) ?? 0,
    inn: retail.inn,
    name: retail.actualName,
    curatorId: curatorIds[distributor] ?? 0,
    managerId: idOf(manager.phone),
    memberId: idOf(ownerPhone),
  }));
  return { curatorIds, shops, idsByPhone };
}

interface ShopPlan {
  readonly retail: RetailSeed;
  readonly distributor: number;
  readonly manager: PersonSeed;
  /** Absent when the owner of another company owns this one too. */
  readonly owner?: PersonSeed;
  readonly ownerPhone: string;
}

function planShop(retail: RetailSeed, index: number): ShopPlan {
  const distributor = firstShops.findLastIndex((first) => first <= index);
  const place = index - (firstShops[distributor] ?? 0);
  const group = managers[distributor] ?? [];
  const [own, ...others] = group;
  const rest = distributor === 0 ? others : group;
  const manager = distributor === 0 && place < DEMO_MANAGER_SHOPS ? own : rest[place % rest.length];
  if (!manager) throw new Error("a distributor of the seeds has no manager");
  const shop = { retail, distributor, manager };
  // The demo member owns the first two.
  if (index === 1) return { ...shop, ownerPhone: demoMember.phone };
  const owner = planOwner(retail, index);
  return { ...shop, owner, ownerPhone: owner.phone };
}

function planOwner(retail: RetailSeed, index: number): PersonSeed {
  const entrepreneur = retail.name.startsWith("ИП ") ? retail.name.slice(3) : undefined;
  if (index === 0) return { ...contact(demoMember), name: "Крылов Михаил Андреевич", position: "Директор" };
  if (index === 2) return { ...contact(demoNewMember), name: entrepreneur ?? "", position: "Владелец" };
  const number = String(200 + index);
  return {
    name: entrepreneur ?? memberNames[index % memberNames.length] ?? "",
    phone: `79000000${number}`,
    email: `shop-${number}@example.com`,
    position: entrepreneur ? "Владелец" : "Закупщик",
  };
}

function newUser(person: PersonSeed, role: NewUser["role"], defaults: UserDefaults): NewUser {
  const [lastName = "", firstName = "", surName = ""] = person.name.split(" ");
  return {
    role,
    last_name: lastName,
    first_name: firstName,
    sur_name: surName,
    phone: person.phone,
    email: person.email,
    employee_position: person.position ?? "",
    password_hash: defaults.passwordHash,
    phone_confirmed_at: defaults.joinedAt,
    agreement_accepted_at: defaults.joinedAt,
    prizes_seen_at: defaults.prizesSeenAt,
    created_at: defaults.joinedAt,
  };
}

function companyColumns(company: { inn: string; name: string; address: string; actualName: string }) {
  return {
    inn: company.inn,
    actual_name_organization: company.actualName,
    actual_address_organization: company.address,
    legal_name_organization: company.name,
    legal_address_organization: company.address,
  };
}

function contact({ phone, email }: { phone: string; email: string }) {
  return { phone, email };
}
