import { sql } from "kysely";
import type { Club } from "../../club/club";
import type { Sale } from "../../tests/files/report-files";
import { addPerson } from "./open-bench-club";

const MANAGERS = 20;
const SHOPS = 400;
const ARTICLES = 50;

type Person = Awaited<ReturnType<typeof addPerson>>;

/** A distributor whose managers sell to its shops. */
export interface Distributor {
  readonly curator: Person;
  readonly managers: readonly Person[];
  /** The owners of the shops, and the shops' companies in the same order. */
  readonly owners: readonly Person[];
  readonly companyIds: readonly number[];
  /** So many sales of all managers to all shops, no two of which are equal. @param dateOf the day of a sale by its place */
  makeSales(count: number, dateOf: (index: number) => string): Sale[];
}

let opened = 0;

/** Opens another distributor with twenty managers, four hundred shops and fifty articles. */
export async function openDistributor(club: Club): Promise<Distributor> {
  const { db } = club.services;
  const firstInn = 10_000_000 + SHOPS * opened;
  opened += 1;
  const curator = await addPerson(club, { role: "curator" });
  const managers: Person[] = [];
  for (let index = 0; index < MANAGERS; index++) {
    managers.push(await addPerson(club, { role: "manager", curator_id: curator.id }));
  }
  const owners: Person[] = [];
  const companyIds: number[] = [];
  const inns: string[] = [];
  for (let index = 0; index < SHOPS; index++) {
    const owner = await addPerson(club, { role: "member", curator_id: curator.id });
    const inn = `77${firstInn + index}`;
    const names = { actual_name_organization: `Точка ${index}`, legal_name_organization: "ООО" };
    const values = { kind: "retail", owner_id: owner.id, inn, ...names } as const;
    companyIds.push((await db.insertInto("companies").values(values).returning("id").executeTakeFirstOrThrow()).id);
    inns.push(inn);
    owners.push(owner);
  }
  await sql`
    insert into articles (code, name, manager_points, member_points)
      select 'ART-' || n, 'Свеча ' || n, 3, 5 from generate_series(0, ${ARTICLES - 1}::int) n
      on conflict do nothing
  `.execute(db);
  return {
    curator,
    managers,
    owners,
    companyIds,
    makeSales: (count, dateOf) =>
      Array.from({ length: count }, (_, index) => ({
        date: dateOf(index),
        manager: managers[index % MANAGERS]?.phone ?? "",
        shop: "Точка",
        inn: inns[index % SHOPS] ?? "",
        articleCode: `ART-${index % ARTICLES}`,
        articleName: "Свеча зажигания",
        count: String(Math.floor(index / SHOPS) + 1),
      })),
  };
}
