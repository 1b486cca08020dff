import type { WithdrawalStatus } from "../../../contract/values";
import { Badge } from "../../ui/core/badge";

type Tone = "plain" | "ok" | "warn" | "danger" | "signal";

const words: Record<WithdrawalStatus, { word: string; tone: Tone }> = {
  new: { word: "Новая", tone: "plain" },
  processing: { word: "В обработке", tone: "signal" },
  need_documents: { word: "Нужны документы", tone: "warn" },
  sent: { word: "Отправлено", tone: "signal" },
  ready_for_pickup: { word: "Ждёт в пункте выдачи", tone: "signal" },
  completed: { word: "Выполнено", tone: "ok" },
  rejected: { word: "Отклонено", tone: "danger" },
  cancelled: { word: "Отменено", tone: "plain" },
};

/** The status of a withdrawal. An unknown status is shown as the upstream sent it. */
export function WithdrawalBadge({ status }: { status: string }) {
  if (!status) return "—";
  const known = isWithdrawalStatus(status) ? words[status] : { word: status, tone: "plain" as const };
  return <Badge tone={known.tone}>{known.word}</Badge>;
}

function isWithdrawalStatus(status: string): status is WithdrawalStatus {
  return Object.hasOwn(words, status);
}
