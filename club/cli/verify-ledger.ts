import { Command as CommanderCommand } from "commander";
import {
  verifyLedger as findDifferences,
  type LedgerDifference,
  type SourceDifference,
  sumCorrections,
} from "../ledger/verify-ledger";
import type { Command } from "./command";

export const verifyLedger: Command = {
  declare: () =>
    new CommanderCommand("verify-ledger").description(
      "Recount the ledger entries of every participant and compare each with its deal, invitation, promo code or exchange. The exit code is 1 when something differs.",
    ),
  async run({ services, print }) {
    const differences = await findDifferences(services.db);
    for (const difference of differences) print(describe(difference));
    const corrections = await sumCorrections(services.db);
    if (corrections.count > 0) {
      print(`Corrections, which have no source to compare with: ${corrections.count}, ${corrections.points} points.`);
    }
    print(differences.length === 0 ? "The ledger holds." : `Differences: ${differences.length}.`);
    return differences.length === 0 ? undefined : 1;
  },
};

function describe(difference: LedgerDifference): string {
  if (difference.kind === "source") return describeSource(difference);
  const { userId, balance, sum, brokenEntryId } = difference;
  return `User ${userId}: balance ${balance}, entries ${sum}${brokenEntryId ? `, broken at entry ${brokenEntryId}` : ""}`;
}

function describeSource({ userId, reason, reference, entryId, isPending, ...points }: SourceDifference): string {
  const source = `${reason} ${reference}`;
  if (entryId === null) return `User ${userId}: ${source} has no entry of ${points.expected}`;
  const entry = `User ${userId}: ${isPending ? "pending credit" : "entry"} ${entryId} of ${points.recorded}`;
  return points.expected === null
    ? `${entry} has no source ${source}`
    : `${entry}, but ${source} gives ${points.expected}`;
}
