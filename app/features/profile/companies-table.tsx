import { DataTable } from "../../ui/lazy/table";
import type { CompanyView } from "./people-view";

/** Companies: name, INN, legal name, legal address (§3.10). */
export function CompaniesTable({ companies, caption }: { companies: readonly CompanyView[]; caption: string }) {
  return (
    <DataTable
      caption={caption}
      captionHidden
      rows={companies}
      rowKey={(company) => company.id}
      empty={<p className="hint">Компаний пока нет.</p>}
      columns={[
        { key: "name", header: "Название", main: true, cell: renderName },
        { key: "inn", header: "ИНН", cell: (company) => company.inn },
        { key: "legal", header: "Юридическое название", cell: (company) => company.legalName },
        { key: "address", header: "Юридический адрес", cell: (company) => company.legalAddress },
      ]}
    />
  );
}

function renderName({ name, segment }: CompanyView) {
  if (!segment) return name;
  return (
    <>
      {name} <small>{segment}</small>
    </>
  );
}
