import type { ReactNode } from "react";

/** One line of the sheet. */
export type WorkOrderLine = {
  key: string;
  name: ReactNode;
  /** Size, quantity or recipient, below the name. */
  note?: ReactNode;
  sum: ReactNode;
  /** Buttons that change the line; not printed. */
  actions?: ReactNode;
};

type WorkOrderProps = {
  title: ReactNode;
  /** Heading level of the title. */
  level?: 1 | 2 | 3;
  /** Number of the order. */
  number?: ReactNode;
  /** Date or status, beside the number. */
  mark?: ReactNode;
  lines: readonly WorkOrderLine[];
  totalLabel: ReactNode;
  total: ReactNode;
  /** Below the total: the next step, buttons. */
  children?: ReactNode;
};

/** An order as a ruled sheet, with dotted leaders between names and sums and a large total. */
export function WorkOrder({ title, level = 2, number, mark, lines, totalLabel, total, children }: WorkOrderProps) {
  const Title = `h${level}` as const;
  return (
    <div className="work-order">
      <div className="work-order-header">
        <Title>{title}</Title>
        {(number || mark) && (
          <p className="caption">
            {number && <span>{number}</span>} {mark && <span>{mark}</span>}
          </p>
        )}
      </div>
      <ul>
        {lines.map((line) => (
          <li key={line.key}>
            <div className="work-order-line">
              <span className="work-order-name">{line.name}</span> <span className="work-order-sum">{line.sum}</span>
            </div>
            {line.note && <div className="hint">{line.note}</div>}
            {line.actions && <div className="button-row">{line.actions}</div>}
          </li>
        ))}
      </ul>
      <p className="work-order-total">
        <span>{totalLabel}</span> <strong>{total}</strong>
      </p>
      {children && <div className="work-order-footer">{children}</div>}
    </div>
  );
}
