import { appendCheckDigits } from "../../../club/demo/inn";
import type { NewUser } from "../../../club/platform/db/types";
import { hashSecret } from "../../../club/platform/http/authentication";
import type { Participant } from "../../../contract/values";
import type { TestClub } from "../../setup/club";
import { LASTING } from "../../setup/lasting-sessions";
import { addPerson } from "../club-people";
import { storeDocuments } from "../people/documents/store-documents";

/** Who is in the scene, as what. The first of each kind makes the calls of its kind. */
export const cast = {
  curator: "curator",
  manager: "manager",
  secondManager: "manager",
  shop: "member",
  secondShop: "member",
  /** Hasn't accepted the rules. */
  newcomer: "member",
  otherCurator: "curator",
  otherManager: "manager",
  otherShop: "member",
  /** Belongs to nobody and has nothing. */
  loner: "member",
  tadam: "tadam",
  systemCurator: "system-curator",
  systemManager: "system-manager",
} as const satisfies Record<string, Participant>;

export type PersonName = keyof typeof cast;

export interface ScenePerson {
  readonly id: number;
  readonly token: string;
  readonly phone: string;
  readonly email: string;
}

export interface People extends Readonly<Record<PersonName, ScenePerson>> {
  /** Has registered, and hasn't confirmed the phone. */
  readonly unconfirmed: ScenePerson;
}

const SINCE = new Date("2025-03-25T08:30:00Z");
/** A session that was used after all calls is never noted as used once more. */
const NEVER_AGAIN = new Date("2100-01-01");
const inn = (number: number) => appendCheckDigits(String(500_000_000 + number));

/** Tax numbers of the companies, by the name of whose they are. */
export const inns = {
  curator: inn(1),
  otherCurator: inn(2),
  shop: inn(3),
  /** The shop's second company. */
  shopBranch: inn(4),
  secondShop: inn(5),
  newcomer: inn(6),
  otherShop: inn(7),
  unconfirmed: inn(8),
  /** In the register, and of nobody in the club. */
  registered: inn(20),
  /** Of nobody. */
  unknown: inn(21),
};

/** Adds the people with a session each, their companies, documents, banners and further sessions. */
export async function addPeople(club: TestClub): Promise<People> {
  const curator = await add(club, "Кураторов", { role: "curator" });
  const manager = await add(club, "Продажин", { role: "manager", curator_id: curator.id });
  const secondManager = await add(club, "Второв", { role: "manager", curator_id: curator.id });
  const ofManager = { role: "member", curator_id: curator.id, manager_id: manager.id } as const;
  const shop = await add(club, "Магазинов", { ...ofManager, employee_position: "Директор" });
  const secondShop = await add(club, "Ёлкин", { ...ofManager, manager_id: secondManager.id });
  const newcomer = await add(club, "Новичков", { ...ofManager, agreement_accepted_at: null });
  const otherCurator = await add(club, "Чужаков", { role: "curator" });
  const otherManager = await add(club, "Чужой", { role: "manager", curator_id: otherCurator.id });
  const ofOther = { role: "member", curator_id: otherCurator.id, manager_id: otherManager.id } as const;
  const otherShop = await add(club, "Дальнев", ofOther);
  const loner = await add(club, "Одиноков", { role: "member" });
  const tadam = await add(club, "Тадамов", { role: "tadam" });
  const systemCurator = await add(club, "Системин", { role: "curator", is_system: true });
  const systemManager = await add(club, "Регионов", { role: "manager", is_system: true });
  const unconfirmed = await add(club, "Безкодов", {
    ...ofManager,
    agreement_accepted_at: null,
    phone_confirmed_at: null,
  });
  const people = {
    ...{ curator, manager, secondManager, shop, secondShop, newcomer, otherCurator, otherManager, otherShop },
    ...{ loner, tadam, systemCurator, systemManager, unconfirmed },
  };
  await addCompanies(club, people);
  await addMore(club, people);
  return people;
}

async function add(club: TestClub, last_name: string, person: Partial<NewUser>): Promise<ScenePerson> {
  const added = await addPerson(club, {
    last_name,
    created_at: SINCE,
    phone_confirmed_at: SINCE,
    agreement_accepted_at: SINCE,
    ...(person.role === "manager" && { distributor_confirmed_at: SINCE }),
    ...person,
  });
  const { id, phone, email } = added;
  // A login's token is random.
  const token = `token-of-${id}`.padEnd(43, "-");
  await club.db
    .insertInto("sessions")
    .values({
      token_hash: hashSecret(token),
      user_id: id,
      user_agent: "Firefox",
      last_used_at: NEVER_AGAIN,
      ...LASTING,
    })
    .execute();
  return { id, phone, email, token };
}

async function addCompanies({ db }: TestClub, people: People): Promise<void> {
  const { id: segment_id } = await db.selectFrom("segments").select("id").orderBy("id").executeTakeFirstOrThrow();
  const company = (
    owner: PersonName | "unconfirmed",
    name: string,
    company_inn: string = inns[owner as keyof typeof inns],
    kind: "retail" | "distributor" = "retail",
  ) => ({
    kind,
    owner_id: people[owner].id,
    inn: company_inn,
    actual_name_organization: name,
    legal_name_organization: `ООО «${name}»`,
    actual_address_organization: `Тверь, ${name}, 4`,
    segment_id: kind === "retail" ? segment_id : null,
    created_at: SINCE,
  });
  await db
    .insertInto("companies")
    .values([
      company("curator", "Ось", inns.curator, "distributor"),
      company("otherCurator", "Рычаг", inns.otherCurator, "distributor"),
      company("shop", "Гараж на Лесной"),
      company("shop", "Гараж на Речной", inns.shopBranch),
      company("secondShop", "Автосервис Ёлка"),
      company("newcomer", "Новая точка"),
      company("otherShop", "Дальний гараж"),
      company("unconfirmed", "Точка без кода"),
    ])
    .execute();
  await db
    .insertInto("legal_entities")
    .values({ inn: inns.registered, name: "ООО «Маяк»", address: "Тверь, Озёрная, 1" })
    .execute();
}

async function addMore(club: TestClub, people: People): Promise<void> {
  const { db } = club;
  await storeDocuments(club, people.manager.id, { status: "accepted", decided_at: SINCE });
  await storeDocuments(club, people.otherManager.id, { status: "rejected", decided_at: SINCE });
  await storeDocuments(club, people.otherShop.id);
  await db.updateTable("documents").set({ reason: "Скан не читается" }).where("status", "=", "rejected").execute();
  await db
    .insertInto("banners")
    .values([
      { title: "Всем", text: "Клубу год", created_at: SINCE },
      { title: "Магазинам", text: "Новые подарки", link: "/dashboard/gifts", role: "member", created_at: SINCE },
    ])
    .execute();
  const banner = await db.selectFrom("banners").select("id").where("role", "=", "member").executeTakeFirstOrThrow();
  await db
    .insertInto("banner_views")
    .values({ banner_id: banner.id, user_id: people.otherShop.id, seen_at: SINCE })
    .execute();
  for (const { id } of [people.shop, people.otherShop]) {
    const session = { user_id: id, user_agent: "Safari", network: "203.0.113.0/24", last_used_at: SINCE };
    await db
      .insertInto("sessions")
      .values({ token_hash: hashSecret(`second of ${id}`), ...session, ...LASTING })
      .execute();
  }
}
