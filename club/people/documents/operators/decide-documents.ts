import { alias } from "../../../../contract/values";
import { type ActContext, type ActOutcome, defineAct } from "../../../platform/acts/act";
import { person, text } from "../../../platform/acts/field";
import { RefusalError } from "../../../platform/http/refusal-error";
import { sendMessage } from "../../../platform/outbox/send-message";
import { findPerson } from "../../accounts/find-person";
import { fullName } from "../../accounts/person";

export const acceptDocuments = defineAct({
  name: "accept-documents",
  group: "documents",
  title: "Принять документы",
  summary: "Accept the personal documents that a participant has sent, and tell the participant.",
  gives: "nothing",
  roles: ["support", "fulfilment"],
  fields: { person: person() },
  run: (context, input) => decideDocuments(context, input.person, "accepted", ""),
});

export const rejectDocuments = defineAct({
  name: "reject-documents",
  group: "documents",
  title: "Не принять документы",
  summary: "Reject them, with a reason that the participant reads.",
  gives: "nothing",
  roles: ["support", "fulfilment"],
  fields: {
    person: person(),
    reason: text({ label: "Причина", hint: "Её увидит участник", help: "shown to the participant" }),
  },
  run: (context, input) => decideDocuments(context, input.person, "rejected", input.reason),
});

async function decideDocuments(
  { services, trx }: ActContext,
  contact: string,
  status: "accepted" | "rejected",
  reason: string,
): Promise<ActOutcome> {
  const found = await findPerson(services, contact);
  const decided = await trx
    .updateTable("documents")
    .set({ status, reason, decided_at: services.now() })
    .where("user_id", "=", found.id)
    .where("status", "=", "pending")
    .returning("id")
    .execute();
  if (decided.length === 0)
    throw new RefusalError(alias.notFound, "Документы этого участника решения не ждут.", "person");
  const { publicOrigin } = services.settings;
  const isAccepted = status === "accepted";
  await sendMessage(trx, services, {
    channel: "email",
    to: found.email,
    subject: isAccepted ? "Документы приняты" : "Документы не приняты",
    text: isAccepted
      ? `Документы приняты, можно заказывать подарки.\n\n${publicOrigin}/dashboard/gifts`
      : `Документы не приняты.\nПричина: ${reason}\n\nИсправьте и передайте их ещё раз в профиле: ${publicOrigin}/dashboard/profile`,
  });
  return {
    lines: [`Документы участника ${fullName(found)} ${isAccepted ? "приняты" : "не приняты"}. Ему уйдёт письмо.`],
    subject: { kind: "person", id: found.id },
    before: { status: "pending" },
    after: { status },
    link: { card: "person", id: String(found.id) },
  };
}
