import { withdrawalStatuses } from "../../contract/values";
import { setExchangeStatus } from "../prizes/set-exchange-status";
import { Misuse, readCount, type Verb } from "./verb";

export const setWithdrawalStatus: Verb = {
  name: "set-withdrawal-status",
  usage: `ID ${withdrawalStatuses.filter((status) => status !== "new").join("|")} [--reason X]`,
  summary: "Move an order on; rejected (with a reason) and cancelled return the points. The participant is told.",
  options: { reason: { type: "string" } },
  async run({ services, option, words, print }) {
    const [idText = "", statusText = ""] = words("ID", "STATUS");
    const exchangeId = readCount(idText, "ID");
    const status = withdrawalStatuses.find((known) => known === statusText);
    if (!status) throw new Misuse(`STATUS is one of ${withdrawalStatuses.join(", ")}.`);
    const reason = option("reason");
    await services.db
      .transaction()
      .execute((trx) => setExchangeStatus(trx, services, { exchangeId, status, ...(reason && { reason }) }));
    print(`Order ${exchangeId} is ${status}.`);
    return undefined;
  },
};
