import { REFUSED_REQUEST } from "../platform/acts/act-requests";
import { writeAuditRow } from "../platform/acts/audit-log";
import type { Operator } from "../platform/acts/operator";
import { subnetOf } from "../platform/http/network-address";
import type { Db, Services } from "../platform/services";
import type { OperatorSession } from "./sessions";

/** What operators do besides acts; the audit log has it beside them. */
export const operatorEvents = {
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
  "wrong-password": "Неверный пароль",
  "wrong-code": "Неверный код",
  "refused-passkey": "Ключ доступа не принят",
  "refused-identity": "Вход через внешний сервис не принят",
  "log-out": "Выход",
  "open-card": "Открытие карточки",
  "open-list": "Просмотр списка",
  "preview-act": "Проверка действия",
  "open-request": "Просмотр запроса",
  "download-file": "Скачивание файла",
  "ask-second-operator": "Просьба о согласии",
  [REFUSED_REQUEST]: "Отказ в согласии",
} as const;
export type OperatorEvent = keyof typeof operatorEvents;

/** What says only that something was looked at. Cards of what it was leave it to the audit log. */
export const readingEvents: readonly OperatorEvent[] = [
  "open-card",
  "open-list",
  "preview-act",
  "open-request",
  "download-file",
];

interface EventDetails {
  /** What the event is about; the operator's own access when it isn't said. */
  readonly subject?: { readonly kind: string; readonly id: string | number };
  /** Without secrets and names of people. */
  readonly input?: Readonly<Record<string, string | boolean>>;
  readonly before?: Readonly<Record<string, number>>;
  readonly after?: Readonly<Record<string, number>>;
}

/** Writes an event of a session into the audit log. */
export async function recordEvent(
  db: Db,
  services: Services,
  event: OperatorEvent,
  { session, requestId }: { readonly session: Pick<OperatorSession, "operator">; readonly requestId: string },
  details: EventDetails = {},
): Promise<void> {
  const { operator } = session;
  await write(db, services, event, operator, { ...details, requestId });
}

/** Writes a log-in or a code that was refused into the audit log, with the network that it came from. */
export async function recordRefusal(
  services: Services,
  event: OperatorEvent,
  operator: Operator | null,
  { requestId, address }: { readonly requestId: string; readonly address: string },
): Promise<void> {
  const network = subnetOf(address);
  await write(services.db, services, event, operator, { requestId, ...(network && { input: { network } }) });
}

/** Writes a command of the command line, or its reading of a card or a list, into the audit log. */
export async function recordCommand(
  db: Db,
  { now }: Pick<Services, "now">,
  command: string,
  operator: Operator,
  details: EventDetails = {},
): Promise<void> {
  await write(db, { now }, command, operator, { ...details, requestId: "" });
}

/** An event that is about nothing else is about the operator. */
async function write(
  db: Db,
  services: Pick<Services, "now">,
  event: string,
  operator: Operator | null,
  { subject, input = {}, ...details }: EventDetails & { readonly requestId: string },
): Promise<void> {
  const own = operator?.kind === "operator" ? { kind: "operator", id: operator.id } : undefined;
  await writeAuditRow(db, services, { act: event, operator, input, subject: subject ?? own, ...details });
}
