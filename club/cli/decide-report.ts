import { Command as CommanderCommand } from "commander";
import { approveReport, listWaitingReports, refuseReport } from "../deals/decide-report";
import { type Command, UsageError } from "./command";
import { parseCount, parseText } from "./parsers";

type ReportId = readonly [id: number];

export const waitingReports: Command = {
  declare: () =>
    new CommanderCommand("waiting-reports").description(
      "List the sales reports that exceed REPORT_ROW_PIECES_LIMIT or REPORT_POINTS_LIMIT and wait for approval.",
    ),
  async run({ services, print }) {
    const reports = await listWaitingReports(services.db);
    for (const { id, created_at, email, file_name, total, message } of reports) {
      print(
        `${id}  ${created_at.toISOString().slice(0, 16).replace("T", " ")}  ${email}  «${file_name}», ${total} rows`,
      );
      if (message) print(`    ${message}`);
    }
    if (reports.length === 0) print("No report waits.");
    return undefined;
  },
};

export const approveReportCommand: Command<object, ReportId> = {
  declare: () =>
    new CommanderCommand("approve-report")
      .description("Credit a waiting report as it is; the portal starts within a minute.")
      .argument("<id>", "from waiting-reports", parseCount),
  async run({ services, args: [id], print }) {
    const approved = await services.db.transaction().execute((trx) => approveReport(trx, services, id));
    if (!approved) throw new UsageError(`Report ${id} doesn't wait for approval.`);
    print(`Report ${id} is approved.`);
    return undefined;
  },
};

export const refuseReportCommand: Command<{ reason: string }, ReportId> = {
  declare: () =>
    new CommanderCommand("refuse-report")
      .description("Refuse a waiting report; nothing of it is credited.")
      .argument("<id>", "from waiting-reports", parseCount)
      .requiredOption("--reason <text>", "shown to the curator", parseText),
  async run({ services, args: [id], options: { reason }, print }) {
    const refused = await services.db.transaction().execute((trx) => refuseReport(trx, services, id, reason));
    if (!refused) throw new UsageError(`Report ${id} doesn't wait for approval.`);
    print(`Report ${id} is refused.`);
    return undefined;
  },
};
