import { Command as CommanderCommand } from "commander";
import { findPerson } from "../../people/accounts/find-person";
import { fullName } from "../../people/accounts/person";
import { readBalance } from "../../points/ledger";
import type { Command } from "./command";

export const ledger: Command<object, readonly [contact: string]> = {
  declare: () =>
    new CommanderCommand("ledger")
      .description("Print a participant's ledger entries, oldest first, then the pending credits and the balance.")
      .argument("<phone|e-mail>"),
  async run({ services, args: [contact], print }) {
    const person = await findPerson(services, contact);
    const entries = await services.db
      .selectFrom("ledger_entries")
      .selectAll()
      .where("user_id", "=", person.id)
      .orderBy("id")
      .execute();
    const pending = await services.db
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
    for (const credit of pending) {
      print(
        `waiting          ${`+${credit.amount}`.padStart(8)}           ${credit.reason} ${credit.reference}  ${credit.action}`,
      );
    }
    print(`Balance: ${await readBalance(services.db, person.id)}`);
    return undefined;
  },
};
