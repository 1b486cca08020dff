import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatNumber } from "../../lib/points";
import { Disclosure } from "../../ui/core/disclosure";
import { DataTable } from "../../ui/lazy/table";
import { EmailLink, PhoneLink } from "./contact-links";
import { MemberSummaryTable } from "./members-table";
import type { ManagerView } from "./people-view";

type ManagersTableProps = { managers: readonly ManagerView[]; empty: ReactNode };

/** A curator's managers with their members (§3.10). */
export function ManagersTable({ managers, empty }: ManagersTableProps) {
  return (
    <DataTable
      caption="Менеджеры"
      captionHidden
      rows={managers}
      rowKey={(manager) => manager.id}
      empty={empty}
      columns={[
        { key: "name", header: "Имя", main: true, cell: (manager) => manager.name },
        { key: "email", header: "E-mail", cell: (manager) => <EmailLink {...manager} /> },
        { key: "phone", header: "Телефон", cell: (manager) => <PhoneLink {...manager} /> },
      ]}
      details={(manager) => (
        <Disclosure summary={`Магазины: ${formatNumber(manager.memberCount)}`} open={manager.isFound}>
          <MemberSummaryTable members={manager.members} caption={`Магазины: ${manager.name}`} />
          {manager.memberCount > manager.members.length && (
            <p>
              <Link to={`?manager=${encodeURIComponent(manager.id)}#people`}>
                Показать всех: {formatNumber(manager.memberCount)}
              </Link>
            </p>
          )}
        </Disclosure>
      )}
    />
  );
}
