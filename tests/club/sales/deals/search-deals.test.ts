import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportDeals, listDeals } from "../../../../contract/deals";
import { summariseDeals } from "../../../../contract/overviews";
import { makeCsv } from "../../../files/report-files";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addDistributor, type Distributor, INNS, processReport } from "./reports";

let club: TestClub;
let people: Distributor;
let token: string;
beforeAll(async () => {
  club = await openTestClub({ now: "2026-06-15T09:00:00Z" });
  people = await addDistributor(club);
  const row = (
    manager: string,
    date: string,
    inn: string,
    articleCode: string,
    articleName: string,
    count: string,
  ) => ({
    date,
    manager,
    shop: "",
    inn,
    articleCode,
    articleName,
    count,
  });
  const [own, other] = people.managers;
  await processReport(
    club,
    people.curator.token,
    makeCsv([
      row(own.phone, "2026-05-01", INNS[0], "W16-EXR", "Свеча зажигания", "2"),
      row(own.phone, "2026-05-20", INNS[0], "K20-TT", "Свеча никелевая", "3"),
      row(own.phone, "2026-06-01", INNS[1], "0012", "Щётка 600 мм", "1"),
      // Somebody else sells the same.
      row(other.phone, "2026-06-02", INNS[1], "W16-EXR", "Свеча зажигания", "5"),
    ]),
  );
  token = own.token;
});
afterAll(() => club.close());

const find = async (search: string, period = {}) =>
  (await club.ask(listDeals, { search, ...period }, { token })).items.map(({ article_code }) => article_code);

test.each([
  ["", ["0012", "K20-TT", "W16-EXR"]],
  ["свеча", ["K20-TT", "W16-EXR"]],
  ["  СВЕЧА   никел ", ["K20-TT"]],
  ["w16exr", ["W16-EXR"]],
  ["W16-EXR", ["W16-EXR"]],
  ["щетка", ["0012"]],
  ["щётка", ["0012"]],
  [INNS[0], ["K20-TT", "W16-EXR"]],
  ["лесной свеча", ["K20-TT", "W16-EXR"]],
  ["%", []],
  ["_", []],
  ["\\", []],
  ["тормоз", []],
  ["'; drop table deals", []],
])("§3.10 «%s» finds those of one's own sales that have each of its words", async (search, codes) => {
  expect(await find(search)).toEqual(codes);
});

test("§3.10 of a long search the first eight words count", async () => {
  expect(await find(`${"свеча ".repeat(8)} тормоз`)).toEqual(["K20-TT", "W16-EXR"]);
  expect(await find(`${"свеча ".repeat(7)} тормоз`)).toEqual([]);
});

test("§3.10 a search has pages, keeps to its period, and its sums and its file are those of what it finds", async () => {
  expect(await find("свеча", { date_from: "2026-05-02" })).toEqual(["K20-TT"]);
  const page = { search: "свеча", page: 2, per_page: 1 };
  expect(await club.ask(listDeals, page, { token })).toMatchObject({ total: 2, items: [{ article_code: "W16-EXR" }] });
  expect(await club.ask(listDeals, { ...page, page: 3 }, { token })).toMatchObject({ total: 2, items: [] });
  const all = await club.ask(listDeals, {}, { token });
  const found = await club.ask(listDeals, { search: "свеча" }, { token });
  // A deal that is found says as much as one in the whole list.
  expect(found.items).toEqual(all.items.slice(1));
  const { months } = await club.ask(summariseDeals, { search: "свеча" }, { token });
  expect(months.map(({ month, count }) => [month, count])).toEqual([["2026-05", 5]]);
  const { body } = await club.call(exportDeals, { search: "никелевая" }, { token });
  expect(parse(body, { bom: true, delimiter: ";", from: 2 }).map((row: string[]) => row[4])).toEqual(["K20-TT"]);
});

test("§3.10 the articles with the most points come first, and none without points", async () => {
  const { articles } = await club.ask(summariseDeals, {}, { token });
  expect(articles.map(({ article_code, count }) => [article_code, count])).toEqual([
    ["K20-TT", 3],
    ["W16-EXR", 2],
  ]);
  expect(articles[0]?.points).toBeGreaterThan(articles[1]?.points ?? 0);
  const member = await club.ask(summariseDeals, { search: "w16" }, { token: people.members[0].token });
  // The five pieces that the other manager sold went to another shop.
  expect(member.articles.map(({ article_code, count }) => [article_code, count])).toEqual([["W16-EXR", 2]]);
});
