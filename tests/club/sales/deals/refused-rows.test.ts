import { afterAll, beforeAll, expect, test } from "vitest";
import { importReport } from "../../../../contract/deals";
import { exportReportErrors } from "../../../../contract/extensions";
import { alias } from "../../../../contract/values";
import { makeCsv, makeXlsx, type Sale } from "../../../files/report-files";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addDistributor, type Distributor, INNS, makeNewSales, processReport, waitForReport } from "./reports";

let club: TestClub;
let people: Distributor;
let token: string;
beforeAll(async () => {
  club = await openTestClub({ now: "2026-06-15T09:00:00Z" });
  people = await addDistributor(club);
  token = people.curator.token;
});
afterAll(() => club.close());

const sale = makeNewSales(() => people);

function ask(content: Buffer) {
  const file = new File([new Uint8Array(content)], "отчёт.csv");
  return club.call(importReport, { equal_rows: "ask" }, { token, files: { file } });
}

test.each([
  ["CSV", (sales: Sale[]) => Promise.resolve(makeCsv(sales))],
  ["XLSX", (sales: Sale[]) => makeXlsx(sales)],
])(
  "§3.10 refused rows of a report in %s are downloaded with the reasons, corrected and uploaded alone",
  async (_kind, make) => {
    const wrong = sale({ inn: INNS[1], count: "ноль", manager: `+${people.managers[0].phone}` });
    const lost = sale({ articleCode: "-0012", inn: "7707083893" });
    const report = await processReport(club, token, await make([sale(), wrong, sale(), lost]));
    expect(report).toMatchObject({ failed: 2, points: 2 * 2 * 8 });
    const { body } = await club.call(exportReportErrors, { file_id: report.id }, { token });
    const [header, ...rows] = body.toString("utf8").split("\r\n");
    expect(header).toBe("\uFEFFДата продажи;Сейлз;Торговая точка;ИНН;Артикул;Наименование;Количество;Документ;Причина");
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatch(
      /;0274062111;W16-EXR;Свеча;ноль;;"Количество — целое число больше нуля, а у возврата — меньше\."$/,
    );
    expect(rows[1]).toContain("Артикул «-0012» не участвует в программе. Торговая точка с ИНН 7707083893");
    const corrected = body.toString("utf8").replace(";ноль;", ";3;");
    const again = await processReport(club, token, Buffer.from(corrected));
    expect(again).toMatchObject({ total: 2, failed: 1, repeated: 0, points: 3 * 8 });
    // The article is read as it was uploaded, without the apostrophe of the export.
    expect(again.errors.map(({ message }) => message)).toContain("Артикул «-0012» не участвует в программе.");
  },
);

test("§8.1 the refused rows of a report whose table can't be read are refused in words", async () => {
  const report = await processReport(club, token, makeCsv([sale({ count: "ноль" })]));
  const content = Buffer.from("Дата;Кто\n1;2");
  await club.db.updateTable("report_files").set({ content }).where("id", "=", Number(report.id)).execute();
  const { status, refusal } = await club.call(exportReportErrors, { file_id: report.id }, { token });
  expect([status, refusal?.aliases, refusal?.message]).toEqual([
    422,
    [alias.fileUnreadable],
    expect.stringContaining("не хватает столбцов"),
  ]);
});

test("§6.4 the refused rows of another curator's report are unknown", async () => {
  const report = await processReport(club, token, makeCsv([sale({ count: "ноль" })]));
  const other = await club.call(exportReportErrors, { file_id: report.id }, { token: people.managers[0].token });
  expect(other.status).toBe(403);
  expect((await club.call(exportReportErrors, { file_id: "999999" }, { token })).status).toBe(404);
});

test("§1.3 a row that stands in a file twice is told before it counts twice, and counts as a sale of its own with a yes", async () => {
  const [twice, other] = [sale(), sale()];
  const content = makeCsv([twice, other, twice]);
  const { status, refusal } = await ask(content);
  expect(status).toBe(422);
  expect(refusal?.aliases).toContain(alias.equalRows);
  expect(refusal?.fields.equal_rows).toContain("№ 4 — как № 2");
  expect(await processReport(club, token, content)).toMatchObject({ failed: 0, repeated: 0, points: 3 * 2 * 8 });

  // Nothing new would be credited for equal rows that have counted, so they are no question any more.
  const { result } = await ask(makeCsv([twice, other, twice, sale()]));
  expect(await waitForReport(club, token, result?.id ?? "")).toMatchObject({ failed: 0, repeated: 3, points: 2 * 8 });
  expect((await ask(makeCsv([sale(), sale()]))).status).toBe(200);
});
