import { quote } from "../../../contract/russian-quotes";
import { sendMessage } from "../../platform/outbox/send-message";
import type { Services, Trx } from "../../platform/services";

/** Writes to the curator of a report, with a link to its page. */
export async function tellCurator(
  trx: Trx,
  services: Services,
  report: { id: number; curator_id: number; file_name: string },
  letter: { subject: string; text: string },
): Promise<void> {
  const { email } = await trx
    .selectFrom("users")
    .select("email")
    .where("id", "=", report.curator_id)
    .executeTakeFirstOrThrow();
  const page = `${services.settings.publicOrigin}/dashboard/report/${report.id}`;
  await sendMessage(trx, services, {
    channel: "email",
    to: email,
    subject: letter.subject,
    text: `Файл ${quote(report.file_name)}. ${letter.text}\n\n${page}`,
  });
}
