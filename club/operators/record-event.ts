import { actorName } from "../platform/acts/operator";
import type { Db, Services } from "../platform/services";
import type { OperatorSession } from "./sessions";

/** What operators do with their own access; the audit log has it beside the acts. */
export const accessEvents = {
  "log-in": "Вход",
  "log-in-by-recovery-code": "Вход по резервному коду",
  "log-in-by-identity": "Вход через внешний сервис",
  "link-identity": "Связь с учётной записью внешнего сервиса",
  "log-in-by-passkey": "Вход по ключу доступа",
  "add-passkey": "Новый ключ доступа",
  "remove-passkey": "Удаление ключа доступа",
  "set-own-password": "Свой пароль",
  "change-own-password": "Смена своего пароля",
  "set-up-authenticator": "Настройка приложения для кодов",
} as const;

/** Writes an event into the audit log. */
export async function recordEvent(
  db: Db,
  services: Services,
  event: keyof typeof accessEvents,
  { session, requestId }: { session: OperatorSession; requestId: string },
): Promise<void> {
  const { operator } = session;
  await db
    .insertInto("audit_log")
    .values({
      at: services.now(),
      act: event,
      actor: actorName(operator),
      operator_id: operator.id,
      input: "{}",
      subject_kind: "operator",
      subject_id: String(operator.id),
      request_id: requestId,
    })
    .execute();
}
