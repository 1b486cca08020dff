import { type InviteStatus, inviteStatuses, inviteStatusTitles } from "../../../contract/values";
import { Badge } from "../../ui/core/badge";

type Tone = "plain" | "ok" | "warn" | "danger" | "signal";

const tones: Record<InviteStatus, Tone> = {
  queued: "plain",
  sent: "signal",
  error: "danger",
  registered: "signal",
  confirmed: "ok",
  expired: "warn",
};

/** The status of an invitation. An unknown status is shown as the upstream sent it. */
export function InviteBadge({ status }: { status: string }) {
  if (!isKnown(status)) return status ? <Badge tone="plain">{status}</Badge> : "—";
  return <Badge tone={tones[status]}>{inviteStatusTitles[status]}</Badge>;
}

/** The statuses to filter by. */
export const statusChoices = inviteStatuses.map((status) => ({ value: status, label: inviteStatusTitles[status] }));

/** Whether the letter may be sent again: it was sent or failed, and the invitee hasn't registered. */
export function canResend(status: string): boolean {
  return status === "sent" || status === "error" || status === "expired";
}

function isKnown(status: string): status is InviteStatus {
  return Object.keys(tones).includes(status);
}
