import { Command as CommanderCommand } from "commander";
import { sql } from "kysely";
import { sumLedger, sumPendingCredits } from "../ledger/ledger-totals";
import { moscowMoment, nextDay } from "../moscow-date";
import type { Command } from "./command";
import { parseDate } from "./parsers";

export const ledgerTotals: Command<{ readonly date?: string }> = {
  declare: () =>
    new CommanderCommand("ledger-totals")
      .description(
        "Print what the club owes its participants in points, and from which accounts: points given for sales, invitations and promotions, less prizes.",
      )
      .option("--date <YYYY-MM-DD>", "as of the end of this day in Moscow; without it, as of now", parseDate),
  async run({ services, options: { date }, print }) {
    await services.db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      const totals = await sumLedger(trx, date === undefined ? null : moscowMoment(nextDay(date), "00:00"));
      for (const { account, reason, entries, points } of totals) {
        print(`${account.padEnd(24)} ${reason.padEnd(12)} ${String(points).padStart(16)}  (${entries} entries)`);
      }
      const owed = totals.reduce((sum, { points }) => sum + points, 0);
      print(`${"owed to participants".padEnd(37)} ${String(owed).padStart(16)}`);
      if (date === undefined)
        print(`${"pending credits".padEnd(37)} ${String(await sumPendingCredits(trx)).padStart(16)}`);
    });
    return undefined;
  },
};
