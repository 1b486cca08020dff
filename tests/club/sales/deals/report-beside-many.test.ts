import { type KyselyPlugin, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { articles } from "../../../../club/demo/articles";
import { demoAccounts } from "../../../../club/demo/demo-accounts";
import { parseReport } from "../../../../club/sales/deals/parse-report";
import { processReport } from "../../../../club/sales/deals/process-report";
import { importReport } from "../../../../contract/deals";
import { makeCsv, makeSales } from "../../../files/report-files";
import { DEMO_PASSWORD, openTestClub, type TestClub } from "../../../setup/club";
import { countRowsRead } from "../../../setup/rows-read";

const SHOPS = 200;
const DEALS_OF_A_SHOP = 150;
const OTHER_SHOPS = 20_000;
const ROWS = 600;
const [curator, manager] = demoAccounts;

let club: TestClub;
let inn: string;
beforeAll(async () => {
  club = await openTestClub({ seed: true, work: false });
  const { rows } = await sql<{ inn: string }>`
    with sold as (
      select deals.* from deals join users on users.id = deals.manager_id where phone = ${manager.phone} limit 1
    ), shop as (
      insert into companies (kind, owner_id, inn, actual_name_organization, legal_name_organization)
        select 'retail', member_id, (6900000000 + n)::text, 'Лавка', 'ООО' from sold, generate_series(1, ${SHOPS}::int) n
        returning id
    ), added as (
      insert into deals (
        file_id, file_row, curator_id, manager_id, member_id, company_id, sell_date, article_code, article_name, sell_count,
        manager_points, member_points, fingerprint
      )
      select file_id, 10000 + n, curator_id, manager_id, member_id, shop.id, date '2024-01-01' + n, article_code,
        article_name, 1, 1, 1, sha256(int8send(shop.id::bigint * 1000000 + n))
      from sold, shop, generate_series(1, ${DEALS_OF_A_SHOP}::int) n
    )
    select inn from companies where id = (select company_id from sold)
  `.execute(club.db);
  inn = rows[0]?.inn ?? "";
  await sql`
    insert into companies (kind, owner_id, inn, actual_name_organization, legal_name_organization)
      select 'retail', id, (6800000000 + n)::text, 'Другая лавка', 'ООО'
      from (select id from users where phone = '79000000003') owner, generate_series(1, ${OTHER_SHOPS}::int) n
  `.execute(club.db);
  await sql`analyze deals, companies`.execute(club.db);
});
afterAll(() => club.close());

const makeReport = (day: string) =>
  makeCsv(makeSales({ managers: [manager], shops: [{ inn, name: "Лавка" }], articles }, ROWS, day));

test("architecture: a report looks up its own shops, however many the club has", async () => {
  const { id: curatorId } = await club.db
    .selectFrom("users")
    .select("id")
    .where("phone", "=", curator.phone)
    .executeTakeFirstOrThrow();
  const content = makeReport("2026-03-05");
  const read = await countRowsRead(club, async () => {
    const { rows } = await parseReport(club.club.services, { curatorId, content });
    expect(rows.filter((row) => "deal" in row)).toHaveLength(ROWS);
  });
  expect(read.companies).toBeLessThan(10);
});

test("architecture: a report of very many shops is read some shops at a time, and others have their turn", async () => {
  const { services } = club.club;
  const asked: number[] = [];
  const noteArrays: KyselyPlugin = {
    transformQuery({ node }) {
      const { parameters } = services.db.getExecutor().compileQuery(node, { queryId: "named shops" });
      for (const one of parameters) if (Array.isArray(one)) asked.push(one.length);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const shops = Array.from({ length: 2_500 }, (_, n) => ({ inn: String(6_800_000_001 + n), name: "Другая лавка" }));
  const sales = makeSales(
    { managers: [manager], shops: [{ inn, name: "Лавка" }], articles },
    shops.length,
    "2026-03-06",
  );
  const content = makeCsv(sales.map((sale, n) => ({ ...sale, inn: shops[n]?.inn ?? "" })));
  const { id: curatorId } = await club.db
    .selectFrom("users")
    .select("id")
    .where("phone", "=", curator.phone)
    .executeTakeFirstOrThrow();
  const { rows } = await parseReport({ ...services, db: services.db.withPlugin(noteArrays) }, { curatorId, content });
  expect(rows.filter((row) => "deal" in row)).toHaveLength(shops.length);
  expect(asked).toEqual([1_000, 1_000, 500]);
});

test("architecture: a report reads its own sales, however many all shops have already", async () => {
  const token = await club.logIn(curator.phone, DEMO_PASSWORD);
  const day = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const content = makeReport(day);
  const { id } = await club.ask(
    importReport,
    {},
    { token, files: { file: new File([new Uint8Array(content)], "sales.csv") } },
  );
  const read = await countRowsRead(club, () => processReport(club.club.services, Number(id)));
  const { rows } = await sql<{ status: string; processed: number }>`
    select status, processed from report_files where id = ${Number(id)}
  `.execute(club.db);
  expect(rows).toEqual([{ status: "done", processed: ROWS }]);
  expect(read.deals).toBeLessThan(20 * ROWS);
});
