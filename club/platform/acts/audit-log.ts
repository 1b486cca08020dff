import type { Db, Services } from "../services";
import { actorName, type Operator } from "./operator";

/** What the audit log keeps of an act, a command or another event. */
export interface AuditRow {
  /** The name of the act, the command or the event. */
  readonly act: string;
  /** Null for somebody who hasn't said a known login: what was typed may be a password. */
  readonly operator: Operator | null;
  readonly input: object;
  readonly subject?: { readonly kind: string; readonly id: string | number } | undefined;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly points?: number | undefined;
  /** Who said the second yes. */
  readonly approvedBy?: string | undefined;
  /** The id by which the other logs know the request. */
  readonly requestId?: string | undefined;
}

const UNKNOWN_ACTOR = "—";

/** Adds a row to the audit log. */
export async function writeAuditRow(db: Db, { now }: Pick<Services, "now">, row: AuditRow): Promise<void> {
  const { operator, subject, before, after } = row;
  await db
    .insertInto("audit_log")
    .values({
      at: now(),
      act: row.act,
      actor: operator ? actorName(operator) : UNKNOWN_ACTOR,
      operator_id: operator?.kind === "operator" ? operator.id : null,
      approved_by: row.approvedBy ?? null,
      input: JSON.stringify(row.input),
      subject_kind: subject?.kind ?? null,
      subject_id: subject ? String(subject.id) : null,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
      points: row.points ?? 0,
      request_id: row.requestId ?? "",
    })
    .execute();
}
