import { type InviteStatus, inviteStatuses } from "../../../contract/values";
import { Badge } from "../../ui/core/badge";

type Tone = "plain" | "ok" | "warn" | "danger" | "signal";

const words: Record<InviteStatus, { word: string; tone: Tone }> = {
  queued: { word: "В очереди", tone: "plain" },
  sent: { word: "Отправлено", tone: "signal" },
  error: { word: "Ошибка отправки", tone: "danger" },
  registered: { word: "Зарегистрирован", tone: "signal" },
  confirmed: { word: "Подтверждён", tone: "ok" },
  expired: { word: "Истекло", tone: "warn" },
};

/** How an invitation stands. A status that we don't know is shown as it came. */
export function InviteBadge({ status }: { status: string }) {
  const known = isKnown(status) ? words[status] : { word: status, tone: "plain" as const };
  return <Badge tone={known.tone}>{known.word}</Badge>;
}

/** The statuses to filter by. */
export const statusChoices = inviteStatuses.map((status) => ({ value: status, label: words[status].word }));

/** Whether the letter can go out once more: nobody has come yet, and it isn't on its way. */
export function canResend(status: string): boolean {
  return status === "sent" || status === "error" || status === "expired";
}

function isKnown(status: string): status is InviteStatus {
  return Object.hasOwn(words, status);
}
