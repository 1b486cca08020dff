import { Command as CommanderCommand } from "commander";
import { verifyLedger as findDiscrepancies } from "../ledger/ledger";
import type { Command } from "./command";

export const verifyLedger: Command = {
  declare: () =>
    new CommanderCommand("verify-ledger").description(
      "Recount the ledger entries of every participant. The exit code is 1 when a balance doesn't match.",
    ),
  async run({ services, print }) {
    const discrepancies = await findDiscrepancies(services.db);
    for (const { userId, balance, sum, brokenEntryId } of discrepancies) {
      print(`User ${userId}: balance ${balance}, entries ${sum}${brokenEntryId ? `, broken at ${brokenEntryId}` : ""}`);
    }
    print(discrepancies.length === 0 ? "The ledger holds." : `${discrepancies.length} balances don't match.`);
    return discrepancies.length === 0 ? undefined : 1;
  },
};
