import { Command as CommanderCommand } from "commander";
import type { Services } from "../../platform/services";
import { storeLedgerCheck } from "../../points/ledger-check";
import type { LedgerDifference, SourceDifference } from "../../points/ledger-differences";
import { sumCorrections, verifyLedger as verifyAll, verifyCheckpoints } from "../../points/verify-ledger";
import { verifyNewEntries } from "../../points/verify-new-entries";
import type { Command } from "./command";

export const verifyLedger: Command<{ readonly new?: boolean }> = {
  declare: () =>
    new CommanderCommand("verify-ledger")
      .description(
        "Recount the ledger entries of every participant, compare each with its deal, invitation, promo code or exchange, each deal with its article's rate, and the entries with their checkpoints. The exit code is 1 when something differs.",
      )
      .option("--new", "verify and seal what came since the last checkpoint, with a part of the rest, as every night"),
  async run({ services, options, print }) {
    const { count, differences } = options.new ? await verifyNew(services, print) : await verifyWhole(services, print);
    for (const difference of differences) print(describe(difference));
    print(count === 0 ? "The ledger holds." : `Differences: ${count}.`);
    return count === 0 ? undefined : 1;
  },
};

interface Found {
  readonly count: number;
  readonly differences: readonly LedgerDifference[];
}

async function verifyWhole({ db, seal, now }: Services, print: (line: string) => void): Promise<Found> {
  const differences = [...(await verifyAll(db)), ...(await verifyCheckpoints(db, seal))];
  await storeLedgerCheck(db, { at: now(), differences: differences.length });
  const corrections = await sumCorrections(db);
  if (corrections.count > 0) {
    print(`Corrections, which have no source to compare with: ${corrections.count}, ${corrections.points} points.`);
  }
  return { count: differences.length, differences };
}

async function verifyNew({ db, seal, now }: Services, print: (line: string) => void): Promise<Found> {
  const check = await verifyNewEntries(db, { seal, now: now() });
  await storeLedgerCheck(db, { at: now(), differences: check.count });
  const { newSlices, repeatedSlices, sealedUpTo } = check;
  print(`New slices: ${newSlices}; slices verified again: ${repeatedSlices}.`);
  if (sealedUpTo) print(`Sealed up to entry ${sealedUpTo.entryId}, digest ${sealedUpTo.digest}.`);
  return check;
}

function describe(difference: LedgerDifference): string {
  switch (difference.kind) {
    case "source":
      return describeSource(difference);
    case "rate": {
      const { dealId, pieces, managerPoints, memberPoints } = difference;
      return `Deal ${dealId}: ${managerPoints} and ${memberPoints} points for ${pieces} pieces, which no rate of its article on that day gives`;
    }
    case "debt": {
      const { userId, debtId, amount, left, paid } = difference;
      if (debtId === null) return `User ${userId}: ${paid} points paid for a debt that doesn't exist`;
      return `User ${userId}: debt ${debtId} of ${amount} points has ${paid} paid and ${left} left, or the user has points`;
    }
    case "return":
      return `Deal ${difference.dealId}: its pieces and points aren't those of the sales that were returned`;
    case "budget": {
      const { promotionId, spent, bonuses, strange } = difference;
      return `Promotion ${promotionId}: its budget has given ${spent} points, its bonuses ${bonuses}; ${strange} of them are of people who aren't of the deal`;
    }
    case "checkpoint": {
      const { checkpointId, upToEntryId, isForged } = difference;
      const what = isForged ? "wasn't written by this club" : "has other entries than when it was written";
      return `Checkpoint ${checkpointId}, up to entry ${upToEntryId}, ${what}`;
    }
    case "balance": {
      const { userId, balance, sum, brokenEntryId } = difference;
      return `User ${userId}: balance ${balance}, entries ${sum}${brokenEntryId ? `, broken at entry ${brokenEntryId}` : ""}`;
    }
  }
}

function describeSource({ userId, reason, reference, entryId, isPending, ...points }: SourceDifference): string {
  const source = `${reason} ${reference}`;
  if (entryId === null) return `User ${userId}: ${source} has no entry of ${points.expected}`;
  const entry = `User ${userId}: ${isPending ? "pending credit" : "entry"} ${entryId} of ${points.recorded}`;
  return points.expected === null
    ? `${entry} has no source ${source}`
    : `${entry}, but ${source} gives ${points.expected}`;
}
