import { Children, type ReactNode, useId } from "react";

type PageHeaderProps = {
  title: ReactNode;
  /** One or two sentences under the heading. */
  lead?: ReactNode;
  /** Small line above the heading: a part number, a step, a link back. */
  mark?: ReactNode;
  /** Buttons that act on the whole page. */
  actions?: ReactNode;
};

/** The header of a page, with its only h1. */
export function PageHeader({ title, lead, mark, actions }: PageHeaderProps) {
  return (
    <header className="page-header">
      {mark && <p className="caption">{mark}</p>}
      <h1>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
      {actions && <div className="button-row">{actions}</div>}
    </header>
  );
}

type SectionProps = {
  title?: ReactNode;
  /** Small line above the heading. */
  mark?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** Renders the section as a card. */
  card?: boolean;
  /** Id of the section, for links to it. */
  id?: string;
};

/** A section of a page, with an h2. */
export function Section({ title, mark, actions, children, card, id }: SectionProps) {
  const own = useId();
  const heading = `${id ?? own}-h`;
  return (
    <section className={card ? "section card" : "section"} id={id} aria-labelledby={title ? heading : undefined}>
      {(title || actions) && (
        <div className="section-header">
          <div>
            {mark && <p className="caption">{mark}</p>}
            {title && <h2 id={heading}>{title}</h2>}
          </div>
          {actions && <div className="button-row">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

type ColumnsProps = {
  children: ReactNode;
  /** two: halves; wide: main column and a narrow one; fit: a few that share the row; cards: many of one width; tags: two a row on a phone. */
  kind?: "two" | "wide" | "fit" | "cards" | "tags";
};

/** Columns; a single one on a phone, unless they are tags. */
export function Columns({ children, kind = "two" }: ColumnsProps) {
  const four = kind === "cards" && Children.count(children) === 4;
  return <div className={`columns columns--${kind}${four ? " columns--four" : ""}`}>{children}</div>;
}
