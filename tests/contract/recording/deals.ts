import { makeCsv, makeSales, readReportDirectory } from "../../files/report-files";
import { phones } from "../../setup/demo";
import type { RecordedPortal } from "../../setup/recorded-portal";
import type { Row } from "./row";

/** The id of a report of the demo's curator. */
async function findReport({ club }: RecordedPortal): Promise<string> {
  const reports = club.db
    .selectFrom("report_files")
    .innerJoin("users", "users.id", "report_files.curator_id")
    .select("report_files.id")
    .where("phone", "=", phones.curator)
    .orderBy("report_files.id");
  return String((await reports.executeTakeFirstOrThrow()).id);
}

export const deals: readonly Row[] = [
  {
    call: "GET deals/report/titles",
    title: "a curator opens the second page of the reports, one report, and script polls the list",
    async run(portal) {
      const { browser, token } = await portal.logIn(phones.curator);
      const file_id = await findReport(portal);
      await browser.open("/dashboard/report/?page=2");
      await browser.open(`/dashboard/report/${file_id}`);
      await browser.open("/dashboard/report/status?page=1");
      const request = (page: string) => ({ path: "deals/report/titles", token, query: { page, per_page: "10" } });
      // The report is on the second page of the list.
      return [request("2"), request("1"), request("2"), request("1")];
    },
  },
  {
    call: "GET deals/report/details",
    title: "a curator opens a report",
    async run(portal) {
      const { browser, token } = await portal.logIn(phones.curator);
      const file_id = await findReport(portal);
      await browser.open(`/dashboard/report/${file_id}`);
      return { path: "deals/report/details", token, query: { file_id, page: "1", per_page: "999999" } };
    },
  },
  {
    call: "GET deals/report/download/file/{id}",
    title: "a curator downloads the file of a report",
    async run(portal) {
      const { browser, token } = await portal.logIn(phones.curator);
      const id = await findReport(portal);
      await browser.follow(`/dashboard/report/${id}`, "Скачать исходный файл");
      return { path: `deals/report/download/file/${id}`, token };
    },
  },
  {
    call: "GET deals/report/errors/export",
    title: "a curator downloads the refused rows of a report",
    async run(portal) {
      const { browser, token } = await portal.logIn(phones.curator);
      const id = await findReport(portal);
      await browser.open(`/dashboard/report/${id}/errors`);
      return { path: "deals/report/errors/export", token, query: { file_id: id } };
    },
  },
  {
    call: "POST deals/report/import",
    title: "a curator uploads a report",
    async run({ club, logIn }) {
      const { browser, token, id } = await logIn(phones.curator);
      const directory = await readReportDirectory(club.db, Number(id));
      const content = makeCsv(makeSales(directory, 3, "2025-06-01"));
      await browser.open("/dashboard/report/");
      await browser.submit({ file: new File([new Uint8Array(content)], "июнь.csv", { type: "text/csv" }) });
      const file = { fileName: "июнь.csv", type: "text/csv", content: content.toString("utf8") };
      return { path: "deals/report/import", token, body: { file } };
    },
  },
  {
    call: "GET user/profile/curator/export/inn/members",
    title: "a curator downloads the tax numbers",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.curator);
      await browser.follow("/dashboard/profile", "Выгрузить ИНН");
      return { path: "user/profile/curator/export/inn/members", token };
    },
  },
  {
    call: "GET user/points",
    title: "a member opens the points, and a later page of those that were added",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.member);
      await browser.open("/dashboard/points");
      await browser.open("/dashboard/points?added=2&spent=2");
      return [
        { path: "user/points", token, query: { page: "1", per_page: "500" } },
        { path: "user/points", token, query: { page: "2", per_page: "36" } },
      ];
    },
  },
  {
    call: "GET deals/current/user",
    title: "a manager opens the sales, and those of a period",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.manager);
      await browser.open("/dashboard/sales/");
      await browser.submit({ date_from: "2026-05-01", date_to: "2026-05-31" });
      const request = (query: Record<string, string>) => ({ path: "deals/current/user", token, query });
      return [
        request({ page: "1", per_page: "500" }),
        request({ page: "1", per_page: "500", date_from: "2026-05-01", date_to: "2026-05-31" }),
      ];
    },
  },
  {
    call: "GET deals/current/user/export",
    title: "a member downloads the purchases of a period",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.member);
      await browser.follow("/dashboard/sales?date_from=2020-01-01", "Выгрузить CSV");
      return { path: "deals/current/user/export", token, query: { date_from: "2020-01-01" } };
    },
  },
];
