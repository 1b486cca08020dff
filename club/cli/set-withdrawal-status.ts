import { Argument, Command as CommanderCommand } from "commander";
import { type WithdrawalStatus, withdrawalStatuses } from "../../contract/values";
import { setExchangeStatus } from "../prizes/set-exchange-status";
import type { Command } from "./command";
import { parseCount, parseText } from "./parsers";

export const setWithdrawalStatus: Command<{ reason?: string }, readonly [id: number, status: WithdrawalStatus]> = {
  declare: () =>
    new CommanderCommand("set-withdrawal-status")
      .description(
        "Set the status of an order and tell the participant. Rejected and cancelled orders return the points.",
      )
      .argument("<id>", "the order", parseCount)
      .addArgument(new Argument("<status>").choices(withdrawalStatuses.filter((status) => status !== "new")))
      .option("--reason <text>", "needed when the status is rejected", parseText),
  async run({ services, args: [exchangeId, status], options: { reason }, print }) {
    await services.db
      .transaction()
      .execute((trx) => setExchangeStatus(trx, services, { exchangeId, status, ...(reason && { reason }) }));
    print(`Order ${exchangeId} is ${status}.`);
    return undefined;
  },
};
