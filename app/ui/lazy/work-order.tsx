import type { ReactNode } from "react";

/** One line: what, how much of it, for how much. */
export type WorkOrderLine = {
  key: string;
  name: ReactNode;
  /** Size, number of pieces, addressee: smaller, under the name. */
  note?: ReactNode;
  sum: ReactNode;
  /** Buttons that change the line; not printed. */
  actions?: ReactNode;
};

type WorkOrderProps = {
  title: ReactNode;
  /** Heading level of the title. */
  level?: 1 | 2 | 3;
  /** Number of the sheet, in monospace. */
  number?: ReactNode;
  /** Date or state, beside the number. */
  mark?: ReactNode;
  lines: readonly WorkOrderLine[];
  totalLabel: ReactNode;
  total: ReactNode;
  /** Below the total: what comes next, buttons. */
  children?: ReactNode;
};

/** A ruled sheet with dotted leaders between name and sum, and a total in big figures. */
export function WorkOrder({ title, level = 2, number, mark, lines, totalLabel, total, children }: WorkOrderProps) {
  const Title = `h${level}` as const;
  return (
    <div className="work-order">
      <div className="work-order-header">
        <Title>{title}</Title>
        {(number || mark) && (
          <p className="caption">
            {number && <span>{number}</span>}
            {mark && <span>{mark}</span>}
          </p>
        )}
      </div>
      <ul>
        {lines.map((line) => (
          <li key={line.key}>
            <div className="work-order-line">
              <span className="work-order-name">{line.name}</span>
              <span className="work-order-sum">{line.sum}</span>
            </div>
            {line.note && <div className="hint">{line.note}</div>}
            {line.actions && <div className="button-row">{line.actions}</div>}
          </li>
        ))}
      </ul>
      <p className="work-order-total">
        <span>{totalLabel}</span>
        <strong>{total}</strong>
      </p>
      {children && <div className="work-order-footer">{children}</div>}
    </div>
  );
}
