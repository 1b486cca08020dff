import * as deals from "../../../contract/deals";
import * as extensions from "../../../contract/extensions";
import * as regional from "../../../contract/regional";
import { byAll, type CallSamples, samplesOf } from "./sample";
import { inns } from "./scene-people";
import { fileOf, saleOf } from "./scene-sales";

/** Reports of curators, and the search of system managers. */
export const reportSamples: readonly CallSamples[] = [
  samplesOf(deals.listReports)({
    ...byAll(deals.listReports, () => ({})),
    "the first page": () => ({ by: "curator", input: { page: 1, per_page: 2 } }),
    "the second page": () => ({ by: "curator", input: { page: 2, per_page: 2 } }),
    "one with errors": ({ reports }) => ({ by: "curator", input: { file_id: reports.january } }),
    "one with repeats": ({ reports }) => ({ by: "curator", input: { file_id: reports.february } }),
    "another's": ({ reports }) => ({ by: "curator", input: { file_id: reports.otherFebruary } }),
  }),
  samplesOf(deals.reportDetails)({
    "of a month": ({ reports }) => ({ by: "curator", input: { file_id: reports.january } }),
    "of the other distributor": ({ reports }) => ({ by: "otherCurator", input: { file_id: reports.otherFebruary } }),
    "the second page": ({ reports }) => ({ by: "curator", input: { file_id: reports.january, page: 2, per_page: 3 } }),
    "a range of rows": ({ reports }) => ({
      by: "curator",
      input: { file_id: reports.january },
      rows: { first: 1, count: 2 },
    }),
    "another's": ({ reports }) => ({ by: "curator", input: { file_id: reports.otherFebruary } }),
  }),
  samplesOf(deals.downloadReport)({
    "one's own": ({ reports }) => ({ by: "curator", input: { id: reports.january } }),
    "another's": ({ reports }) => ({ by: "curator", input: { id: reports.otherFebruary } }),
  }),
  samplesOf(extensions.exportReportErrors)({
    "one with errors": ({ reports }) => ({ by: "curator", input: { file_id: reports.january } }),
    "one without errors": ({ reports }) => ({ by: "curator", input: { file_id: reports.march } }),
    "another's": ({ reports }) => ({ by: "curator", input: { file_id: reports.otherFebruary } }),
  }),
  samplesOf(deals.exportMemberInns)(byAll(deals.exportMemberInns, () => ({}))),
  samplesOf(regional.findUsersByInn)({
    "a shop by a system manager": () => ({ by: "systemManager", input: { inn: inns.shop } }),
    "a distributor by a system manager": () => ({ by: "systemManager", input: { inn: inns.otherCurator } }),
    "an own shop by a manager": () => ({ by: "manager", input: { inn: inns.shopBranch } }),
    "another's shop by a manager": () => ({ by: "manager", input: { inn: inns.otherShop } }),
    "a colleague's shop by a manager": () => ({ by: "manager", input: { inn: inns.secondShop } }),
    "of nobody": () => ({ by: "systemManager", input: { inn: inns.unknown } }),
  }),
  samplesOf(regional.listReportMonths)({
    "of a shop": ({ people }) => ({ by: "systemManager", input: { id: String(people.shop.id) } }),
    "of a manager": ({ people }) => ({ by: "systemManager", input: { id: String(people.otherManager.id) } }),
    "of a curator": ({ people }) => ({ by: "systemManager", input: { id: String(people.curator.id) } }),
    "of an own shop by a manager": ({ people }) => ({ by: "manager", input: { id: String(people.shop.id) } }),
    "of another's shop by a manager": ({ people }) => ({ by: "manager", input: { id: String(people.otherShop.id) } }),
  }),
  samplesOf(regional.exportReportRows)({
    "of a shop": ({ people }) => ({
      by: "systemManager",
      input: { user_id: String(people.shop.id), month: "2026-01" },
    }),
    "of a manager": ({ people }) => ({
      by: "systemManager",
      input: { user_id: String(people.manager.id), month: "2026-02" },
    }),
    "of a month without sales": ({ people }) => ({
      by: "systemManager",
      input: { user_id: String(people.shop.id), month: "2025-11" },
    }),
    "of another's shop by a manager": ({ people }) => ({
      by: "manager",
      input: { user_id: String(people.otherShop.id), month: "2026-02" },
    }),
  }),
  samplesOf(deals.importReport)({
    "new sales": ({ people }) => ({
      by: "curator",
      input: {},
      files: { file: fileOf([saleOf(people, "2026-03-10")], "новый.csv") },
    }),
    "of a whole period": ({ people }) => ({
      by: "curator",
      input: { period_from: "2026-03-01", period_to: "2026-03-19", gone_sales: "keep", corrected_rows: "replace" },
      files: { file: fileOf([saleOf(people, "2026-03-11")], "период.csv") },
    }),
    "equal rows about which it has to ask": ({ people }) => ({
      by: "curator",
      input: { equal_rows: "ask" },
      files: { file: fileOf([saleOf(people, "2026-03-12"), saleOf(people, "2026-03-12")], "дважды.csv") },
    }),
    "corrected rows about which it has to ask": ({ people }) => ({
      by: "curator",
      input: { corrected_rows: "ask" },
      files: { file: fileOf([saleOf(people, "2026-03-01", { count: "9" })], "исправлено.csv") },
    }),
    "without its columns": () => ({
      by: "curator",
      input: {},
      files: { file: new File(["Дата;Сумма\r\n01.03.2026;2"], "сумма.csv") },
    }),
    "by a system curator": ({ people }) => ({
      by: "systemCurator",
      input: {},
      files: { file: fileOf([saleOf(people, "2026-03-10")], "системный.csv") },
    }),
  }),
];
