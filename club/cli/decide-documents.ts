import { fullName } from "../accounts/person";
import { sendMessage } from "../outbox/send-message";
import { findPerson } from "./find-person";
import { Misuse, type Verb, type VerbCall } from "./verb";

export const acceptDocuments: Verb = {
  name: "accept-documents",
  usage: "PHONE|E-MAIL",
  summary: "Accept the personal documents that somebody handed in.",
  run: (call) => decide(call, "accepted", ""),
};

export const rejectDocuments: Verb = {
  name: "reject-documents",
  usage: "PHONE|E-MAIL --reason X",
  summary: "Reject them; the reason is shown to the participant.",
  options: { reason: { type: "string" } },
  run: (call) => decide(call, "rejected", call.require("reason")),
};

async function decide(call: VerbCall, status: "accepted" | "rejected", reason: string): Promise<undefined> {
  const { services, words, print } = call;
  const [contact = ""] = words("PHONE|E-MAIL");
  const person = await findPerson(services, contact);
  await services.db.transaction().execute(async (trx) => {
    const decided = await trx
      .updateTable("documents")
      .set({ status, reason, decided_at: services.now() })
      .where("user_id", "=", person.id)
      .where("status", "=", "pending")
      .returning("id")
      .execute();
    if (decided.length === 0) throw new Misuse(`${contact} has no documents that wait for a decision.`);
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
