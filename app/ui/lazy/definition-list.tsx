import type { ReactNode } from "react";

type DefinitionListProps = { items: readonly { term: string; value: ReactNode }[] };

/** Terms and values. An empty value is shown as a dash. */
export function DefinitionList({ items }: DefinitionListProps) {
  return (
    <dl className="definition-list">
      {items.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value === null || value === undefined || value === "" ? "—" : value}</dd>
        </div>
      ))}
    </dl>
  );
}
