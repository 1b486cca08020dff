import { HEADERS } from "../../files/report-files";
import { expectEqual } from "../../setup/expect-equal";
import { CURATOR, MANAGER, type RunJourney, SHOP_INN } from "./journey";

/** Rows of a report; the largest is counted in two parts. */
const ROWS = [30, 300, 1_200] as const;
const UNKNOWN_ARTICLE = "НЕТ-ТАКОГО";
const PATH = "/dashboard/report";

/** A curator uploads a report, again after each outage. Two of its rows can't be accepted. */
export const runReport: RunJourney = async (world, { size }) => {
  const [article] = await world.query<{ code: string }>("select code from articles order by code limit 1");
  const accepted = ROWS[size];
  const visitor = await world.logIn(CURATOR);
  world.arm();
  await visitor.insist(PATH, makeReport(accepted, article?.code ?? ""));
  await visitor.open(PATH);
  await visitor.open(PATH);
  return async () => {
    const files = await world.query<{
      status: string;
      processed: number;
      total: number;
      failed: number;
      repeated: number;
    }>("select status, processed, total, failed, repeated from report_files where file_name = $1", [FILE_NAME]);
    const [deals] = await world.query<{ deals: string; entries: string }>(
      `select count(*) as deals, count(distinct ledger_entries.reference) as entries
       from deals join report_files on report_files.id = file_id
       left join ledger_entries on reference = 'deal:' || deals.id and ledger_entries.user_id = manager_id
       where file_name = $1`,
      [FILE_NAME],
    );
    const counted = files.reduce((sum, { processed, failed, repeated }) => sum + processed - failed - repeated, 0);
    return [
      ...(files.length === 0 ? ["the report is lost"] : []),
      ...files.flatMap(({ status, processed, total }) => [
        ...expectEqual("state of a report", status, "done"),
        ...expectEqual("processed rows", processed, accepted + 2),
        ...expectEqual("rows", total, accepted + 2),
      ]),
      ...expectEqual("accepted rows that became deals", Number(deals?.deals), accepted),
      ...expectEqual("deals with an entry of the manager", Number(deals?.entries), accepted),
      ...expectEqual("rows that the reports count", counted, accepted),
    ];
  };
};

const FILE_NAME = "отчёт.csv";

function makeReport(accepted: number, article: string): FormData {
  const codes = [...Array<string>(accepted).fill(article), UNKNOWN_ARTICLE, UNKNOWN_ARTICLE];
  const rows = codes.map((code, index) => {
    const day = new Date(Date.UTC(2024, 0, 1) + (index % 300) * 86_400_000).toISOString().slice(0, 10);
    return [day, MANAGER, "Магазин", SHOP_INN, code, "Товар", 1 + Math.floor(index / 300)].join(";");
  });
  const text = [Object.values(HEADERS).join(";"), ...rows].join("\r\n");
  const form = new FormData();
  form.append("file", new File([`\ufeff${text}`], FILE_NAME, { type: "text/csv" }));
  return form;
}
