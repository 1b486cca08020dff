import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportDeals, exportMemberInns, listDeals, listPoints } from "../../../../contract/deals";
import { makeCsv } from "../../../files/report-files";
import { openTestClub, type TestClub } from "../../../setup/club";
import { readPages } from "../../operators";
import { addCompany, addPerson } from "../../points/people";
import { addDistributor, type Distributor, INNS, processReport } from "./reports";

let club: TestClub;
let people: Distributor;
beforeAll(async () => {
  club = await openTestClub({ now: "2026-06-15T09:00:00Z" });
  people = await addDistributor(club);
  const row = (date: string, inn: string, articleCode: string) => ({
    date,
    manager: people.managers[0].phone,
    shop: "",
    inn,
    articleCode,
    articleName: "",
    count: "2",
  });
  const sales = [
    row("2026-05-01", INNS[0], "W16-EXR"),
    row("2026-05-20", INNS[0], "K20-TT"),
    row("2026-06-01", INNS[1], "0012"),
  ];
  await processReport(club, people.curator.token, makeCsv(sales));
});
afterAll(() => club.close());

const readCsv = (body: Buffer): string[][] => parse(body, { bom: true, delimiter: ";" });

describe("deals", () => {
  test("§3.10 a manager's sales, newest first, with the manager's points", async () => {
    const { token } = people.managers[0];
    const { items, total } = await club.ask(listDeals, {}, { token });
    expect(total).toBe(3);
    expect(items.map((deal) => [deal.sell_date, deal.inn, deal.points])).toEqual([
      ["2026-06-01", INNS[1], 0],
      ["2026-05-20", INNS[0], 8],
      ["2026-05-01", INNS[0], 6],
    ]);
    expect(items[1]).toMatchObject({
      member_company_actual_name: "Магазин на Лесной",
      article_name: "Свеча зажигания никелевая",
      sell_count: 2,
    });
    expect((await club.ask(listDeals, {}, { token: people.managers[1].token })).total).toBe(0);
  });

  test("§3.10 a member's purchases have the distributor and the member's points", async () => {
    const { items } = await club.ask(listDeals, { page: 1, per_page: 1 }, { token: people.members[0].token });
    expect(items).toMatchObject([
      { curator_company_actual_name: "Дистрибьютор", member_company_legal_name: "ООО «Магазин на Лесной»", points: 14 },
    ]);
  });

  test("§3.10 each deal names its report and the entry that added its points, and the report's points are told alone", async () => {
    const { token } = people.managers[0];
    const { items } = await club.ask(listDeals, {}, { token });
    const { added } = await club.ask(listPoints, {}, { token });
    // Nothing is added for a deal without points.
    expect(items.map(({ entry_id }) => entry_id)).toEqual(["", added.items[0]?.id, added.items[1]?.id]);
    const [report_id = ""] = new Set(items.map((deal) => deal.report_id));
    const other = await processReport(
      club,
      people.curator.token,
      makeCsv([
        {
          date: "2026-06-02",
          manager: people.managers[0].phone,
          shop: "",
          inn: INNS[0],
          articleCode: "K20-TT",
          articleName: "",
          count: "1",
        },
      ]),
    );
    const all = await club.ask(listPoints, {}, { token });
    expect(all.added.total).toBe(3);
    const points = await club.ask(listPoints, { report_id }, { token });
    expect([points.added.items, points.added.total, points.spent.items]).toEqual([added.items, 2, []]);
    const second = await club.ask(listPoints, { report_id, page: 2, per_page: 1 }, { token });
    expect([second.added.items, second.added.total]).toEqual([added.items.slice(1), 2]);
    // The page of an entry is found; an unknown one leads to the first page.
    for (const [place, { id }] of points.added.items.entries()) {
      const { added: found } = await club.ask(listPoints, { report_id, entry_id: id, per_page: 1 }, { token });
      expect([found.page, found.items.map((entry) => entry.id)]).toEqual([place + 1, [id]]);
    }
    const unknown = await club.ask(listPoints, { report_id, entry_id: "999999", per_page: 1 }, { token });
    expect([unknown.added.page, unknown.added.total]).toEqual([1, 2]);
    // So does another report's: which place it would have is nobody's business.
    const { added: others } = await club.ask(listPoints, {}, { token });
    const last = others.items.at(-1)?.id ?? "";
    const foreign = await club.ask(listPoints, { report_id: other.id, entry_id: last, per_page: 1 }, { token });
    expect([foreign.added.page, foreign.added.total]).toEqual([1, 1]);
    const [entry] = (await club.ask(listPoints, { report_id }, { token: people.members[0].token })).added.items;
    const stranger = await club.ask(listPoints, { report_id, entry_id: entry?.id, per_page: 1 }, { token });
    expect([entry === undefined, stranger.added.page]).toEqual([false, 1]);
    expect((await club.ask(listPoints, { report_id: other.id }, { token })).added.total).toBe(1);
    // Of the same report, the member sees the member's points only, and a stranger none; no other id is a mistake.
    const bought = await club.ask(listPoints, { report_id: other.id }, { token: people.members[0].token });
    expect(bought.added.items.map(({ sumAdd }) => sumAdd)).toEqual([7]);
    for (const [id, person] of [
      [report_id, people.managers[1]],
      ["999999", people.managers[0]],
      ["none", people.managers[0]],
    ] as const) {
      expect((await club.ask(listPoints, { report_id: id }, { token: person.token })).added.items).toEqual([]);
    }
  });

  test("§7.1 both dates of the filter belong to the period, in the list and in the export", async () => {
    const { token } = people.managers[0];
    const period = { date_from: "2026-05-20", date_to: "2026-06-01" };
    const { items, total } = await club.ask(listDeals, period, { token });
    expect(total).toBe(2);
    expect(items.map((deal) => deal.sell_date)).toEqual(["2026-06-01", "2026-05-20"]);
    const { body, headers } = await club.call(exportDeals, { date_to: "2026-05-01" }, { token });
    expect(headers.get("content-type")).toContain("text/csv");
    const [header, ...rows] = readCsv(body);
    expect(header).toContain("Торговая точка");
    expect(rows.map((row) => row[0])).toEqual(["01.05.2026"]);
    const refused = await club.call(listDeals, { date_from: "01.05.2026" }, { token });
    expect(refused.status).toBe(422);
  });

  test("§7.1 a curator exports the tax numbers of the members with leading zeros", async () => {
    // One whom only the manager leads belongs to them too, one of nobody's doesn't.
    const led = await addPerson(club, { role: "member", managerId: people.managers[1].id });
    await addCompany(club, { ownerId: led.id, inn: "0274062112", name: "Ямщик" });
    const strange = await addPerson(club, { role: "member" });
    await addCompany(club, { ownerId: strange.id, inn: "0274062113", name: "Чужой" });
    const { body } = await club.call(exportMemberInns, {}, { token: people.curator.token });
    const rows = readCsv(body);
    expect(rows.map((row) => row[0])).toEqual(["ИНН", INNS[1], INNS[2], INNS[0], "0274062112"]);
    expect(body.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  });
});

test("§3.10 an operator pages through a person's sales and purchases by their days, whatever report they came with", async () => {
  const [{ id: seller }, { id: buyer }] = [
    await addPerson(club, { role: "manager", curatorId: people.curator.id }),
    await addPerson(club, { role: "member" }),
  ];
  const companyId = await addCompany(club, { ownerId: buyer, inn: "0274062114", name: "Поздний" });
  const { file_id } = await club.db.selectFrom("deals").select("file_id").limit(1).executeTakeFirstOrThrow();
  // The earlier a sale was, the later it came, and three of each day.
  const days = Array.from({ length: 111 }, (_, index) => new Date(Date.UTC(2026, 4, 31 - Math.floor(index / 3))));
  const added = await club.db
    .insertInto("deals")
    .values(
      days.map((day, index) => ({
        file_id,
        file_row: 1_000 + index,
        fingerprint: Buffer.from(`late ${index}`),
        sell_date: day.toISOString().slice(0, 10),
        curator_id: people.curator.id,
        manager_id: seller,
        member_id: buyer,
        company_id: companyId,
        article_code: "W16-EXR",
        article_name: "Свеча",
        sell_count: 1,
        manager_points: 1,
        member_points: 1,
      })),
    )
    .returning(["id", "sell_date"])
    .execute();
  const expected = added
    .sort((one, other) => other.sell_date.localeCompare(one.sell_date) || other.id - one.id)
    .map(({ id }) => String(id));
  for (const person of [seller, buyer]) {
    const pages = await readPages(club, "deals", { person: String(person) });
    expect(pages.flat().map(({ cells }) => cells[0])).toEqual(expected);
  }
});
