import { sql } from "kysely";
import { quote } from "../../contract/russian-quotes";
import type { Act } from "../platform/acts/act";
import { sendMessage } from "../platform/outbox/send-message";
import type { Services, Trx } from "../platform/services";

/**
 * Mails the owners that an act waits which decides about power or hands out a log-in: unlike points, it may take effect without
 * their answer. An owner whose login is no address reads it on today's page only. The mail says nothing of whom it is about.
 */
export async function tellOwners(trx: Trx, services: Services, act: Act, askedBy: string): Promise<void> {
  if (act.gives !== "power" && act.gives !== "access") return;
  services.log.warn(
    { act: act.name, askedBy },
    "an act waits for a second operator: npm run club -- list-act-requests",
  );
  const owners = await trx
    .selectFrom("operators")
    .select("login")
    .where("is_disabled", "=", false)
    .where(sql<boolean>`'owner' = any(roles)`)
    .where("login", "like", "%_@_%")
    .where("login", "!=", askedBy)
    .execute();
  const { operatorOrigin } = services.settings;
  const page = operatorOrigin === null ? "Откройте консоль" : `Откройте ${operatorOrigin}/lists/act-requests`;
  const what =
    act.gives === "power"
      ? "Если за сутки никто не откажет, действие выполнится само."
      : "Без согласия оно не выполнится.";
  for (const { login } of owners) {
    await sendMessage(trx, services, {
      channel: "email",
      to: login,
      subject: `Ждёт решения: ${act.title}`,
      text: `Здравствуйте.\n\nОператор ${askedBy} просит: ${quote(act.title)}. ${what}\n\n${page}: «Ждут второго оператора».`,
    });
  }
}
