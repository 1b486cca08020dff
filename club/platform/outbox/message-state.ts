import type { Selectable } from "kysely";
import type { Outbox } from "../db/schema";

type StateColumns = Pick<Selectable<Outbox>, "sent_at" | "failed_at" | "last_error">;

/** What a list of messages can be narrowed to. */
export const messageStates = {
  failed: "Не доставлено",
  stuck: "Задерживается",
  waiting: "В очереди",
  sent: "Отправлено",
} as const;
export type MessageState = keyof typeof messageStates;

/** Why a message ended although no gateway failed: nothing is to be done about it. */
export const quietEnds = {
  unsubscribed: "Получатель отписался",
  erased: "Получатель стёрт",
  "given up": "Доставка отменена оператором",
  "sent again": "Отправлено ещё раз",
} as const;

/** The state of a message in a few Russian words. */
export function describeMessageState({ sent_at, failed_at, last_error }: StateColumns): string {
  if (sent_at) return messageStates.sent;
  if (failed_at) return quietEnds[last_error as keyof typeof quietEnds] ?? messageStates.failed;
  return last_error ? messageStates.stuck : messageStates.waiting;
}

/** A phone or e-mail of which an operator sees enough to recognize it. An empty one has been removed after its time. */
export function maskRecipient({ recipient }: { readonly recipient: string }): string {
  if (recipient === "") return "—";
  const [name = "", host] = recipient.split("@");
  if (host === undefined) return `${name.slice(0, 4)}***${name.slice(-2)}`;
  return `${name.slice(0, 2)}***@${host}`;
}
