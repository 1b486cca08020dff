import { processReport } from "../../../../club/sales/deals/process-report";
import type { CallInput } from "../../../../contract/call";
import { importReport } from "../../../../contract/deals";
import { previewReport, readReportPreview } from "../../../../contract/report-previews";
import { HEADERS, makeCsv, type Sale } from "../../../files/report-files";
import type { TestClub } from "../../../setup/club";
import { readReport } from "./recall";
import type { Distributor } from "./reports";

/** What a curator does with files of sales: their rows, with a column «Документ», or the bytes of a file. */
export function createUploads(club: TestClub, people: Distributor) {
  const { token } = people.curator;
  let name = 0;
  const filesOf = (content: readonly Sale[] | Buffer) => {
    name += 1;
    if (Buffer.isBuffer(content)) return { file: new File([new Uint8Array(content)], `файл ${name}.xlsx`) };
    const csv = makeCsv(content, { headers: { ...HEADERS, document: "Документ" } });
    return { file: new File([new Uint8Array(csv)], `файл ${name}.csv`) };
  };
  const send = async (content: readonly Sale[] | Buffer, input: CallInput<typeof importReport> = {}) => {
    const { id } = await club.ask(importReport, input, { token, files: filesOf(content) });
    return id;
  };
  const process = async (id: string) => {
    await processReport(club.club.services, Number(id));
    return readReport(club, people, id);
  };
  return {
    filesOf,
    /** Uploads a report that isn't counted yet. @returns its id */
    send,
    /** Counts an uploaded report, as the job does. */
    process,
    /** Uploads a report and counts it. */
    async count(content: readonly Sale[] | Buffer, input: CallInput<typeof importReport> = {}) {
      return process(await send(content, input));
    },
    /** Checks a file. @returns the id of the check */
    async check(content: readonly Sale[] | Buffer) {
      const { id } = await club.ask(previewReport, {}, { token, files: filesOf(content) });
      return id;
    },
    readCheck: (id: string) => club.ask(readReportPreview, { id }, { token }),
  };
}
