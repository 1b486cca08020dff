import type { ClubSettings, Log } from "../../../club/platform/services";
import { MOVED } from "../../../club/points/day-limits";
import { creditPoints } from "../../../club/points/ledger";
import { addCompany, addPerson, type TestPerson } from "../../club/points/people";
import { ARTICLES } from "../../club/sales/deals/reports";
import { makeCsv } from "../../files/report-files";
import { openTestClub, type TestClub } from "../../setup/club";

/** The points of a day that need nobody's second yes. They are small, so that a few acts use them up. */
export const LIMITS = {
  secondOperatorPoints: 4_000,
  secondOperatorPointsPerDay: 5_000,
  secondOperatorFactor: 2,
  reportPointsPerDay: 6_000,
  pointsPerDay: 9_000,
} as const satisfies Partial<ClubSettings>;

/** A day that is used up is told in the log; a call that fails is seen by its answer. */
const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Stands in everything of the other distributor that the dishonest person isn't meant to see. */
export const FOREIGN = /Чужое\d+Q/g;

/** A club with two distributors. Whoever is dishonest belongs to the first one; the shop in the middle buys from both. */
export interface World {
  readonly club: TestClub;
  readonly curator: TestPerson;
  readonly manager: TestPerson;
  readonly shop: TestPerson;
  readonly sharedShop: TestPerson;
  readonly otherCurator: TestPerson;
  readonly otherManager: TestPerson;
  readonly inns: { readonly shop: string; readonly sharedShop: string };
  readonly companies: { readonly shop: number; readonly sharedShop: number };
}

export async function openWorld(settings: Partial<ClubSettings>): Promise<World> {
  const club = await openTestClub({
    now: "2026-06-01T09:00:00Z",
    work: false,
    settings: { ...LIMITS, ...settings },
    log: silent,
  });
  await club.db
    .insertInto("articles")
    .values([...ARTICLES])
    .execute();
  const distributor = async (inn: string) => {
    const curator = await addPerson(club, { role: "curator" });
    await addCompany(club, { ownerId: curator.id, inn, kind: "distributor", name: `Дистрибьютор ${inn}` });
    const manager = await addPerson(club, { role: "manager", curatorId: curator.id });
    const { db, clock } = club;
    await db.updateTable("users").set({ distributor_confirmed_at: clock.now() }).where("id", "=", manager.id).execute();
    return { curator, manager };
  };
  const { curator, manager } = await distributor("7707083893");
  const { curator: otherCurator, manager: otherManager } = await distributor("7736207543");
  const inns = { shop: "0274062111", sharedShop: "500100732259" };
  const member = (managerId: number) => addPerson(club, { role: "member", curatorId: curator.id, managerId });
  const [shop, sharedShop] = [await member(manager.id), await member(manager.id)];
  const companies = {
    shop: await addCompany(club, { ownerId: shop.id, inn: inns.shop }),
    sharedShop: await addCompany(club, { ownerId: sharedShop.id, inn: inns.sharedShop }),
  };
  await addPromoCodes(club);
  return { club, curator, manager, shop, sharedShop, otherCurator, otherManager, inns, companies };
}

/** What operators have promised together long ago. */
async function addPromoCodes({ db }: TestClub) {
  const { id } = await db
    .insertInto("promotions")
    .values({ name: "Лето", accepts_promo_codes: true })
    .returning("id")
    .executeTakeFirstOrThrow();
  const codes = Array.from({ length: 60 }, (_, number) => ({ code: `SUMMER${number}`, promotion_id: id, points: 150 }));
  await db.insertInto("promo_codes").values(codes).execute();
}

let words = 0;

let sales = 0;

/** What operators find in the morning: reports of the first distributor that wait for one of them, and claims. */
export async function addWaiting({ club, inns, companies, ...people }: World): Promise<void> {
  const { curator, manager, shop, sharedShop } = people;
  for (let count = 1; count <= 3; count++) {
    sales += 1;
    const content = makeCsv([
      {
        date: new Date(Date.UTC(2012, 0, sales)).toISOString().slice(0, 10),
        manager: manager.phone,
        shop: "Магазин",
        inn: inns.shop,
        articleCode: ARTICLES[0].code,
        articleName: "Свеча",
        count: "300",
      },
    ]);
    const file = { curator_id: curator.id, file_name: "первый.csv", content_type: "text/csv", content };
    const held = { status: "waiting_approval", total: 1, expected_points: 2_400 } as const;
    await club.db
      .insertInto("report_files")
      .values({ ...file, ...held })
      .execute();
    // The other distributor's sales to the same shop are similar to the claimed one.
    const [claimant, company_id] = count === 1 ? [sharedShop, companies.sharedShop] : [shop, companies.shop];
    const claim = { user_id: claimant.id, curator_id: curator.id, manager_id: manager.id, company_id };
    const { code, name } = ARTICLES[0];
    const sale = { sell_date: "2026-05-30", article_code: code, article_name: name, sell_count: 300 + sales };
    await club.db
      .insertInto("sale_claims")
      .values({ ...claim, ...sale, document_number: `УПД-${sales}`, created_at: club.clock.now() })
      .execute();
  }
}

/** An honest day of the other distributor: a report with a sale to the shop that both supply, and a claim of that shop. */
export async function addForeignDay(world: World): Promise<void> {
  const { db, clock } = world.club;
  const word = `Чужое${++words}Q`;
  const file = await db
    .insertInto("report_files")
    .values({
      curator_id: world.otherCurator.id,
      file_name: `${word}.csv`,
      content_type: "text/csv",
      content: Buffer.from(word),
      status: "done",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("report_errors").values({ file_id: file.id, row: 3, field: word, message: word }).execute();
  const { id } = await db
    .insertInto("deals")
    .values({
      file_id: file.id,
      file_row: 2,
      curator_id: world.otherCurator.id,
      manager_id: world.otherManager.id,
      member_id: world.sharedShop.id,
      company_id: world.companies.sharedShop,
      sell_date: "2026-06-01",
      article_code: ARTICLES[0].code,
      article_name: word,
      sell_count: 2,
      manager_points: 6,
      member_points: 10,
      fingerprint: Buffer.from(word),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const entry = { reason: "deal", reference: `deal:${id}`, action: `Продажа ${word}`, createdAt: clock.now() } as const;
  await db.transaction().execute((trx) =>
    creditPoints(trx, MOVED, [
      { ...entry, userId: world.otherManager.id, amount: 6 },
      { ...entry, userId: world.sharedShop.id, amount: 10 },
    ]),
  );
  await db
    .insertInto("sale_claims")
    .values({
      user_id: world.otherManager.id,
      curator_id: world.otherCurator.id,
      company_id: world.companies.sharedShop,
      sell_date: "2026-06-01",
      article_code: ARTICLES[0].code,
      article_name: "Свеча",
      sell_count: 2,
      document_number: word,
      comment: word,
      created_at: clock.now(),
    })
    .execute();
}
