import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { inviteListTitles } from "../../../contract/columns";
import { Button } from "../../ui/core/button";
import { DataTable } from "../../ui/lazy/table";
import { canResend, InviteBadge } from "./invite-status";
import type { InviteView } from "./invite-view";

type InvitesTableProps = {
  invites: readonly InviteView[];
  /** Where a resend posts to: the list with its filters, so that it comes back as it was. */
  action: string;
  empty: ReactNode;
};

/** Invitations: date, name, e-mail, status, confirmation (§3.10), and a button that sends one again. */
export function InvitesTable({ invites, action, empty }: InvitesTableProps) {
  return (
    <DataTable
      caption="Приглашения"
      captionHidden
      rows={invites}
      rowKey={(invite) => invite.id}
      empty={empty}
      columns={[
        { key: "date", header: inviteListTitles.date, cell: (invite) => invite.date },
        { key: "name", header: inviteListTitles.name, main: true, cell: (invite) => invite.name },
        { key: "email", header: inviteListTitles.email, cell: (invite) => renderAddress(invite.email) },
        {
          key: "status",
          header: inviteListTitles.invite_status,
          cell: (invite) => <InviteBadge status={invite.status} />,
        },
        { key: "confirmation", header: inviteListTitles.confirmation, cell: (invite) => invite.confirmation || "—" },
        { key: "resend", header: "Действия", bare: true, cell: (invite) => renderResend(invite, action) },
      ]}
    />
  );
}

/** Characters of an address for which the column has room. */
const SHORT_ADDRESS = 24;

/** A long address breaks before the @ where the column is narrow. */
function renderAddress(email: string) {
  if (email.length <= SHORT_ADDRESS) return email;
  const at = email.lastIndexOf("@");
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

function renderResend(invite: InviteView, action: string) {
  // The upstream finds an invitation by its id.
  if (!invite.id || !canResend(invite.status)) return null;
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="invite_id" value={invite.id} />
      <Button variant="quiet" small name="intent" value="resend" aria-label={`Отправить ещё раз: ${invite.email}`}>
        Отправить ещё раз
      </Button>
    </Form>
  );
}
