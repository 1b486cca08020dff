import type { CallInput, CallReply } from "../../../../contract/call";
import { downloadReport, importReport, listReports, reportDetails } from "../../../../contract/deals";
import type { Sale } from "../../../files/report-files";
import type { TestClub } from "../../../setup/club";
import { addCompany, addPerson, type TestPerson } from "../../points/people";

export { downloadReport, listReports, reportDetails };
export type Report = CallReply<typeof listReports>["items"][number];

/** A curator with two managers, three shops and three articles, one shop's INN beginning with a zero. */
export interface Distributor {
  curator: TestPerson;
  managers: [TestPerson, TestPerson];
  members: [TestPerson, TestPerson, TestPerson];
}

export const INNS = ["7736207543", "0274062111", "500100732259"] as const;
export const ARTICLES = [
  { code: "W16-EXR", name: "Свеча зажигания", manager_points: 3, member_points: 5 },
  { code: "K20-TT", name: "Свеча зажигания никелевая", manager_points: 4, member_points: 7 },
  { code: "0012", name: "Щётка стеклоочистителя", manager_points: 0, member_points: 2 },
] as const;

export async function addDistributor(club: TestClub): Promise<Distributor> {
  const curator = await addPerson(club, { role: "curator" });
  await addCompany(club, { ownerId: curator.id, inn: "7707083893", kind: "distributor", name: "Дистрибьютор" });
  const manager = () => addPerson(club, { role: "manager", curatorId: curator.id });
  const managers: Distributor["managers"] = [await manager(), await manager()];
  const member = async (inn: string, name: string) => {
    const person = await addPerson(club, { role: "member", curatorId: curator.id, managerId: managers[0].id });
    await addCompany(club, { ownerId: person.id, inn, name });
    return person;
  };
  const members: Distributor["members"] = [
    await member(INNS[0], "Магазин на Лесной"),
    await member(INNS[1], "Автосервис «Ёлка»"),
    await member(INNS[2], "ИП Петров"),
  ];
  await club.db
    .insertInto("articles")
    .values([...ARTICLES])
    .execute();
  return { curator, managers, members };
}

/** @param input such as what becomes of rows that correct counted sales */
export function upload(
  club: TestClub,
  token: string,
  content: Buffer,
  name = "отчёт.xlsx",
  input: CallInput<typeof importReport> = {},
) {
  const file = new File([new Uint8Array(content)], name);
  return club.call(importReport, input, { token, files: { file } });
}

/** Uploads a report and waits until it is processed. */
export async function processReport(club: TestClub, token: string, content: Buffer, name?: string): Promise<Report> {
  const { result, refusal } = await upload(club, token, content, name);
  if (!result) throw new Error(`the report was refused: ${refusal?.message}`);
  return waitForReport(club, token, result.id);
}

export async function waitForReport(club: TestClub, token: string, id: string, seconds = 60): Promise<Report> {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    const { items } = await club.ask(listReports, {}, { token });
    const report = items.find((item) => item.id === id);
    if (report && (report.status === "done" || report.status === "failed")) return report;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`report ${id} wasn't counted in ${seconds} s`);
}

/** Makes sales of two pieces for 16 points, each of a day of its own, so that none was counted before. */
export function makeNewSales(findPeople: () => Distributor) {
  let day = 0;
  return (changes: Partial<Sale> = {}): Sale => {
    day += 1;
    return {
      date: new Date(Date.UTC(2025, 0, day)).toISOString().slice(0, 10),
      manager: findPeople().managers[0].phone,
      shop: "Магазин",
      inn: INNS[0],
      articleCode: "W16-EXR",
      articleName: "Свеча",
      count: "2",
      ...changes,
    };
  };
}
