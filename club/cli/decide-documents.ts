import { Command as CommanderCommand } from "commander";
import { fullName } from "../accounts/person";
import { sendMessage } from "../outbox/send-message";
import { type Command, type CommandCall, UsageError } from "./command";
import { findPerson } from "./find-person";
import { parseText } from "./parsers";

type Contact = readonly [contact: string];

export const acceptDocuments: Command<object, Contact> = {
  declare: () =>
    new CommanderCommand("accept-documents")
      .description("Accept the personal documents that a participant has sent.")
      .argument("<phone|e-mail>"),
  run: (call) => decideDocuments(call, "accepted", ""),
};

export const rejectDocuments: Command<{ reason: string }, Contact> = {
  declare: () =>
    new CommanderCommand("reject-documents")
      .description("Reject them.")
      .argument("<phone|e-mail>")
      .requiredOption("--reason <text>", "shown to the participant", parseText),
  run: (call) => decideDocuments(call, "rejected", call.options.reason),
};

async function decideDocuments(
  { services, args: [contact], print }: CommandCall<object, Contact>,
  status: "accepted" | "rejected",
  reason: string,
): Promise<undefined> {
  const person = await findPerson(services, contact);
  await services.db.transaction().execute(async (trx) => {
    const decided = await trx
      .updateTable("documents")
      .set({ status, reason, decided_at: services.now() })
      .where("user_id", "=", person.id)
      .where("status", "=", "pending")
      .returning("id")
      .execute();
    if (decided.length === 0) throw new UsageError(`${contact} has no documents waiting for a decision.`);
    const profile = `${services.settings.publicOrigin}/dashboard/profile`;
    await sendMessage(trx, services, {
      channel: "email",
      to: person.email,
      subject: status === "accepted" ? "Документы приняты" : "Документы не приняты",
      text:
        status === "accepted"
          ? `Документы приняты, можно заказывать подарки.\n\n${services.settings.publicOrigin}/dashboard/gifts`
          : `Документы не приняты.\nПричина: ${reason}\n\nИсправьте и отправьте их ещё раз в профиле: ${profile}`,
    });
  });
  print(`Documents of ${fullName(person)}: ${status}.`);
  return undefined;
}
