import { fullName } from "../accounts/person";
import { readBalance, verifyLedger as verify } from "../ledger/ledger";
import { findPerson } from "./find-person";
import type { Verb } from "./verb";

export const ledger: Verb = {
  name: "ledger",
  usage: "PHONE|E-MAIL",
  summary: "Print a person's entries, oldest first, what waits for activation, and the balance.",
  async run({ services, words, print }) {
    const [contact = ""] = words("PHONE|E-MAIL");
    const person = await findPerson(services, contact);
    const entries = await services.db
      .selectFrom("ledger_entries")
      .selectAll()
      .where("user_id", "=", person.id)
      .orderBy("id")
      .execute();
    const waiting = await services.db
      .selectFrom("pending_credits")
      .selectAll()
      .where("user_id", "=", person.id)
      .orderBy("id")
      .execute();
    print(`${fullName(person)} (${person.role}, ${person.email})`);
    for (const entry of entries) {
      const amount = `${entry.amount > 0 ? "+" : ""}${entry.amount}`.padStart(8);
      const balance = String(entry.balance_after).padStart(8);
      const at = entry.created_at.toISOString().slice(0, 16).replace("T", " ");
      print(`${at} ${amount} ${balance}  ${entry.reason} ${entry.reference}  ${entry.action}`);
    }
    for (const credit of waiting) {
      print(
        `waiting          ${`+${credit.amount}`.padStart(8)}           ${credit.reason} ${credit.reference}  ${credit.action}`,
      );
    }
    print(`Balance: ${await readBalance(services.db, person.id)}`);
    return undefined;
  },
};

export const verifyLedger: Verb = {
  name: "verify-ledger",
  usage: "",
  summary: "Recount every person's entries; exit code 1 when a balance doesn't match.",
  async run({ services, words, print }) {
    words();
    const discrepancies = await verify(services.db);
    for (const { userId, balance, sum, brokenEntryId } of discrepancies) {
      print(`User ${userId}: balance ${balance}, entries ${sum}${brokenEntryId ? `, broken at ${brokenEntryId}` : ""}`);
    }
    print(discrepancies.length === 0 ? "The ledger holds." : `${discrepancies.length} balances don't match.`);
    return discrepancies.length === 0 ? undefined : 1;
  },
};
