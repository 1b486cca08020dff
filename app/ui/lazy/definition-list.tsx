import type { ReactNode } from "react";

type DefinitionListProps = { items: readonly { term: string; value: ReactNode }[] };

/** Names and values, such as a person's own data. An empty value shows as a dash. */
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
