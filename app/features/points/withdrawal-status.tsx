import { type WithdrawalStatus, withdrawalStatusTitles } from "../../../contract/values";
import { Badge } from "../../ui/core/badge";

type Tone = "plain" | "ok" | "warn" | "danger" | "signal";

const tones: Record<WithdrawalStatus, Tone> = {
  new: "plain",
  processing: "signal",
  need_documents: "warn",
  sent: "signal",
  ready_for_pickup: "signal",
  completed: "ok",
  rejected: "danger",
  cancelled: "plain",
};

/** The status of a withdrawal. An unknown status is shown as the upstream sent it. */
export function WithdrawalBadge({ status }: { status: string }) {
  if (!status) return "—";
  if (!isWithdrawalStatus(status)) return <Badge tone="plain">{status}</Badge>;
  return <Badge tone={tones[status]}>{withdrawalStatusTitles[status]}</Badge>;
}

function isWithdrawalStatus(status: string): status is WithdrawalStatus {
  return Object.keys(tones).includes(status);
}
