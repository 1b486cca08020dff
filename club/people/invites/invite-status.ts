import { type RawBuilder, sql } from "kysely";
import { type InviteStatus, inviteStatuses } from "../../../contract/values";

export function isInviteStatus(text: string): text is InviteStatus {
  return inviteStatuses.some((status) => status === text);
}

/**
 * The SQL expression of an invitation's status, for a query over `invites` left-joined to `outbox`. A registration comes
 * first, then the expiry, then the delivery of the letter.
 */
export function currentStatus(now: Date): RawBuilder<InviteStatus> {
  return sql<InviteStatus>`case
    when invites.status in ('registered', 'confirmed') then invites.status
    when invites.expires_at <= ${now} then 'expired'
    when outbox.id is null then invites.status
    when outbox.failed_at is not null then 'error'
    when outbox.sent_at is not null then 'sent'
    else 'queued'
  end`;
}
